-- +goose Up
-- Days on which a person is away, by dates of their zone (ADR absences-need-no-person). They need no row of people: who
-- is only painted for is no member, and is away all the same.
create table absences (
  org_id text not null references organizations (id),
  email text not null,
  first_day text not null, -- a date such as 2026-12-21
  last_day text not null,
  why text not null default '',
  primary key (org_id, email, first_day, last_day),
  constraint absence_ends_after_it_begins check (first_day <= last_day)
);
