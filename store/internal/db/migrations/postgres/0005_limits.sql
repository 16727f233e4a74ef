-- +goose Up
-- Failed authentications share one row for each address and minute: at is the minute's start, and the other columns are
-- those of the first request.
alter table audit add column count bigint not null default 1; -- requests
alter table audit add column address text collate "C"; -- keyed pseudonym of their network; null: a request with a key
create unique index one_row_per_address_and_minute on audit (address, at) where address is not null;
create index audit_by_time on audit (at); -- old rows are deleted, the oldest first

-- How many letters an organization sent to strangers on a day.
create table stranger_letters (
  org_id text collate "C" not null references organizations (id),
  day text collate "C" not null, -- in UTC, such as 2031-03-03
  letters bigint not null,
  primary key (org_id, day)
);
