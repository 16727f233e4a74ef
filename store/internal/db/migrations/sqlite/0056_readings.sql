-- +goose Up
-- In which language a candidate reads, and with times of 12 or 24 hours; empty if it is not known.
alter table candidates add column language text not null default '';
alter table candidates add column hour_cycle text not null default '';
