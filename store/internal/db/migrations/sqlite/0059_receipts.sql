-- +goose Up
-- A candidate gets a receipt for what they hand in: when, in the zone of the page. '' says that none is owed, as for
-- all that was handed in before and what an older program writes.
alter table submissions add column receipt_zone text not null default '';

-- The ledger has these letters too: one entry for each submission.
create table effects_of_six (
  org_id text not null,
  interview_id text, -- exactly one of these six is set
  candidate_id text,
  calendar_id text,
  sign_in_id text,
  news_id text,
  submission_id text,
  target text not null,
  kind text not null,
  revision bigint not null, -- of an interview when it was first tried; of the others see migrations 0011 and 0015, and below
  state text not null,
  permanent boolean not null,
  invitation boolean not null,
  assessment_link boolean not null,
  tries integer not null,
  lease_until timestamp,
  provider_id text not null,
  etag text not null, -- of a copy in a calendar
  start timestamp not null,
  meeting_link text not null,
  interviewer text not null,
  stamp timestamp not null,
  code text not null,
  detail text not null,
  created_at timestamp not null,
  updated_at timestamp not null,
  constraint known_effect_state check (state in ('intent', 'done', 'failed', 'obsolete')),
  constraint one_subject_per_effect check (case when interview_id is null then 0 else 1 end
    + case when candidate_id is null then 0 else 1 end + case when calendar_id is null then 0 else 1 end
    + case when sign_in_id is null then 0 else 1 end + case when news_id is null then 0 else 1 end
    + case when submission_id is null then 0 else 1 end = 1),
  foreign key (org_id, interview_id) references interviews (org_id, id),
  foreign key (org_id, candidate_id) references candidates (org_id, id),
  foreign key (org_id, calendar_id) references calendars (org_id, id) on delete cascade,
  foreign key (org_id, sign_in_id) references sign_ins (org_id, id) on delete cascade,
  foreign key (org_id, news_id) references news (org_id, id) on delete cascade,
  foreign key (org_id, submission_id) references submissions (org_id, id) on delete cascade
);
insert into effects_of_six (org_id, interview_id, candidate_id, calendar_id, sign_in_id, news_id, target, kind, revision, state, permanent, invitation,
  assessment_link, tries, lease_until, provider_id, etag, start, meeting_link, interviewer, stamp, code, detail, created_at,
  updated_at)
select org_id, interview_id, candidate_id, calendar_id, sign_in_id, news_id, target, kind, revision, state, permanent, invitation,
  assessment_link, tries, lease_until, provider_id, etag, start, meeting_link, interviewer, stamp, code, detail, created_at,
  updated_at from effects;
drop table effects;
alter table effects_of_six rename to effects;
create unique index one_entry_per_effect on effects (org_id, interview_id, target, kind, revision)
  where interview_id is not null;
create unique index one_letter_per_candidate on effects (org_id, candidate_id) where candidate_id is not null;
create unique index one_notice_per_admin on effects (org_id, calendar_id, target) where calendar_id is not null;
create unique index one_letter_per_sign_in on effects (org_id, sign_in_id) where sign_in_id is not null;
create unique index one_letter_per_news on effects (org_id, news_id) where news_id is not null;
create unique index one_receipt_per_submission on effects (org_id, submission_id) where submission_id is not null;
create index effects_failing on effects (org_id, updated_at) where code <> '' and state in ('intent', 'failed');
