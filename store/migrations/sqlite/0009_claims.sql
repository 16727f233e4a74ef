-- +goose Up
-- A relay claims a row before it wakes its workflow, for a while: of several workers one wakes it. The claim is for the revision
-- that was there; a later change is free at once.
alter table interviews add column claimed_revision bigint not null default 0;
alter table interviews add column claimed_until timestamp;
alter table candidates add column claimed_revision bigint not null default 0;
alter table candidates add column claimed_until timestamp;
alter table calendars add column claimed_revision bigint not null default 0;
alter table calendars add column claimed_until timestamp;
