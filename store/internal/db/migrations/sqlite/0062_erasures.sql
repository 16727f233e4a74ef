-- +goose Up
-- People who asked to be forgotten (ADR erased-in-two-steps). The address is here until all is carried out; then only a
-- keyed hash of it is, by which it is erased again after a backup from before was restored.
create table erasure_keys (
  id text not null,
  sealed blob not null, -- the key of the hashes, under a key derived from LITMUS_SECRET
  created_at timestamp not null,
  primary key (id)
);
create table erasures (
  org_id text not null references organizations (id),
  id text not null,
  email text not null, -- '' once it is done
  key_id text not null references erasure_keys (id),
  hash text not null,
  actor_kind text not null,
  actor_id text not null, -- of a member the email, of an operator ''
  asked_at timestamp not null,
  done_at timestamp,
  remaining text not null default '[]', -- JSON: what could not be taken away outside
  primary key (org_id, id)
);
create unique index one_open_erasure_per_address on erasures (org_id, email) where done_at is null;
create index erasures_open on erasures (asked_at) where done_at is null;
-- '', 'asked' or 'done'
alter table candidates add column erasure text not null default '';
alter table interviews add column erasure text not null default '';
