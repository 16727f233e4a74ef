-- +goose Up
-- A relay claims a row for a while before it wakes its workflow, so that only one of several workers does. The claim is for
-- the row's revision; a later change can be claimed at once.
alter table interviews add column claimed_revision bigint not null default 0;
alter table interviews add column claimed_until timestamp;
alter table candidates add column claimed_revision bigint not null default 0;
alter table candidates add column claimed_until timestamp;
alter table calendars add column claimed_revision bigint not null default 0;
alter table calendars add column claimed_until timestamp;
