-- +goose Up
-- How the copy of an interview in its interviewer's calendar came to differ from it behind our back (ADR calendars-heal),
-- and the few interviews of which that is known, for the first page of the dashboard (D10).
alter table interviews add column drift text;
create index interviews_drifted on interviews (org_id, starts_at) where drift is not null;
