-- +goose Up
-- In the order in which a running service locks them.
lock table candidates, submissions in access exclusive mode;

-- How submissions were judged (D20, decision 186): each grade is a version with its author, and the last one counts.
create table grades (
  org_id text collate "C" not null,
  submission_id text collate "C" not null,
  version bigint not null, -- from 1, without gaps
  score double precision,
  native_score double precision,
  notes text not null,
  actor_kind text not null,
  actor_id text not null, -- of a member the email, of the organization file ''
  created_at timestamptz(3) not null,
  primary key (org_id, submission_id, version),
  constraint grade_score_in_range check (score between 0 and 100),
  constraint grade_native_score_in_range check (native_score between 0 and 5),
  foreign key (org_id, submission_id) references submissions (org_id, id) on delete cascade
);
alter table submissions add column grade_version bigint not null default 0; -- of the grade that counts; 0: not graded

-- Until now only organization files graded. One that is applied meanwhile waits, so that no score is left out.
lock table submissions in share row exclusive mode;
insert into grades (org_id, submission_id, version, score, native_score, notes, actor_kind, actor_id, created_at)
  select org_id, id, 1, score, native_score, '', 'file', '', updated_at from submissions
  where score is not null or native_score is not null;
update submissions set grade_version = 1 where score is not null or native_score is not null;

-- Invitations that are sent again (decision 188).
alter table candidates add column resends bigint not null default 0; -- how often; the revision of the letter
alter table candidates add column resent_at timestamptz(3); -- the last time
alter table candidates add column resends_of_day bigint not null default 0; -- on the UTC day of resent_at

-- The indexes of submissions and candidates are in 0023, which builds them beside running services.
