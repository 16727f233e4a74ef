-- +goose Up
-- A letter with a link to sign in (D6). The row of the links has a workflow, like a candidate's: its revision is the epoch
-- of the link that was last asked for by mail, 0 for none.
alter table sign_ins add column asked text not null default '[]'; -- when letters were asked for in the last hour
alter table sign_ins add column revision bigint not null default 0;
alter table sign_ins add column woken_revision bigint not null default 0;
alter table sign_ins add column converged_revision bigint not null default 0;
alter table sign_ins add column next_due_at timestamp;
alter table sign_ins add column claimed_revision bigint not null default 0;
alter table sign_ins add column claimed_until timestamp;
create index sign_ins_to_wake on sign_ins (updated_at) where woken_revision < revision;
create index sign_ins_to_converge on sign_ins (updated_at) where converged_revision < revision;
create index sign_ins_due on sign_ins (next_due_at) where next_due_at is not null;

-- The ledger has these letters too: one entry for each row, the letter that was sent last.
create table effects_of_four (
  org_id text not null,
  interview_id text, -- exactly one of these four is set
  candidate_id text,
  calendar_id text,
  sign_in_id text,
  target text not null,
  kind text not null,
  revision bigint not null, -- of an interview when it was first tried; of the others see migration 0011 and below
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
    + case when sign_in_id is null then 0 else 1 end = 1),
  foreign key (org_id, interview_id) references interviews (org_id, id),
  foreign key (org_id, candidate_id) references candidates (org_id, id),
  foreign key (org_id, calendar_id) references calendars (org_id, id) on delete cascade,
  foreign key (org_id, sign_in_id) references sign_ins (org_id, id) on delete cascade
);
insert into effects_of_four (org_id, interview_id, candidate_id, calendar_id, target, kind, revision, state, permanent, invitation,
  assessment_link, tries, lease_until, provider_id, etag, start, meeting_link, interviewer, stamp, code, detail, created_at,
  updated_at)
select org_id, interview_id, candidate_id, calendar_id, target, kind, revision, state, permanent, invitation,
  assessment_link, tries, lease_until, provider_id, etag, start, meeting_link, interviewer, stamp, code, detail, created_at,
  updated_at from effects;
drop table effects;
alter table effects_of_four rename to effects;
create unique index one_entry_per_effect on effects (org_id, interview_id, target, kind, revision)
  where interview_id is not null;
create unique index one_letter_per_candidate on effects (org_id, candidate_id) where candidate_id is not null;
create unique index one_notice_per_admin on effects (org_id, calendar_id, target) where calendar_id is not null;
create unique index one_letter_per_sign_in on effects (org_id, sign_in_id) where sign_in_id is not null;
