-- +goose NO TRANSACTION
-- +goose Up
-- Interviews to which somebody did not come, also somebody who does not lead: their mark stands in the panel (P12). The
-- release before names interviews_no_shows, which goes with the release after. It is built beside running services; an
-- interrupted build leaves an index that is of no use, so it is dropped before.
drop index concurrently if exists interviews_missed;
create index concurrently interviews_missed on interviews (org_id, starts_at, id)
  where no_show <> '' or panel like '%"missed":true%';
