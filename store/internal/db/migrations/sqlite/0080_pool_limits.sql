-- +goose Up
-- How much is interviewed from a pool at most (P5): JSON, null for no limit. An older version reads none of it, and
-- leaves it alone.
alter table pools add column limits text;
