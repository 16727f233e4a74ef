-- +goose Up
-- Up to how many hours before the start a seat is given to somebody else by itself (P11); 0: a recruiter is asked. An
-- older version asks in any case, and leaves it alone.
alter table organizations add column refill_hours integer not null default 0;
-- Who could not interview and left, with who has the seat since: a JSON list of models.Departure, null for nobody. The
-- index holds the few interviews with them, for the first page of the dashboard (D10).
alter table interviews add column departures text;
create index interviews_with_departures on interviews (org_id, starts_at) where departures is not null;
