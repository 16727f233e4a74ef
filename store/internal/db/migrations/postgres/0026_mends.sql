-- +goose NO TRANSACTION
-- +goose Up
-- Runs beside services: no statement waits for a table while it holds another, and each may be run again. One that
-- waits for a table gives way after a while to those who wait behind it, and is tried again.
set lock_timeout = '2s';

-- A letter to sign in ends no earlier link: those that can be used, as a list of epochs with their ends.
alter table sign_ins add column if not exists living text not null default '[]';

-- Who was only painted for is assigned and no member; of the rows that are there nobody knows it.
alter table posting_interviewers add column if not exists named boolean not null default true;

-- Somebody asked for another interviewer: JSON; null: nobody.
alter table interviews add column if not exists replacement text;
reset lock_timeout;
