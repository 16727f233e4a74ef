-- +goose Up
-- Rises each time a calendar's busy times are replaced, so that a process sees that those in its cache are old.
alter table calendars add column busy_revision bigint not null default 0;
