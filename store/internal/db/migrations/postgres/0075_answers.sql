-- +goose NO TRANSACTION
-- +goose Up
-- What the people of an interview answered, each for one start (P10): a JSON list of models.Answer, null for nothing.
alter table interviews add column if not exists answers text collate "C";
-- Requests for a replacement, and what became of copies in calendars, of the others of a panel: JSON lists of what
-- replacement and drift have of its lead, null for none. An older version reads none of it, and leaves it alone.
-- The indexes hold the few interviews with them, for the first page of the dashboard (D10). They are built beside
-- running services; an interrupted build leaves one that is of no use, so it is dropped before.
alter table interviews add column if not exists replacements text collate "C";
alter table interviews add column if not exists drifts text collate "C";
drop index concurrently if exists interviews_with_seats_to_replace;
create index concurrently interviews_with_seats_to_replace on interviews (org_id, starts_at)
  where replacements is not null;
drop index concurrently if exists interviews_with_seats_drifted;
create index concurrently interviews_with_seats_drifted on interviews (org_id, starts_at) where drifts is not null;
