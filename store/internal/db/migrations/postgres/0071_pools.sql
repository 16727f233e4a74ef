-- +goose Up
-- Pools: people who can take a seat in interviews (P1), with what a pool says of training (P7).
create table pools (
  org_id text collate "C" not null references organizations (id),
  id text collate "C" not null,
  key text collate "C" not null,
  name text not null,
  kind text not null default 'people',
  settings text not null default '{}', -- JSON, see models.PoolSettings
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  version bigint not null default 1, -- rises with each save of it or of its members
  origin text not null, -- where the row is kept with its members
  primary key (org_id, id),
  constraint one_pool_per_key unique (org_id, key),
  constraint known_pool_kind check (kind in ('people', 'rooms')),
  constraint known_pool_origin check (origin in ('file', 'dashboard'))
);

create table pool_members (
  org_id text collate "C" not null,
  pool_id text collate "C" not null,
  email text collate "C" not null,
  state text not null,
  done integer not null default 0, -- how often a trainee did what their state says
  paused_until text collate "C" not null default '', -- a date such as 2026-12-24, '' for none
  resumes text not null default '', -- the state after a pause, '' unless they are paused
  declared text not null default '', -- what the organization file said of them last, '' for nothing
  primary key (org_id, pool_id, email),
  foreign key (org_id, pool_id) references pools (org_id, id) on delete cascade,
  constraint known_pool_state check (state in ('qualified', 'shadow', 'reverse_shadow', 'paused')),
  constraint paused_resumes check (case when state = 'paused' then resumes in ('qualified', 'shadow', 'reverse_shadow')
    else resumes = '' and paused_until = '' end),
  constraint training_is_counted check (done >= 0)
);
create index pool_members_by_email on pool_members (org_id, email);
