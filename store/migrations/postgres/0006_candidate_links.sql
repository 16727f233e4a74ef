-- +goose Up
-- The links of a candidate's assessment and of picking a time are signed with an epoch, as those of interviews are: an older one
-- was revoked.
alter table candidates add column access_epoch bigint not null default 0;
