-- +goose Up
-- How much somebody interviews at most, of a person and of the organization: JSON, null for no limit. An older version
-- reads none of it, and leaves it alone.
alter table people add column limits text;
alter table organizations add column limits text;
-- Which limits an interview passed when its time or its interviewer was named: a JSON list, null for none.
alter table interviews add column over_limits text;
