-- +goose NO TRANSACTION
-- +goose Up
-- Up to how many hours before the start a seat is given to somebody else by itself (P11); 0: a recruiter is asked. An
-- older version asks in any case, and leaves it alone.
alter table organizations add column if not exists refill_hours integer not null default 0;
-- Who could not interview and left, with who has the seat since: a JSON list of models.Departure, null for nobody. The
-- index holds the few interviews with them, for the first page of the dashboard (D10). It is built beside running
-- services; an interrupted build leaves one that is of no use, so it is dropped before.
alter table interviews add column if not exists departures text collate "C";
drop index concurrently if exists interviews_with_departures;
create index concurrently interviews_with_departures on interviews (org_id, starts_at) where departures is not null;
