-- +goose NO TRANSACTION
-- +goose Up
-- A candidate gets a receipt for what they hand in. The ledger grows with every letter, so what is there is checked,
-- and the index built, beside its writers, as in 0046. Each statement can be run again if one after it fails. What an
-- older program writes has no zone, so it owes no receipt.
alter table submissions add column if not exists receipt_zone text collate "C" not null default '';
alter table effects add column if not exists submission_id text collate "C";
alter table effects
  drop constraint if exists effects_org_id_submission_id_fkey,
  add foreign key (org_id, submission_id) references submissions (org_id, id) on delete cascade not valid,
  drop constraint if exists one_subject_per_effect,
  add constraint one_subject_per_effect check (case when interview_id is null then 0 else 1 end
    + case when candidate_id is null then 0 else 1 end + case when calendar_id is null then 0 else 1 end
    + case when sign_in_id is null then 0 else 1 end + case when news_id is null then 0 else 1 end
    + case when submission_id is null then 0 else 1 end = 1) not valid;
alter table effects validate constraint effects_org_id_submission_id_fkey;
alter table effects validate constraint one_subject_per_effect;
drop index concurrently if exists one_receipt_per_submission; -- an interrupted build leaves one that is of no use
create unique index concurrently one_receipt_per_submission on effects (org_id, submission_id)
  where submission_id is not null;
