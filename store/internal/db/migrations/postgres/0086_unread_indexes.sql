-- +goose NO TRANSACTION
-- +goose Up
-- No query of this release or of the one before reads these: busy times, turns and loads are read from attendees,
-- and interviews_missed has what interviews_no_shows had. Every booking wrote the first two.
drop index concurrently if exists attendees_by_start;
drop index concurrently if exists interviews_that_block;
drop index concurrently if exists interviews_no_shows;
