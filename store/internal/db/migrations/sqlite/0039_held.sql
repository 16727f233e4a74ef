-- +goose Up
-- A change that can be taken back: its revision, until when its effects are held, and what the interview was before, as
-- JSON.
alter table interviews add column held text;
