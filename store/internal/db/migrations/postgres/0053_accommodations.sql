-- +goose Up
-- What a candidate needs for the interview or the exercise of a record, in their own words: for recruiters and admins
-- only (ADR accommodations-stand-apart). One that was withdrawn has no row.
create table accommodations (
  org_id text collate "C" not null,
  candidate_id text collate "C" not null,
  text text not null,
  asked_at timestamptz(3) not null, -- of the text: a change asks anew
  settled_at timestamptz(3), -- null: nobody has seen to it yet
  settled_by text collate "C" not null default '', -- the member
  primary key (org_id, candidate_id),
  foreign key (org_id, candidate_id) references candidates (org_id, id) on delete cascade
);
create index accommodations_open on accommodations (org_id, asked_at) where settled_at is null;
