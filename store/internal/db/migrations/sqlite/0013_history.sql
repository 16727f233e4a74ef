-- +goose Up
-- What was done to records, by whom and when (D4). Rows are only added, and removed with their record. There is no
-- foreign key: whoever removes a record removes its history in the same transaction.
create table history (
  org_id text not null,
  subject text not null, -- the sort of record
  subject_id text not null,
  at timestamp not null,
  id text not null,
  what text not null,
  actor_kind text not null,
  actor_id text not null, -- a key's or candidate's id, a member's email, else ''
  request_id text not null, -- '': not by REST
  details text not null, -- JSON: fields with what they were and what they became
  primary key (org_id, subject, subject_id, at, id),
  constraint known_actor check (actor_kind in ('key', 'member', 'candidate', 'file', 'operator', 'service'))
) without rowid;

-- Of an organization, newest first. What members did is looked for among many changes by keys.
create index history_by_time on history (org_id, at, id);
create index history_of_members on history (org_id, at, id) where actor_kind = 'member';
