-- +goose Up
-- Members who watch a posting (D27): its recruiters, and others who follow it.
create table posting_watchers (
  org_id text not null,
  posting_id text not null,
  email text not null, -- of the member
  recruiter boolean not null, -- one of the posting's recruiters; else somebody who follows it
  position integer not null, -- of a recruiter, in order; 0 for who follows
  created_at timestamp not null, -- since when they watch: what changed before is no news to them
  primary key (org_id, posting_id, email),
  foreign key (org_id, posting_id) references postings (org_id, id) on delete cascade
);
create index posting_watchers_by_member on posting_watchers (org_id, email);

-- What a member who watches postings is told of, and was: one row for each, made with their first posting.
create table news (
  org_id text not null references organizations (id),
  id text not null, -- names the workflow, instead of the address
  email text not null,
  as_recruiter text not null default 'at_once', -- how they are told of the postings that they recruit for
  following text not null default 'daily', -- how they are told of the postings that they follow
  seen_at timestamp not null, -- up to which change they have seen: its instant and id in the history
  seen_id text not null default '',
  revision bigint not null default 0,
  woken_revision bigint not null default 0,
  converged_revision bigint not null default 0,
  next_due_at timestamp,
  claimed_revision bigint not null default 0,
  claimed_until timestamp,
  created_at timestamp not null,
  updated_at timestamp not null,
  primary key (org_id, id),
  constraint one_news_per_member unique (org_id, email),
  constraint known_told_as_recruiter check (as_recruiter in ('at_once', 'daily', 'never')),
  constraint known_told_following check (following in ('at_once', 'daily', 'never'))
);
create index news_to_wake on news (updated_at) where woken_revision < revision;
create index news_to_converge on news (updated_at) where converged_revision < revision;
create index news_due on news (next_due_at) where next_due_at is not null;

-- What candidates did, of an organization: few of many changes.
create index history_of_candidates on history (org_id, at, id) where actor_kind = 'candidate';
