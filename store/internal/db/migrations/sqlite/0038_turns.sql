-- +goose Up
-- Interviews of a person, by start: how many they have in some weeks, and when their last one was (T7).
create index interviews_by_interviewer on interviews (org_id, interviewer_email, starts_at, id);
-- What a plan of several changes made, as JSON; '' for a plan of one.
alter table committed_plans add column made text not null default '';
