-- +goose Up
-- No query of this release or of the one before reads these: busy times, turns and loads are read from attendees,
-- and interviews_missed has what interviews_no_shows had. Every booking wrote the first two.
drop index if exists attendees_by_start;
drop index if exists interviews_that_block;
drop index if exists interviews_no_shows;
