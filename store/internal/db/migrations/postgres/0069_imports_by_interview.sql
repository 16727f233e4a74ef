-- +goose NO TRANSACTION
-- +goose Up
-- Whose interview was imported, for an erasure: without it all that was ever imported would be looked through.
drop index concurrently if exists imports_by_interview; -- an interrupted build leaves one that is of no use
create index concurrently imports_by_interview on imports (org_id, interview_id);
