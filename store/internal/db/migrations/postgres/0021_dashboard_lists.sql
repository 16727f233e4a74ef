-- +goose NO TRANSACTION
-- +goose Up
-- For the dashboard's lists (D10, D11, D13): external sessions whose link was not used, effects that fail, and open
-- invitations. Each is few of many rows, and none is written by what goes well. They are built beside running services;
-- an interrupted build leaves an index that is of no use, so each is dropped before.
drop index concurrently if exists interviews_unused;
create index concurrently interviews_unused on interviews (org_id, expires_at) where source = 'external' and link_used_at is null and canceled_at is null;
drop index concurrently if exists effects_failing;
create index concurrently effects_failing on effects (org_id, updated_at) where code <> '' and state in ('intent', 'failed');
drop index concurrently if exists candidates_invited;
create index concurrently candidates_invited on candidates (org_id, invite_expires_at) where state = 'invited' and invited_at is not null;
