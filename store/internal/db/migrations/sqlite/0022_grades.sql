-- +goose Up
-- How submissions were judged (D20): each grade is a version with its author, and the last one counts.
create table grades (
  org_id text not null,
  submission_id text not null,
  version bigint not null, -- from 1, without gaps
  score real,
  native_score real,
  notes text not null,
  actor_kind text not null,
  actor_id text not null, -- of a member the email, of the organization file ''
  created_at timestamp not null,
  primary key (org_id, submission_id, version),
  constraint grade_score_in_range check (score between 0 and 100),
  constraint grade_native_score_in_range check (native_score between 0 and 5),
  foreign key (org_id, submission_id) references submissions (org_id, id) on delete cascade
);
alter table submissions add column grade_version bigint not null default 0; -- of the grade that counts; 0: not graded

-- Until now only organization files graded.
insert into grades (org_id, submission_id, version, score, native_score, notes, actor_kind, actor_id, created_at)
  select org_id, id, 1, score, native_score, '', 'file', '', updated_at from submissions
  where score is not null or native_score is not null;
update submissions set grade_version = 1 where score is not null or native_score is not null;

-- The queue: not graded, graded, decided; within each by when it was handed in.
create index submissions_queue on submissions (org_id,
  (case when decision <> 'pending' then 2 when grade_version = 0 then 0 else 1 end), submitted_at, id);
create index submissions_by_candidate on submissions (org_id, candidate_id, id);

-- Invitations that are sent again.
alter table candidates add column resends bigint not null default 0; -- how often; the revision of the letter
alter table candidates add column resent_at timestamp; -- the last time
alter table candidates add column resends_of_day bigint not null default 0; -- on the UTC day of resent_at

-- Lists of candidates, the newest first.
create index candidates_newest_first on candidates (org_id, created_at desc, id desc);
create index candidates_of_posting on candidates (org_id, posting_id, created_at desc, id desc);
