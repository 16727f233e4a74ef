-- +goose Up
-- Side effects at other services: copies in calendars, automatic meetings, notetakers.
alter table interviews add column calendar_copy boolean not null default false; -- the interviewer has a copy in their connected calendar instead of an invitation
alter table interviews add column link_maker text collate "C" not null default ''; -- who makes an automatic meeting link: jitsi, zoom, calendar
alter table ledger add column etag text not null default ''; -- of the calendar's copy

-- Temporal knows a connection by its id and stores no address.
alter table calendars add column id text collate "C" not null default '';
update calendars set id = 'cal_' || replace(gen_random_uuid()::text, '-', '');
create unique index one_calendar_per_id on calendars (id);
alter table calendars add column synced_at timestamptz(3);
alter table calendars add column synced_until timestamptz(3);
alter table calendars add column sync_token text not null default '';
alter table calendars add column next_sync_at timestamptz(3); -- null: at once
alter table calendars add column failing_since timestamptz(3);
alter table calendars add column failed_at timestamptz(3);
alter table calendars add column failures integer not null default 0;
alter table calendars add column code text collate "C" not null default '';
alter table calendars add column detail text not null default '';
alter table calendars add column revoked boolean not null default false; -- the provider refuses the credentials
create index calendars_to_sync on calendars (next_sync_at);

create table busy_blocks (
  org_id text collate "C" not null,
  email text collate "C" not null,
  from_at timestamptz(3) not null,
  to_at timestamptz(3) not null,
  constraint ends_after_it_begins check (to_at > from_at),
  foreign key (org_id, email) references calendars (org_id, email) on delete cascade
);
create index busy_by_person on busy_blocks (org_id, email, from_at, to_at);

-- The last letter to each admin about a connection: that it broke, or that it works again.
create table calendar_letters (
  org_id text collate "C" not null,
  email text collate "C" not null, -- whose calendar
  admin text collate "C" not null,
  kind text collate "C" not null,
  broke_at timestamptz(3) not null, -- when the failure began
  state text collate "C" not null,
  permanent boolean not null,
  tries integer not null,
  lease_until timestamptz(3),
  provider_id text collate "C" not null,
  stamp timestamptz(3) not null,
  code text collate "C" not null,
  detail text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (org_id, email, admin),
  constraint known_notice_state check (state in ('intent', 'done', 'failed', 'obsolete')),
  foreign key (org_id, email) references calendars (org_id, email) on delete cascade
);

-- Callbacks that were stored, so that none is stored twice.
create table callbacks (
  org_id text collate "C" not null,
  interview_id text collate "C" not null,
  event_id text collate "C" not null,
  at timestamptz(3) not null,
  primary key (org_id, interview_id, event_id),
  foreign key (org_id, interview_id) references interviews (org_id, id)
);
