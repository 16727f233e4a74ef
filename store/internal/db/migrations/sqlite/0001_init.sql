-- +goose Up
-- Instants are integers, microseconds since 1970 in UTC, always of whole milliseconds; ids compare as bytes by default.
create table organizations (
  id text primary key,
  slug text not null,
  name text not null,
  approved boolean not null,
  time_zone text not null,
  mail_from text not null,
  admins text not null, -- JSON list of addresses
  invite_days integer not null,
  reschedule_max integer not null,
  reschedule_cutoff_hours integer not null,
  created_at timestamp not null,
  updated_at timestamp not null,
  constraint one_organization_per_slug unique (slug)
);

create table keys (
  org_id text not null references organizations (id),
  id text not null,
  name text not null,
  hash text not null,
  last_four text not null,
  scopes text, -- JSON list; null: unrestricted
  created_at timestamp not null,
  last_used_at timestamp,
  revoked_at timestamp,
  primary key (org_id, id),
  constraint one_key_per_id unique (id),
  constraint one_key_per_hash unique (hash)
);

create table audit (
  id text primary key,
  org_id text references organizations (id), -- null: failed authentication
  key_id text,
  method text not null,
  route text not null, -- the pattern, never the path
  status integer not null,
  duration_us bigint not null,
  resource_ids text not null, -- JSON list
  request_id text not null,
  at timestamp not null,
  foreign key (org_id, key_id) references keys (org_id, id)
);
create index audit_by_key on audit (org_id, key_id, at);

create table people (
  org_id text not null references organizations (id),
  email text not null,
  name text not null,
  time_zone text not null,
  meeting_link text not null,
  working_hours text, -- JSON by weekday; null: none saved
  calendar_connected boolean not null,
  created_at timestamp not null,
  updated_at timestamp not null,
  primary key (org_id, email)
);

create table calendars (
  org_id text not null,
  email text not null,
  provider text not null,
  sealed blob not null, -- credentials under a key derived from LITMUS_SECRET
  fingerprint text not null, -- keyed digest of what is sealed, to see whether a file changed it
  created_at timestamp not null,
  updated_at timestamp not null,
  primary key (org_id, email),
  foreign key (org_id, email) references people (org_id, email)
);

create table assessments (
  org_id text not null references organizations (id),
  id text not null,
  key text not null,
  title text not null,
  delivery_mode text not null,
  ready boolean not null,
  instructions text not null,
  time_limit_minutes integer not null,
  created_at timestamp not null,
  updated_at timestamp not null,
  primary key (org_id, id),
  constraint one_assessment_per_key unique (org_id, key),
  constraint known_delivery_mode check (delivery_mode in ('async', 'sync', 'trial'))
);

create table postings (
  org_id text not null references organizations (id),
  id text not null,
  key text not null,
  kind text not null,
  title text not null,
  status text not null,
  team text not null,
  location text not null,
  type text not null,
  created_at timestamp not null,
  updated_at timestamp not null,
  primary key (org_id, id),
  constraint one_posting_per_key unique (org_id, key),
  constraint known_posting_kind check (kind in ('role', 'cohort')),
  constraint known_posting_status check (status in ('open', 'closed'))
);
create index roles_newest_first on postings (org_id, created_at desc, id desc);

create table tracks (
  org_id text not null,
  id text not null,
  posting_id text not null,
  key text not null,
  name text not null,
  is_default boolean not null,
  position integer not null,
  primary key (org_id, id),
  constraint track_of_posting unique (org_id, posting_id, id),
  constraint one_track_per_key unique (org_id, posting_id, key),
  foreign key (org_id, posting_id) references postings (org_id, id)
);

create table rounds (
  org_id text not null,
  id text not null,
  posting_id text not null,
  track_id text not null,
  key text not null,
  type text not null,
  title text not null,
  position integer not null,
  assessment_id text,
  duration_minutes integer not null,
  bookable boolean not null,
  indefinite boolean not null,
  fallback_recipients text not null, -- JSON list of addresses
  group_id text not null,
  assignment_mode text not null,
  assessment_ids text not null, -- JSON list, of a group
  primary key (org_id, id),
  constraint round_of_track unique (org_id, posting_id, track_id, id),
  constraint one_round_per_key unique (org_id, track_id, key),
  constraint known_step_type check (type in ('assessment', 'group', 'step')),
  constraint assessment_step_has_assessment check ((type = 'assessment') = (assessment_id is not null)),
  foreign key (org_id, posting_id, track_id) references tracks (org_id, posting_id, id),
  foreign key (org_id, assessment_id) references assessments (org_id, id)
);

create table unstaged_assessments (
  org_id text not null,
  posting_id text not null,
  assessment_id text not null,
  position integer not null,
  primary key (org_id, posting_id, assessment_id),
  foreign key (org_id, posting_id) references postings (org_id, id),
  foreign key (org_id, assessment_id) references assessments (org_id, id)
);

create table posting_interviewers (
  org_id text not null,
  posting_id text not null,
  email text not null,
  meeting_link text not null,
  primary key (org_id, posting_id, email),
  foreign key (org_id, posting_id) references postings (org_id, id)
);

create table slots (
  org_id text not null,
  posting_id text not null,
  email text not null,
  start_at timestamp not null,
  primary key (org_id, posting_id, email, start_at),
  constraint half_hour_slots check (start_at % 1800000000 = 0),
  foreign key (org_id, posting_id, email) references posting_interviewers (org_id, posting_id, email) on delete cascade
);

create table candidates (
  org_id text not null,
  id text not null,
  posting_id text not null,
  assessment_id text not null,
  track_id text not null,
  email text not null,
  name text not null,
  state text not null,
  invited_at timestamp,
  invite_expires_at timestamp,
  created_at timestamp not null,
  updated_at timestamp not null,
  primary key (org_id, id),
  constraint candidate_of_assessment unique (org_id, posting_id, assessment_id, id),
  constraint one_candidate_per_assessment_and_email unique (org_id, posting_id, assessment_id, email),
  constraint known_candidate_state check (state in ('invited', 'in_progress', 'submitted', 'advanced', 'rejected', 'expired', 'withdrawn')),
  foreign key (org_id, posting_id, track_id) references tracks (org_id, posting_id, id),
  foreign key (org_id, assessment_id) references assessments (org_id, id)
);
create index candidates_by_email on candidates (org_id, email);

create table interviews (
  org_id text not null,
  id text not null,
  posting_id text not null,
  round_id text not null,
  track_id text not null,
  assessment_id text not null,
  candidate_id text not null,
  source text not null,
  starts_at timestamp not null,
  ends_at timestamp not null,
  window_ends_at timestamp,
  expires_at timestamp,
  link_used_at timestamp,
  duration_minutes integer not null,
  indefinite boolean not null,
  time_zone text not null,
  interviewer_email text, -- null: none is named
  briefing_recipients text not null, -- JSON list of addresses
  meeting_link text not null,
  link_source text not null,
  externally_scheduled boolean not null,
  call_ended_at timestamp,
  canceled_at timestamp,
  created_at timestamp not null,
  updated_at timestamp not null,
  revision bigint not null,
  woken_revision bigint not null,
  converged_revision bigint not null,
  next_due_at timestamp,
  announce_revision bigint not null,
  start_set_at timestamp not null,
  interviewer_set_at timestamp not null,
  assessment_link_owed boolean not null,
  access_epoch bigint not null,
  primary key (org_id, id),
  constraint known_source check (source in ('litmus', 'external', 'greenhouse', 'ashby', 'lever')),
  constraint ends_after_it_starts check (ends_at > starts_at),
  foreign key (org_id, posting_id, track_id, round_id) references rounds (org_id, posting_id, track_id, id),
  foreign key (org_id, posting_id, assessment_id, candidate_id) references candidates (org_id, posting_id, assessment_id, id)
);
create unique index one_live_interview_per_candidate on interviews (org_id, candidate_id) where canceled_at is null;
create index interviews_by_start on interviews (org_id, starts_at, id);
create index interviews_by_update on interviews (org_id, updated_at);
create index interviews_by_posting on interviews (org_id, posting_id, starts_at, id);
create index interviews_by_candidate on interviews (org_id, candidate_id, starts_at, id);
create index interviews_that_block on interviews (org_id, interviewer_email, starts_at) where canceled_at is null and call_ended_at is null;
create index interviews_to_wake on interviews (updated_at) where woken_revision < revision;
create index interviews_to_converge on interviews (updated_at) where converged_revision < revision;
create index interviews_due on interviews (next_due_at) where next_due_at is not null;

-- What PostgreSQL states as an exclusion constraint: no two interviews of one interviewer overlap.
-- +goose StatementBegin
create trigger no_interviewer_overlap_insert before insert on interviews
when new.interviewer_email is not null and new.canceled_at is null and new.call_ended_at is null and not new.externally_scheduled
begin
  select raise(abort, 'no_interviewer_overlap') from interviews
  where org_id = new.org_id and interviewer_email = new.interviewer_email and id <> new.id
    and canceled_at is null and call_ended_at is null and not externally_scheduled
    and starts_at < new.ends_at and ends_at > new.starts_at;
end;
-- +goose StatementEnd
-- +goose StatementBegin
create trigger no_interviewer_overlap_update before update of interviewer_email, starts_at, ends_at, canceled_at, call_ended_at, externally_scheduled on interviews
when new.interviewer_email is not null and new.canceled_at is null and new.call_ended_at is null and not new.externally_scheduled
begin
  select raise(abort, 'no_interviewer_overlap') from interviews
  where org_id = new.org_id and interviewer_email = new.interviewer_email and id <> new.id
    and canceled_at is null and call_ended_at is null and not externally_scheduled
    and starts_at < new.ends_at and ends_at > new.starts_at;
end;
-- +goose StatementEnd

create table imports (
  org_id text not null references organizations (id),
  key text not null,
  interview_id text not null,
  digest text not null, -- of the file's entry when it was last applied
  primary key (org_id, key),
  foreign key (org_id, interview_id) references interviews (org_id, id)
);

create table artifacts (
  org_id text not null,
  interview_id text not null,
  transcript text, -- JSON, each
  recording text,
  interviewer_notes text,
  primary key (org_id, interview_id),
  foreign key (org_id, interview_id) references interviews (org_id, id)
);

create table submissions (
  org_id text not null,
  id text not null,
  key text, -- null: not from a file
  posting_id text not null,
  assessment_id text not null,
  candidate_id text not null,
  submitted_at timestamp not null,
  score real,
  native_score real,
  decision text not null,
  created_at timestamp not null,
  updated_at timestamp not null,
  primary key (org_id, id),
  constraint one_submission_per_key unique (org_id, key),
  constraint known_decision check (decision in ('pending', 'advance', 'reject')),
  constraint score_in_range check (score between 0 and 100),
  constraint native_score_in_range check (native_score between 0 and 5),
  foreign key (org_id, posting_id, assessment_id, candidate_id) references candidates (org_id, posting_id, assessment_id, id)
);

create table ledger (
  org_id text not null,
  interview_id text not null,
  target text not null,
  kind text not null,
  revision bigint not null,
  state text not null,
  permanent boolean not null,
  invitation boolean not null,
  assessment_link boolean not null,
  tries integer not null,
  lease_until timestamp,
  provider_id text not null,
  start timestamp not null,
  meeting_link text not null,
  interviewer text not null,
  stamp timestamp not null,
  code text not null,
  detail text not null,
  created_at timestamp not null,
  updated_at timestamp not null,
  primary key (org_id, interview_id, target, kind, revision),
  constraint known_effect_state check (state in ('intent', 'done', 'failed', 'obsolete')),
  foreign key (org_id, interview_id) references interviews (org_id, id)
);

