-- +goose Up
-- A connected calendar counts what it is to be read for, as interviews and candidates count their changes: whoever asks waits
-- for the reading that began after the question.
alter table calendars add column revision bigint not null default 1; -- the account, the person's zone, somebody's question
alter table calendars add column woken_revision bigint not null default 0;
alter table calendars add column synced_revision bigint not null default 0;
update calendars set woken_revision = 1, synced_revision = 1 where next_sync_at is not null; -- null: it is to be read at once
create index calendars_to_wake on calendars (updated_at) where woken_revision < revision;
create index calendars_to_read on calendars (updated_at) where synced_revision < revision;
