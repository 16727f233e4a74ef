-- +goose Up
-- The personal note in the letter of the candidate's invitation; '' for none.
alter table candidates add column invite_note text not null default '';
