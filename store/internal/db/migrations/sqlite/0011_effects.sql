-- +goose Up
-- One ledger for everything that is done to the world outside. An effect is about one interview, candidate or calendar,
-- and each of the three has its own key: what may be there once.
create unique index calendar_of_organization on calendars (org_id, id); -- for the foreign key

create table effects (
  org_id text not null,
  interview_id text, -- exactly one of these three is set
  candidate_id text,
  calendar_id text,
  target text not null,
  kind text not null,
  revision bigint not null, -- of an interview when it was first tried; of the others see below
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
    + case when candidate_id is null then 0 else 1 end + case when calendar_id is null then 0 else 1 end = 1),
  foreign key (org_id, interview_id) references interviews (org_id, id),
  foreign key (org_id, candidate_id) references candidates (org_id, id),
  foreign key (org_id, calendar_id) references calendars (org_id, id) on delete cascade
);

insert into effects (org_id, interview_id, target, kind, revision, state, permanent, invitation, assessment_link, tries,
  lease_until, provider_id, etag, start, meeting_link, interviewer, stamp, code, detail, created_at, updated_at)
select org_id, interview_id, target, kind, revision, state, permanent, invitation, assessment_link, tries,
  lease_until, provider_id, etag, start, meeting_link, interviewer, stamp, code, detail, created_at, updated_at
from ledger;

-- An invitation is one letter in all, whose revision is always 0.
insert into effects (org_id, candidate_id, target, kind, revision, state, permanent, invitation, assessment_link, tries,
  lease_until, provider_id, etag, start, meeting_link, interviewer, stamp, code, detail, created_at, updated_at)
select l.org_id, l.candidate_id, 'mail:candidate:' || c.email, l.kind, 0, l.state, l.permanent, false, false, l.tries,
  l.lease_until, l.provider_id, '', l.stamp, '', '', l.stamp, l.code, l.detail, l.created_at, l.updated_at
from invitation_letters l join candidates c on c.org_id = l.org_id and c.id = l.candidate_id;

-- An admin's entry is what they were told last of a calendar. Its revision rises with each break and each repair: twice
-- the milliseconds of the break's start, and one more for the letter about its end.
insert into effects (org_id, calendar_id, target, kind, revision, state, permanent, invitation, assessment_link, tries,
  lease_until, provider_id, etag, start, meeting_link, interviewer, stamp, code, detail, created_at, updated_at)
select l.org_id, c.id, 'mail:admin:' || l.admin, l.kind,
  2 * (l.broke_at / 1000) + case when l.kind = 'calendar_healed' then 1 else 0 end,
  l.state, l.permanent, false, false, l.tries, l.lease_until, l.provider_id, '', l.broke_at, '', l.email, l.stamp,
  l.code, l.detail, l.created_at, l.updated_at
from calendar_letters l join calendars c on c.org_id = l.org_id and c.email = l.email;

create unique index one_entry_per_effect on effects (org_id, interview_id, target, kind, revision)
  where interview_id is not null;
create unique index one_letter_per_candidate on effects (org_id, candidate_id) where candidate_id is not null;
create unique index one_notice_per_admin on effects (org_id, calendar_id, target) where calendar_id is not null;

drop table ledger;
drop table invitation_letters;
drop table calendar_letters;
