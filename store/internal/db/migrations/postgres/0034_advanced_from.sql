-- +goose Up
-- The record of a candidate that was advanced when this one was made or invited; '' for one that came in another way
-- (ADR advancing-makes-the-next-record). It names what a decision that is taken back leaves.
alter table candidates add column advanced_from text not null default '';
