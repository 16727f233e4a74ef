-- +goose NO TRANSACTION
-- +goose Up
-- What is old is found by its age. Entries of the ledger are many and change often: an index of ranges costs them
-- nothing. Each statement can be run again.
drop index concurrently if exists callbacks_by_age; -- an interrupted build leaves one that is of no use
create index concurrently callbacks_by_age on callbacks (at);
drop index concurrently if exists drafts_by_age;
create index concurrently drafts_by_age on answers (saved_at) where submission_id is null;
drop index concurrently if exists files_by_age;
create index concurrently files_by_age on files (added_at) where candidate_id is not null;
drop index concurrently if exists effects_by_age;
create index concurrently effects_by_age on effects using brin (updated_at);
-- Takings back by their time, for the figures.
drop index concurrently if exists history_takings;
create index concurrently history_takings on history (org_id, at, subject_id) where what = 'taken_back';
