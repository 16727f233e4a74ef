-- +goose Up
-- What is old is found by its age. The ledger is read as a whole: an index would cost every booking.
create index callbacks_by_age on callbacks (at);
create index drafts_by_age on answers (saved_at) where submission_id is null;
create index files_by_age on files (added_at) where candidate_id is not null;
-- Takings back by their time, for the figures.
create index history_takings on history (org_id, at, subject_id) where what = 'taken_back';
