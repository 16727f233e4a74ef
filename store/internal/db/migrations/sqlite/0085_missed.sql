-- +goose Up
-- Interviews to which somebody did not come, also somebody who does not lead: their mark stands in the panel (P12). The
-- release before names interviews_no_shows, which goes with the release after.
create index interviews_missed on interviews (org_id, starts_at, id)
  where no_show <> '' or panel like '%"missed":true%';
