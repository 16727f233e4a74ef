-- +goose Up
-- A letter with a link to sign in (D6). The row of the links has a workflow, like a candidate's: its revision is the epoch
-- of the link that was last asked for by mail, 0 for none.
alter table sign_ins add column asked text not null default '[]'; -- when letters were asked for in the last hour
alter table sign_ins add column revision bigint not null default 0;
alter table sign_ins add column woken_revision bigint not null default 0;
alter table sign_ins add column converged_revision bigint not null default 0;
alter table sign_ins add column next_due_at timestamptz(3);
alter table sign_ins add column claimed_revision bigint not null default 0;
alter table sign_ins add column claimed_until timestamptz(3);
create index sign_ins_to_wake on sign_ins (updated_at) where woken_revision < revision;
create index sign_ins_to_converge on sign_ins (updated_at) where converged_revision < revision;
create index sign_ins_due on sign_ins (next_due_at) where next_due_at is not null;

-- The ledger has these letters too: one entry for each row, the letter that was sent last.
alter table effects add column sign_in_id text collate "C",
  add foreign key (org_id, sign_in_id) references sign_ins (org_id, id) on delete cascade,
  drop constraint one_subject_per_effect,
  add constraint one_subject_per_effect check (case when interview_id is null then 0 else 1 end
    + case when candidate_id is null then 0 else 1 end + case when calendar_id is null then 0 else 1 end
    + case when sign_in_id is null then 0 else 1 end = 1);
create unique index one_letter_per_sign_in on effects (org_id, sign_in_id) where sign_in_id is not null;
