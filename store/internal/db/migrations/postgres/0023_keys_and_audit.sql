-- +goose NO TRANSACTION
-- +goose Up
-- Indexes are built beside running services; an interrupted build leaves one that is of no use, so each is dropped before.

-- A form of the dashboard makes one key, however often it is sent (D21).
alter table keys add column if not exists form text collate "C"; -- its random id; null: the key was not made by a form
create unique index if not exists one_key_per_form on keys (org_id, form) where form is not null;

-- The audit of an organization, newest first, its failures, which are few, and a request that somebody names (D22).
drop index concurrently if exists audit_by_organization;
create index concurrently audit_by_organization on audit (org_id, at, id);
drop index concurrently if exists audit_of_failures;
create index concurrently audit_of_failures on audit (org_id, at, id) where status >= 400;
drop index concurrently if exists audit_by_request;
create index concurrently audit_by_request on audit (org_id, request_id);

-- The queue of submissions (0022): not graded, graded, decided; within each by when it was handed in.
drop index concurrently if exists submissions_queue;
create index concurrently submissions_queue on submissions (org_id,
  (case when decision <> 'pending' then 2 when grade_version = 0 then 0 else 1 end), submitted_at, id);
drop index concurrently if exists submissions_by_candidate;
create index concurrently submissions_by_candidate on submissions (org_id, candidate_id, id);

-- Lists of candidates, the newest first.
drop index concurrently if exists candidates_newest_first;
create index concurrently candidates_newest_first on candidates (org_id, created_at desc, id desc);
drop index concurrently if exists candidates_of_posting;
create index concurrently candidates_of_posting on candidates (org_id, posting_id, created_at desc, id desc);
