-- +goose Up
-- Dates on which a person's hours differ from their week.
alter table people add column dates text; -- JSON: hours by date; null: none differs
