-- +goose NO TRANSACTION
-- +goose Up
-- People who asked to be forgotten (ADR erased-in-two-steps). The address is here until all is carried out; then only a
-- keyed hash of it is, by which it is erased again after a backup from before was restored. Tables are
-- locked one after another; each statement can be run again.
create table if not exists erasure_keys (
  id text collate "C" not null,
  sealed bytea not null, -- the key of the hashes, under a key derived from LITMUS_SECRET
  created_at timestamptz(3) not null,
  primary key (id)
);
create table if not exists erasures (
  org_id text collate "C" not null references organizations (id),
  id text collate "C" not null,
  email text collate "C" not null, -- '' once it is done
  key_id text collate "C" not null references erasure_keys (id),
  hash text collate "C" not null,
  actor_kind text collate "C" not null,
  actor_id text collate "C" not null, -- of a member the email, of an operator ''
  asked_at timestamptz(3) not null,
  done_at timestamptz(3),
  remaining text collate "C" not null default '[]', -- JSON: what could not be taken away outside
  primary key (org_id, id)
);
create unique index if not exists one_open_erasure_per_address on erasures (org_id, email) where done_at is null;
create index if not exists erasures_open on erasures (asked_at) where done_at is null;
-- '', 'asked' or 'done'
alter table candidates add column if not exists erasure text collate "C" not null default '';
alter table interviews add column if not exists erasure text collate "C" not null default '';
