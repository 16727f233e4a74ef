-- +goose NO TRANSACTION
-- +goose Up
-- Interviews of a person, by start: how many they have in some weeks, and when their last one was (T7). Built beside
-- running services; an interrupted build leaves an index that is of no use, so it is dropped before.
drop index concurrently if exists interviews_by_interviewer;
create index concurrently interviews_by_interviewer on interviews (org_id, interviewer_email, starts_at, id);
-- What a plan of several changes made, as JSON; '' for a plan of one.
alter table committed_plans add column if not exists made text not null default '';
