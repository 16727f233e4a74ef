-- +goose Up
-- Of the networks that are not public, those that an organization's calendars may be in: a JSON list (decision 117).
alter table organizations add column allow_private_networks text not null default '[]';
