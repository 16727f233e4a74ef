-- +goose Up
-- A letter to sign in ends no earlier link: those that can be used, as a list of epochs with their ends.
alter table sign_ins add column living text not null default '[]';

-- Who was only painted for is assigned and no member; of the rows that are there nobody knows it.
alter table posting_interviewers add column named boolean not null default true;

-- Somebody asked for another interviewer: JSON; null: nobody.
alter table interviews add column replacement text;
