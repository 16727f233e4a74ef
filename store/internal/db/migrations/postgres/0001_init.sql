-- +goose Up
create extension if not exists btree_gist;

create table organizations (
  id text collate "C" primary key,
  slug text collate "C" not null,
  name text not null,
  approved boolean not null,
  time_zone text not null,
  mail_from text not null,
  admins text not null, -- JSON list of addresses
  invite_days integer not null,
  reschedule_max integer not null,
  reschedule_cutoff_hours integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint one_organization_per_slug unique (slug)
);

create table keys (
  org_id text collate "C" not null references organizations (id),
  id text collate "C" not null,
  name text not null,
  hash text collate "C" not null,
  last_four text not null,
  scopes text, -- JSON list; null: unrestricted
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  primary key (org_id, id),
  constraint one_key_per_id unique (id),
  constraint one_key_per_hash unique (hash)
);

create table audit (
  id text collate "C" primary key,
  org_id text collate "C" references organizations (id), -- null: failed authentication
  key_id text collate "C",
  method text not null,
  route text not null, -- the pattern, never the path
  status integer not null,
  duration_us bigint not null,
  resource_ids text not null, -- JSON list
  request_id text not null,
  at timestamptz(3) not null,
  foreign key (org_id, key_id) references keys (org_id, id)
);
create index audit_by_key on audit (org_id, key_id, at);

create table people (
  org_id text collate "C" not null references organizations (id),
  email text collate "C" not null,
  name text not null,
  time_zone text not null,
  meeting_link text not null,
  working_hours text, -- JSON by weekday; null: none saved
  calendar_connected boolean not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (org_id, email)
);

create table calendars (
  org_id text collate "C" not null,
  email text collate "C" not null,
  provider text not null,
  sealed bytea not null, -- credentials under a key derived from LITMUS_SECRET
  fingerprint text not null, -- keyed digest of what is sealed, to see whether a file changed it
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (org_id, email),
  foreign key (org_id, email) references people (org_id, email)
);

create table assessments (
  org_id text collate "C" not null references organizations (id),
  id text collate "C" not null,
  key text not null,
  title text not null,
  delivery_mode text not null,
  ready boolean not null,
  instructions text not null,
  time_limit_minutes integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (org_id, id),
  constraint one_assessment_per_key unique (org_id, key),
  constraint known_delivery_mode check (delivery_mode in ('async', 'sync', 'trial'))
);

create table postings (
  org_id text collate "C" not null references organizations (id),
  id text collate "C" not null,
  key text not null,
  kind text not null,
  title text not null,
  status text not null,
  team text not null,
  location text not null,
  type text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (org_id, id),
  constraint one_posting_per_key unique (org_id, key),
  constraint known_posting_kind check (kind in ('role', 'cohort')),
  constraint known_posting_status check (status in ('open', 'closed'))
);
create index roles_newest_first on postings (org_id, created_at desc, id desc);

create table tracks (
  org_id text collate "C" not null,
  id text collate "C" not null,
  posting_id text collate "C" not null,
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
  org_id text collate "C" not null,
  id text collate "C" not null,
  posting_id text collate "C" not null,
  track_id text collate "C" not null,
  key text not null,
  type text not null,
  title text not null,
  position integer not null,
  assessment_id text collate "C",
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
  org_id text collate "C" not null,
  posting_id text collate "C" not null,
  assessment_id text collate "C" not null,
  position integer not null,
  primary key (org_id, posting_id, assessment_id),
  foreign key (org_id, posting_id) references postings (org_id, id),
  foreign key (org_id, assessment_id) references assessments (org_id, id)
);

create table posting_interviewers (
  org_id text collate "C" not null,
  posting_id text collate "C" not null,
  email text collate "C" not null,
  meeting_link text not null,
  primary key (org_id, posting_id, email),
  foreign key (org_id, posting_id) references postings (org_id, id)
);

create table slots (
  org_id text collate "C" not null,
  posting_id text collate "C" not null,
  email text collate "C" not null,
  start_at timestamptz(3) not null,
  primary key (org_id, posting_id, email, start_at),
  constraint half_hour_slots check (mod(extract(epoch from start_at), 1800) = 0),
  foreign key (org_id, posting_id, email) references posting_interviewers (org_id, posting_id, email) on delete cascade
);

create table candidates (
  org_id text collate "C" not null,
  id text collate "C" not null,
  posting_id text collate "C" not null,
  assessment_id text collate "C" not null,
  track_id text collate "C" not null,
  email text collate "C" not null,
  name text not null,
  state text not null,
  invited_at timestamptz(3),
  invite_expires_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (org_id, id),
  constraint candidate_of_assessment unique (org_id, posting_id, assessment_id, id),
  constraint one_candidate_per_assessment_and_email unique (org_id, posting_id, assessment_id, email),
  constraint known_candidate_state check (state in ('invited', 'in_progress', 'submitted', 'advanced', 'rejected', 'expired', 'withdrawn')),
  foreign key (org_id, posting_id, track_id) references tracks (org_id, posting_id, id),
  foreign key (org_id, assessment_id) references assessments (org_id, id)
);
create index candidates_by_email on candidates (org_id, email);

create table interviews (
  org_id text collate "C" not null,
  id text collate "C" not null,
  posting_id text collate "C" not null,
  round_id text collate "C" not null,
  track_id text collate "C" not null,
  assessment_id text collate "C" not null,
  candidate_id text collate "C" not null,
  source text not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  window_ends_at timestamptz(3),
  expires_at timestamptz(3),
  link_used_at timestamptz(3),
  duration_minutes integer not null,
  indefinite boolean not null,
  time_zone text not null,
  interviewer_email text collate "C", -- null: none is named
  briefing_recipients text not null, -- JSON list of addresses
  meeting_link text not null,
  link_source text not null,
  externally_scheduled boolean not null,
  call_ended_at timestamptz(3),
  canceled_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  revision bigint not null,
  woken_revision bigint not null,
  converged_revision bigint not null,
  next_due_at timestamptz(3),
  announce_revision bigint not null,
  start_set_at timestamptz(3) not null,
  interviewer_set_at timestamptz(3) not null,
  assessment_link_owed boolean not null,
  access_epoch bigint not null,
  primary key (org_id, id),
  constraint known_source check (source in ('litmus', 'external', 'greenhouse', 'ashby', 'lever')),
  constraint ends_after_it_starts check (ends_at > starts_at),
  foreign key (org_id, posting_id, track_id, round_id) references rounds (org_id, posting_id, track_id, id),
  foreign key (org_id, posting_id, assessment_id, candidate_id) references candidates (org_id, posting_id, assessment_id, id),
  constraint no_interviewer_overlap exclude using gist (org_id with =, interviewer_email with =, tstzrange(starts_at, ends_at) with &&)
    where (canceled_at is null and call_ended_at is null and not externally_scheduled)
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

create table imports (
  org_id text collate "C" not null references organizations (id),
  key text not null,
  interview_id text collate "C" not null,
  digest text not null, -- of the file's entry when it was last applied
  primary key (org_id, key),
  foreign key (org_id, interview_id) references interviews (org_id, id)
);

create table artifacts (
  org_id text collate "C" not null,
  interview_id text collate "C" not null,
  transcript text, -- JSON, each
  recording text,
  interviewer_notes text,
  primary key (org_id, interview_id),
  foreign key (org_id, interview_id) references interviews (org_id, id)
);

create table submissions (
  org_id text collate "C" not null,
  id text collate "C" not null,
  key text, -- null: not from a file
  posting_id text collate "C" not null,
  assessment_id text collate "C" not null,
  candidate_id text collate "C" not null,
  submitted_at timestamptz(3) not null,
  score double precision,
  native_score double precision,
  decision text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (org_id, id),
  constraint one_submission_per_key unique (org_id, key),
  constraint known_decision check (decision in ('pending', 'advance', 'reject')),
  constraint score_in_range check (score between 0 and 100),
  constraint native_score_in_range check (native_score between 0 and 5),
  foreign key (org_id, posting_id, assessment_id, candidate_id) references candidates (org_id, posting_id, assessment_id, id)
);

create table ledger (
  org_id text collate "C" not null,
  interview_id text collate "C" not null,
  target text collate "C" not null,
  kind text collate "C" not null,
  revision bigint not null,
  state text not null,
  permanent boolean not null,
  invitation boolean not null,
  assessment_link boolean not null,
  tries integer not null,
  lease_until timestamptz(3),
  provider_id text not null,
  start timestamptz(3) not null,
  meeting_link text not null,
  interviewer text not null,
  stamp timestamptz(3) not null,
  code text not null,
  detail text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (org_id, interview_id, target, kind, revision),
  constraint known_effect_state check (state in ('intent', 'done', 'failed', 'obsolete')),
  foreign key (org_id, interview_id) references interviews (org_id, id)
);

