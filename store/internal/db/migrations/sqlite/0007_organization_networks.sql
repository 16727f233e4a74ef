-- +goose Up
-- The private networks in which an organization's calendars may be: a JSON list.
alter table organizations add column allow_private_networks text not null default '[]';
