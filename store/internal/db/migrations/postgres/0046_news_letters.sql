-- +goose NO TRANSACTION
-- +goose Up
-- The ledger grows with every letter, so nothing here keeps writers of effects from it for long: what is there is
-- checked, and the index built, beside them. Each statement can be run again if one after it fails.

-- Changes that a member is to be told of (D27), written with the change and removed once a letter told of it. The
-- revision is that of the row of news by which the change came, so these come in the order of commits, which the
-- instants of a history do not.
create table if not exists news_items (
  org_id text collate "C" not null,
  news_id text collate "C" not null,
  revision bigint not null,
  posting_id text collate "C" not null,
  subject text collate "C" not null, -- the change, by its key in the history
  subject_id text collate "C" not null,
  at timestamptz(3) not null,
  change_id text collate "C" not null,
  primary key (org_id, news_id, revision),
  foreign key (org_id, news_id) references news (org_id, id) on delete cascade
);
create index if not exists news_items_by_change on news_items (org_id, change_id);

-- The ledger has these letters too: one entry for each member, the letter that was sent last.
alter table effects add column if not exists news_id text collate "C";
alter table effects
  drop constraint if exists effects_org_id_news_id_fkey,
  add foreign key (org_id, news_id) references news (org_id, id) on delete cascade not valid,
  drop constraint if exists one_subject_per_effect,
  add constraint one_subject_per_effect check (case when interview_id is null then 0 else 1 end
    + case when candidate_id is null then 0 else 1 end + case when calendar_id is null then 0 else 1 end
    + case when sign_in_id is null then 0 else 1 end + case when news_id is null then 0 else 1 end = 1) not valid;
alter table effects validate constraint effects_org_id_news_id_fkey;
alter table effects validate constraint one_subject_per_effect;
drop index concurrently if exists one_letter_per_news; -- an interrupted build leaves one that is of no use
create unique index concurrently one_letter_per_news on effects (org_id, news_id) where news_id is not null;
