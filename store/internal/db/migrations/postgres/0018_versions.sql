-- +goose NO TRANSACTION
-- +goose Up
-- Runs beside services: no statement waits for a table while it holds another, and each may be run again. One that
-- waits for a table gives way after a while to those who wait behind it, and is tried again.
set lock_timeout = '2s';

-- A version of what people edit: a save names the one that it showed (D17, D18). A posting's counts saves of its pipeline
-- too.
alter table postings add column if not exists version bigint not null default 1;
alter table postings add column if not exists archived_at timestamptz(3); -- null: not archived
alter table assessments add column if not exists version bigint not null default 1;
reset lock_timeout;
