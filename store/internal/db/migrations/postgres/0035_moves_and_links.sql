-- +goose NO TRANSACTION
-- +goose Up
-- An organization may keep what its team booked from being moved by candidates.
alter table organizations add column if not exists move_picked_only boolean not null default false;

-- For the first page of the dashboard (D10) and for links that are set later: interviews that have no link to
-- join, and for which nobody makes one, few of many rows. It is built beside running services; an interrupted build
-- leaves an index that is of no use, so it is dropped before.
drop index concurrently if exists interviews_unlinked;
create index concurrently interviews_unlinked on interviews (org_id, starts_at)
  where meeting_link = '' and link_maker = '' and not externally_scheduled;
