-- +goose Up
-- A version of what people edit: a save names the one that it showed (D17, D18). A posting's counts saves of its pipeline
-- too.
alter table postings add column version bigint not null default 1;
alter table postings add column archived_at timestamp; -- null: not archived
alter table assessments add column version bigint not null default 1;
