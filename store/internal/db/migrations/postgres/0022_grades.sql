-- +goose NO TRANSACTION
-- +goose Up
-- Runs beside services: no statement waits for a table while it holds another, none holds one while it copies, and each
-- may be run again. One that waits for a table gives way after a while to those who wait behind it, and is tried again.
set lock_timeout = '2s';

-- How submissions were judged (D20): each grade is a version with its author, and the last one counts.
create table if not exists grades (
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
alter table submissions
  add column if not exists grade_version bigint not null default 0; -- of the grade that counts; 0: not graded

-- Invitations that are sent again.
alter table candidates
  add column if not exists resends bigint not null default 0, -- how often; the revision of the letter
  add column if not exists resent_at timestamptz(3), -- the last time
  add column if not exists resends_of_day bigint not null default 0; -- on the UTC day of resent_at
reset lock_timeout;

-- Until now only organization files graded. The submissions that have a score are locked, those of one organization at
-- a time, and each score is copied under the lock of its row: one that a file changes meanwhile is copied before or
-- after that as a whole.
-- +goose StatementBegin
do $$
declare
  organization text;
begin
  for organization in select id from organizations order by id loop
    with graded as (
      update submissions set grade_version = 1
        where org_id = organization and grade_version = 0 and (score is not null or native_score is not null)
        returning org_id, id, score, native_score, updated_at)
    insert into grades (org_id, submission_id, version, score, native_score, notes, actor_kind, actor_id, created_at)
      select org_id, id, 1, score, native_score, '', 'file', '', updated_at from graded;
    commit;
  end loop;
end $$;
-- +goose StatementEnd

-- The indexes of submissions and candidates are in 0023, which builds them beside running services.
