-- +goose Up
-- How submissions to an assessment are graded: each rubric is a version with its author, the last one counts.
create table rubrics (
  org_id text not null,
  assessment_id text not null,
  version bigint not null, -- from 1, without gaps
  text text not null,
  scale text not null, -- JSON: what scores mean
  actor_kind text not null,
  actor_id text not null,
  created_at timestamp not null,
  primary key (org_id, assessment_id, version),
  foreign key (org_id, assessment_id) references assessments (org_id, id) on delete cascade
);
