-- +goose Up
-- Links to a candidate's assessment and to picking a time are signed with an epoch, like those of interviews. Links with an
-- older epoch are revoked.
alter table candidates add column access_epoch bigint not null default 0;
