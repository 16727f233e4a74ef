-- +goose NO TRANSACTION
-- +goose Up
-- The index of changes is built beside running services, so each statement can be run again if one after it fails.

-- Members who watch a posting (D27): its recruiters, and others who follow it.
create table if not exists posting_watchers (
  org_id text collate "C" not null,
  posting_id text collate "C" not null,
  email text collate "C" not null, -- of the member
  recruiter boolean not null, -- one of the posting's recruiters; else somebody who follows it
  position integer not null, -- of a recruiter, in order; 0 for who follows
  created_at timestamptz(3) not null, -- since when they watch: what changed before is no news to them
  primary key (org_id, posting_id, email),
  foreign key (org_id, posting_id) references postings (org_id, id) on delete cascade
);
create index if not exists posting_watchers_by_member on posting_watchers (org_id, email);

-- What a member who watches postings is told of, and was: one row for each, made with their first posting.
create table if not exists news (
  org_id text collate "C" not null references organizations (id),
  id text collate "C" not null, -- names the workflow, instead of the address
  email text collate "C" not null,
  as_recruiter text collate "C" not null default 'at_once', -- how they are told of the postings that they recruit for
  following text collate "C" not null default 'daily', -- how they are told of the postings that they follow
  seen_at timestamptz(3) not null, -- up to which change they have seen: its instant and id in the history
  seen_id text collate "C" not null default '',
  revision bigint not null default 0,
  woken_revision bigint not null default 0,
  converged_revision bigint not null default 0,
  next_due_at timestamptz(3),
  claimed_revision bigint not null default 0,
  claimed_until timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (org_id, id),
  constraint one_news_per_member unique (org_id, email),
  constraint known_told_as_recruiter check (as_recruiter in ('at_once', 'daily', 'never')),
  constraint known_told_following check (following in ('at_once', 'daily', 'never'))
);
create index if not exists news_to_wake on news (updated_at) where woken_revision < revision;
create index if not exists news_to_converge on news (updated_at) where converged_revision < revision;
create index if not exists news_due on news (next_due_at) where next_due_at is not null;

-- What candidates did, of an organization: few of many changes.
drop index concurrently if exists history_of_candidates; -- an interrupted build leaves one that is of no use
create index concurrently history_of_candidates on history (org_id, at, id) where actor_kind = 'candidate';
