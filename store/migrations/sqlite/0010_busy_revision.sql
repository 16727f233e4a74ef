-- +goose Up
-- A connected calendar counts how often its busy times were replaced, so that whoever keeps them sees that they are old (decision 122).
alter table calendars add column busy_revision bigint not null default 0;
