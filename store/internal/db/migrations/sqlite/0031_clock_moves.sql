-- +goose Up
-- A test clock is asked to move only while a process moves it, and what it is asked for twice it does once. These are
-- instants of the machine's time, but for asked_to.
alter table test_clocks add column served_until timestamp; -- until then a process has promised to move it; null: none
alter table test_clocks add column moved_at timestamp; -- when it was moved for the first time
alter table test_clocks add column asked_to timestamp; -- the organization's instant that it was last asked for
