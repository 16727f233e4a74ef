-- +goose Up
-- Candidates cancel their interview on its page, until so many hours before its start, unless the organization keeps
-- them from it.
alter table organizations add column cancel_forbidden boolean not null default false;
alter table organizations add column cancel_cutoff_hours integer not null default 0;
