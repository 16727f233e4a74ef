-- +goose Up
-- How long an organization's team can take back a change of an interview, before anybody is told.
alter table organizations add column undo_seconds integer not null default 10;
