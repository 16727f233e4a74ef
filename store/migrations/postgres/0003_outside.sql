-- +goose Up
-- What the service remembers of the world outside: calendars' copies, automatic meetings, notetakers.
alter table interviews add column calendar_copy boolean not null default false; -- the interviewer's connected calendar holds a copy, and they hold no invitation (decision 54)
alter table interviews add column link_maker text collate "C" not null default ''; -- who makes an automatic meeting link: jitsi, zoom, calendar (decision 38)
alter table ledger add column etag text not null default ''; -- of the calendar's copy

-- A connection is named by an id in Temporal, which knows no address.
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

-- What each admin was told last about a connection: that it broke, or that it healed.
create table calendar_letters (
  org_id text collate "C" not null,
  email text collate "C" not null, -- whose calendar
  admin text collate "C" not null,
  kind text collate "C" not null,
  broke_at timestamptz(3) not null, -- when the break began
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

-- Callbacks that were taken, so that none is taken twice.
create table callbacks (
  org_id text collate "C" not null,
  interview_id text collate "C" not null,
  event_id text collate "C" not null,
  at timestamptz(3) not null,
  primary key (org_id, interview_id, event_id),
  foreign key (org_id, interview_id) references interviews (org_id, id)
);
