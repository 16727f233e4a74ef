-- +goose Up
-- The letter that tells somebody that they were made a member. It is a letter of the row of their links to sign in, and
-- these say that it is owed instead of one with a link.
alter table sign_ins add column added_at timestamptz(3);
alter table sign_ins add column added_by text collate "C" not null default ''; -- the address of the member who did it
