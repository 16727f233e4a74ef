-- +goose Up
-- Plans of tools that were carried out, with what they made: a plan that is confirmed again answers with that (T4). One
-- that was not is stored nowhere.
create table committed_plans (
  org_id text collate "C" not null references organizations (id),
  id text collate "C" not null, -- random, in the plan that was given out
  key_id text collate "C" not null, -- the key that confirmed it
  tool text not null,
  interview_id text collate "C" not null, -- what it made or changed; '' for none
  candidate_id text collate "C" not null,
  submission_id text collate "C" not null,
  committed_at timestamptz(3) not null,
  primary key (org_id, id)
);
create index committed_plans_by_age on committed_plans (committed_at);
