-- +goose NO TRANSACTION
-- +goose Up
-- For the first page of the dashboard (D10): interviews for which a replacement was asked, few of many rows. It is built
-- beside running services; an interrupted build leaves an index that is of no use, so it is dropped before.
drop index concurrently if exists interviews_to_replace;
create index concurrently interviews_to_replace on interviews (org_id, starts_at) where replacement is not null;
