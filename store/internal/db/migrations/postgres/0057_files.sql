-- +goose NO TRANSACTION
-- +goose Up
-- The files that assessments bring along and that candidates hand in. Their bytes are kept elsewhere, by org_id/id, and
-- are there before the row; what no row names is collected. The tables that it refers to are locked one after another;
-- each statement can be run again.
create table if not exists files (
  org_id text collate "C" not null,
  id text collate "C" not null,
  assessment_id text collate "C", -- that brings it along
  candidate_id text collate "C", -- whose it is
  name text not null,
  size bigint not null,
  type text collate "C" not null, -- media type, found in the content
  hash text collate "C" not null, -- SHA-256 of the content, in hexadecimal
  added_at timestamptz(3) not null,
  primary key (org_id, id),
  constraint file_of_one check ((assessment_id is null) <> (candidate_id is null)),
  constraint file_not_empty check (size > 0)
);
create index if not exists files_of_assessment on files (org_id, assessment_id) where assessment_id is not null;
create index if not exists files_of_candidate on files (org_id, candidate_id) where candidate_id is not null;
create index if not exists files_of_organization on files (org_id, size); -- how many bytes they have together
alter table files drop constraint if exists files_org_id_fkey,
  add foreign key (org_id) references organizations (id);
alter table files drop constraint if exists files_org_id_assessment_id_fkey,
  add foreign key (org_id, assessment_id) references assessments (org_id, id) on delete cascade;
alter table files drop constraint if exists files_org_id_candidate_id_fkey,
  add foreign key (org_id, candidate_id) references candidates (org_id, id) on delete cascade;
