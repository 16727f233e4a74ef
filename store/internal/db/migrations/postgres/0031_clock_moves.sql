-- +goose Up
-- A test clock is asked to move only while a process moves it, and what it is asked for twice it does once. These are
-- instants of the machine's time, but for asked_to.
alter table test_clocks
  add column served_until timestamptz(3), -- until then a process has promised to move it; null: none
  add column moved_at timestamptz(3), -- when it was moved for the first time
  add column asked_to timestamptz(3); -- the organization's instant that it was last asked for
