-- +goose NO TRANSACTION
-- +goose Up
-- How much somebody interviews at most, of a person and of the organization: JSON, null for no limit. An older version
-- reads none of it, and leaves it alone. Tables are locked one after another; each statement can be run again.
alter table people add column if not exists limits text;
alter table organizations add column if not exists limits text;
-- Which limits an interview passed when its time or its interviewer was named: a JSON list, null for none.
alter table interviews add column if not exists over_limits text;
