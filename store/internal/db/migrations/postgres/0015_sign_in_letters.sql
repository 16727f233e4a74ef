-- +goose NO TRANSACTION
-- +goose Up
-- The ledger grows with every letter, so nothing here keeps writers of effects from it for long: what is there is
-- checked, and the index built, beside them. Each statement can be run again if one after it fails.

-- A letter with a link to sign in (D6). The row of the links has a workflow, like a candidate's: its revision is the epoch
-- of the link that was last asked for by mail, 0 for none.
alter table sign_ins
  add column if not exists asked text not null default '[]', -- when letters were asked for in the last hour
  add column if not exists revision bigint not null default 0,
  add column if not exists woken_revision bigint not null default 0,
  add column if not exists converged_revision bigint not null default 0,
  add column if not exists next_due_at timestamptz(3),
  add column if not exists claimed_revision bigint not null default 0,
  add column if not exists claimed_until timestamptz(3);
create index if not exists sign_ins_to_wake on sign_ins (updated_at) where woken_revision < revision;
create index if not exists sign_ins_to_converge on sign_ins (updated_at) where converged_revision < revision;
create index if not exists sign_ins_due on sign_ins (next_due_at) where next_due_at is not null;

-- The ledger has these letters too: one entry for each row, the letter that was sent last.
alter table effects add column if not exists sign_in_id text collate "C";
alter table effects
  drop constraint if exists effects_org_id_sign_in_id_fkey,
  add foreign key (org_id, sign_in_id) references sign_ins (org_id, id) on delete cascade not valid,
  drop constraint if exists one_subject_per_effect,
  add constraint one_subject_per_effect check (case when interview_id is null then 0 else 1 end
    + case when candidate_id is null then 0 else 1 end + case when calendar_id is null then 0 else 1 end
    + case when sign_in_id is null then 0 else 1 end = 1) not valid;
alter table effects validate constraint effects_org_id_sign_in_id_fkey;
alter table effects validate constraint one_subject_per_effect;
drop index concurrently if exists one_letter_per_sign_in; -- an interrupted build leaves one that is of no use
create unique index concurrently one_letter_per_sign_in on effects (org_id, sign_in_id) where sign_in_id is not null;
