-- +goose Up
-- The revision of a connected calendar rises with each request to read it, as those of interviews and candidates rise with
-- each change. Whoever requests a reading waits for one that began after the request.
alter table calendars add column revision bigint not null default 1; -- rises when the account or the person's zone changes, and on request
alter table calendars add column woken_revision bigint not null default 0;
alter table calendars add column synced_revision bigint not null default 0;
update calendars set woken_revision = 1, synced_revision = 1 where next_sync_at is not null; -- null: to be read at once
create index calendars_to_wake on calendars (updated_at) where woken_revision < revision;
create index calendars_to_read on calendars (updated_at) where synced_revision < revision;
