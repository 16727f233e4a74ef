-- +goose NO TRANSACTION
-- +goose Up
-- How the copy of an interview in its interviewer's calendar came to differ from it behind our back (ADR calendars-heal),
-- and the few interviews of which that is known, for the first page of the dashboard (D10).
-- The index is built beside running services; an interrupted build leaves one that is of no use, so it is dropped before.
alter table interviews add column if not exists drift text collate "C";
drop index concurrently if exists interviews_drifted;
create index concurrently interviews_drifted on interviews (org_id, starts_at) where drift is not null;
