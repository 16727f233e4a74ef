-- +goose Up
-- Whose interview was imported, for an erasure: without it all that was ever imported would be looked through.
create index imports_by_interview on imports (org_id, interview_id);
