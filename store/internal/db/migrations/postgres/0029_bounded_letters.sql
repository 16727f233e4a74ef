-- +goose Up
-- When letters told a member that they were made one, in the last day, as a list. They count apart from those with
-- links to sign in: whoever may add members must not use up the letters that the member asks for.
alter table sign_ins add column member_letters text not null default '[]';

-- The rows of an address in all organizations, in which it signs in and is written to.
create index sign_ins_by_email on sign_ins (email);
