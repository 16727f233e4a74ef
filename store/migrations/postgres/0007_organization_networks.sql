-- +goose Up
-- The private networks in which an organization's calendars may be: a JSON list (decision 117).
alter table organizations add column allow_private_networks text not null default '[]';
