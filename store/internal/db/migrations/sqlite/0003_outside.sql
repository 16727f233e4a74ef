-- +goose Up
-- Side effects at other services: copies in calendars, automatic meetings, notetakers.
alter table interviews add column calendar_copy boolean not null default false; -- the interviewer has a copy in their connected calendar instead of an invitation
alter table interviews add column link_maker text not null default ''; -- who makes an automatic meeting link: jitsi, zoom, calendar
alter table ledger add column etag text not null default ''; -- of the calendar's copy

-- Temporal knows a connection by its id and stores no address.
alter table calendars add column id text not null default '';
update calendars set id = 'cal_' || lower(hex(randomblob(16)));
create unique index one_calendar_per_id on calendars (id);
alter table calendars add column synced_at timestamp;
alter table calendars add column synced_until timestamp;
alter table calendars add column sync_token text not null default '';
alter table calendars add column next_sync_at timestamp; -- null: at once
alter table calendars add column failing_since timestamp;
alter table calendars add column failed_at timestamp;
alter table calendars add column failures integer not null default 0;
alter table calendars add column code text not null default '';
alter table calendars add column detail text not null default '';
alter table calendars add column revoked boolean not null default false; -- the provider refuses the credentials
create index calendars_to_sync on calendars (next_sync_at);

create table busy_blocks (
  org_id text not null,
  email text not null,
  from_at timestamp not null,
  to_at timestamp not null,
  constraint ends_after_it_begins check (to_at > from_at),
  foreign key (org_id, email) references calendars (org_id, email) on delete cascade
);
create index busy_by_person on busy_blocks (org_id, email, from_at, to_at);

-- The last letter to each admin about a connection: that it broke, or that it works again.
create table calendar_letters (
  org_id text not null,
  email text not null, -- whose calendar
  admin text not null,
  kind text not null,
  broke_at timestamp not null, -- when the failure began
  state text not null,
  permanent boolean not null,
  tries integer not null,
  lease_until timestamp,
  provider_id text not null,
  stamp timestamp not null,
  code text not null,
  detail text not null,
  created_at timestamp not null,
  updated_at timestamp not null,
  primary key (org_id, email, admin),
  constraint known_notice_state check (state in ('intent', 'done', 'failed', 'obsolete')),
  foreign key (org_id, email) references calendars (org_id, email) on delete cascade
);

-- Callbacks that were stored, so that none is stored twice.
create table callbacks (
  org_id text not null,
  interview_id text not null,
  event_id text not null,
  at timestamp not null,
  primary key (org_id, interview_id, event_id),
  foreign key (org_id, interview_id) references interviews (org_id, id)
);
