-- What the migrations make of an empty database, in SQLite's dialect: make generate.
-- PostgreSQL has the same tables, columns, constraints and indexes, with timestamptz for instants.
-- What the columns mean is said in the types of models and the packages below it.

create table organizations (
  id text primary key,
  slug text not null,
  name text not null,
  approved boolean not null,
  time_zone text not null,
  mail_from text not null,
  invite_days integer not null,
  reschedule_max integer not null,
  reschedule_cutoff_hours integer not null,
  created_at timestamp not null,
  updated_at timestamp not null,
  allow_private_networks text not null default '[]',
  origin text not null default 'file' constraint known_organization_origin check (origin in ('file', 'dashboard')),
  version bigint not null default 1,
  fallback_recipients text not null default '[]',
  accent text not null default '',
  logo_type text not null default '',
  brand_version bigint not null default 0,
  move_picked_only boolean not null default false,
  undo_seconds integer not null default 10,
  cancel_forbidden boolean not null default false,
  cancel_cutoff_hours integer not null default 0,
  support_email text not null default '',
  language text not null default 'en',
  limits text,
  refill_hours integer not null default 0,
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
  form text,
  primary key (org_id, id),
  constraint one_key_per_id unique (id),
  constraint one_key_per_hash unique (hash)
);
create unique index one_key_per_form on keys (org_id, form) where form is not null;

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
  count bigint not null default 1,
  address text,
  foreign key (org_id, key_id) references keys (org_id, id)
);
create index audit_by_key on audit (org_id, key_id, at);
create index audit_by_organization on audit (org_id, at, id);
create index audit_by_request on audit (org_id, request_id);
create index audit_by_time on audit (at);
create index audit_of_failures on audit (org_id, at, id) where status >= 400;
create unique index one_row_per_address_and_minute on audit (address, at) where address is not null;

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
  origin text not null default 'file' constraint known_person_origin check (origin in ('file', 'dashboard')),
  dates text,
  title text not null default '',
  limits text,
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
  id text not null default '',
  synced_at timestamp,
  synced_until timestamp,
  sync_token text not null default '',
  next_sync_at timestamp,
  failing_since timestamp,
  failed_at timestamp,
  failures integer not null default 0,
  code text not null default '',
  detail text not null default '',
  revoked boolean not null default false,
  revision bigint not null default 1,
  woken_revision bigint not null default 0,
  synced_revision bigint not null default 0,
  claimed_revision bigint not null default 0,
  claimed_until timestamp,
  busy_revision bigint not null default 0,
  origin text not null default 'file' constraint known_calendar_origin check (origin in ('file', 'dashboard')),
  wake_trace text,
  room_id text,
  primary key (org_id, email),
  foreign key (org_id, room_id) references rooms (org_id, id) on delete cascade
);
create unique index calendar_of_organization on calendars (org_id, id);
create index calendars_to_read on calendars (updated_at) where synced_revision < revision;
create index calendars_to_sync on calendars (next_sync_at);
create index calendars_to_wake on calendars (updated_at) where woken_revision < revision;
create unique index one_calendar_per_id on calendars (id);

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
  origin text not null default 'file' constraint known_assessment_origin check (origin in ('file', 'dashboard')),
  version bigint not null default 1,
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
  origin text not null default 'file' constraint known_posting_origin check (origin in ('file', 'dashboard')),
  version bigint not null default 1,
  archived_at timestamp,
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
  assessment_ids text not null,
  seats text, -- JSON list, of a group
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
  named boolean not null default true,
  primary key (org_id, posting_id, email),
  foreign key (org_id, posting_id) references postings (org_id, id)
);
create index posting_interviewers_by_email on posting_interviewers (org_id, email);

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
  started_at timestamp,
  revision bigint not null default 0,
  woken_revision bigint not null default 0,
  converged_revision bigint not null default 0,
  next_due_at timestamp,
  access_epoch bigint not null default 0,
  claimed_revision bigint not null default 0,
  claimed_until timestamp,
  resends bigint not null default 0,
  resent_at timestamp,
  resends_of_day bigint not null default 0,
  advanced_from text not null default '',
  invite_note text not null default '',
  language text not null default '',
  hour_cycle text not null default '',
  erasure text not null default '',
  wake_trace text,
  primary key (org_id, id),
  constraint candidate_of_assessment unique (org_id, posting_id, assessment_id, id),
  constraint one_candidate_per_assessment_and_email unique (org_id, posting_id, assessment_id, email),
  constraint known_candidate_state check (state in ('invited', 'in_progress', 'submitted', 'advanced', 'rejected', 'expired', 'withdrawn')),
  foreign key (org_id, posting_id, track_id) references tracks (org_id, posting_id, id),
  foreign key (org_id, assessment_id) references assessments (org_id, id)
);
create index candidates_by_email on candidates (org_id, email);
create index candidates_by_state on candidates (org_id, state, created_at desc, id desc);
create index candidates_due on candidates (next_due_at) where next_due_at is not null;
create index candidates_invited on candidates (org_id, invite_expires_at) where state = 'invited' and invited_at is not null;
create index candidates_newest_first on candidates (org_id, created_at desc, id desc);
create index candidates_of_posting on candidates (org_id, posting_id, created_at desc, id desc);
create index candidates_of_steps on candidates (org_id, track_id, assessment_id, created_at, state) where created_at is not null;
create index candidates_to_converge on candidates (updated_at) where converged_revision < revision;
create index candidates_to_wake on candidates (updated_at) where woken_revision < revision;
create trigger write_attendees_insert after insert on interviews when new.interviewer_email is not null or new.panel is not null begin insert into attendees (org_id, interview_id, email, starts_at, ends_at, counts, blocks, exclusive) select new.org_id, new.id, e.email, new.starts_at, new.ends_at, new.canceled_at is null and not (new.source = 'external' and new.link_used_at is null), new.canceled_at is null and new.call_ended_at is null and not (new.source = 'external' and new.link_used_at is null), new.canceled_at is null and new.call_ended_at is null and not new.externally_scheduled from (select new.interviewer_email as email where new.interviewer_email is not null union select m.value ->> 'email' from json_each(coalesce(new.panel, '[]')) m) e; end;
create trigger write_attendees_update after update of interviewer_email, panel, starts_at, ends_at, canceled_at, call_ended_at, source, link_used_at, externally_scheduled on interviews when old.interviewer_email is not new.interviewer_email or old.panel is not new.panel or old.starts_at is not new.starts_at or old.ends_at is not new.ends_at or old.canceled_at is not new.canceled_at or old.call_ended_at is not new.call_ended_at or old.source is not new.source or old.link_used_at is not new.link_used_at or old.externally_scheduled is not new.externally_scheduled begin delete from attendees where org_id = new.org_id and interview_id = new.id; insert into attendees (org_id, interview_id, email, starts_at, ends_at, counts, blocks, exclusive) select new.org_id, new.id, e.email, new.starts_at, new.ends_at, new.canceled_at is null and not (new.source = 'external' and new.link_used_at is null), new.canceled_at is null and new.call_ended_at is null and not (new.source = 'external' and new.link_used_at is null), new.canceled_at is null and new.call_ended_at is null and not new.externally_scheduled from (select new.interviewer_email as email where new.interviewer_email is not null union select m.value ->> 'email' from json_each(coalesce(new.panel, '[]')) m) e; end;

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
  link_hash text,
  link_holder text,
  link_expires_at timestamp,
  picked boolean not null default false,
  reschedules integer not null default 0,
  calendar_copy boolean not null default false,
  link_maker text not null default '',
  claimed_revision bigint not null default 0,
  claimed_until timestamp,
  replacement text,
  held text,
  reason text,
  no_show text not null default '',
  no_show_note text not null default '',
  invited_at timestamp,
  erasure text not null default '',
  drift text,
  wake_trace text,
  panel text,
  over_limits text,
  answers text,
  replacements text,
  drifts text,
  departures text,
  primary key (org_id, id),
  constraint known_source check (source in ('litmus', 'external', 'greenhouse', 'ashby', 'lever')),
  constraint ends_after_it_starts check (ends_at > starts_at),
  foreign key (org_id, posting_id, track_id, round_id) references rounds (org_id, posting_id, track_id, id),
  foreign key (org_id, posting_id, assessment_id, candidate_id) references candidates (org_id, posting_id, assessment_id, id)
);
create index interviews_by_candidate on interviews (org_id, candidate_id, starts_at, id);
create index interviews_by_day on interviews (org_id, (starts_at / 86400000000), updated_at, starts_at, id, posting_id);
create index interviews_by_interviewer on interviews (org_id, interviewer_email, starts_at, id);
create index interviews_by_posting on interviews (org_id, posting_id, starts_at, id);
create index interviews_by_start on interviews (org_id, starts_at, id);
create index interviews_by_update on interviews (org_id, updated_at);
create index interviews_canceled_because on interviews (org_id, starts_at) where canceled_at is not null and reason is not null;
create index interviews_drifted on interviews (org_id, starts_at) where drift is not null;
create index interviews_due on interviews (next_due_at) where next_due_at is not null;
create index interviews_missed on interviews (org_id, starts_at, id) where no_show <> '' or panel like '%"missed":true%';
create index interviews_of_figures on interviews (org_id, starts_at, interviewer_email, created_at, invited_at, duration_minutes, canceled_at, source, link_used_at, externally_scheduled);
create index interviews_of_nobody on interviews (org_id, posting_id, starts_at) where interviewer_email is null and canceled_at is null and call_ended_at is null;
create index interviews_to_converge on interviews (updated_at) where converged_revision < revision;
create index interviews_to_replace on interviews (org_id, starts_at) where replacement is not null;
create index interviews_to_wake on interviews (updated_at) where woken_revision < revision;
create index interviews_unlinked on interviews (org_id, starts_at) where meeting_link = '' and link_maker = '' and not externally_scheduled;
create index interviews_unused on interviews (org_id, expires_at) where source = 'external' and link_used_at is null and canceled_at is null;
create index interviews_with_departures on interviews (org_id, starts_at) where departures is not null;
create index interviews_with_seats_drifted on interviews (org_id, starts_at) where drifts is not null;
create index interviews_with_seats_to_replace on interviews (org_id, starts_at) where replacements is not null;
create unique index one_interview_per_link on interviews (link_hash) where link_hash is not null;
create unique index one_live_interview_per_candidate on interviews (org_id, candidate_id) where canceled_at is null;

create table imports (
  org_id text not null references organizations (id),
  key text not null,
  interview_id text not null,
  digest text not null,
  origin text not null default 'file' constraint known_import_origin check (origin in ('file', 'dashboard')), -- of the file's entry when it was last applied
  primary key (org_id, key),
  foreign key (org_id, interview_id) references interviews (org_id, id)
);
create index imports_by_interview on imports (org_id, interview_id);

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
  origin text not null default 'file' constraint known_submission_origin check (origin in ('file', 'dashboard')),
  grade_version bigint not null default 0,
  receipt_zone text not null default '',
  primary key (org_id, id),
  constraint one_submission_per_key unique (org_id, key),
  constraint known_decision check (decision in ('pending', 'advance', 'reject')),
  constraint score_in_range check (score between 0 and 100),
  constraint native_score_in_range check (native_score between 0 and 5),
  foreign key (org_id, posting_id, assessment_id, candidate_id) references candidates (org_id, posting_id, assessment_id, id)
);
create index submissions_by_candidate on submissions (org_id, candidate_id, id);
create index submissions_queue on submissions (org_id, (case when decision <> 'pending' then 2 when grade_version = 0 then 0 else 1 end), submitted_at, id);

create table answers (
  org_id text not null,
  candidate_id text not null,
  text text not null,
  links text not null, -- JSON list of URLs
  submission_id text, -- null: a draft
  saved_at timestamp not null,
  primary key (org_id, candidate_id),
  foreign key (org_id, candidate_id) references candidates (org_id, id),
  foreign key (org_id, submission_id) references submissions (org_id, id)
);
create index drafts_by_age on answers (saved_at) where submission_id is null;

create table busy_blocks (
  org_id text not null,
  email text not null,
  from_at timestamp not null,
  to_at timestamp not null,
  constraint ends_after_it_begins check (to_at > from_at),
  foreign key (org_id, email) references calendars (org_id, email) on delete cascade
);
create index busy_by_person on busy_blocks (org_id, email, from_at, to_at);

create table callbacks (
  org_id text not null,
  interview_id text not null,
  event_id text not null,
  at timestamp not null,
  primary key (org_id, interview_id, event_id),
  foreign key (org_id, interview_id) references interviews (org_id, id)
);
create index callbacks_by_age on callbacks (at);

create table stranger_letters (
  org_id text not null references organizations (id),
  day text not null, -- in UTC, such as 2031-03-03
  letters bigint not null,
  primary key (org_id, day)
);

create table members (
  org_id text not null references organizations (id),
  email text not null,
  name text not null, -- '': the person's of that address
  role text not null,
  origin text not null, -- where the row is kept
  created_at timestamp not null,
  updated_at timestamp not null,
  primary key (org_id, email),
  constraint known_member_role check (role in ('admin', 'recruiter', 'interviewer')),
  constraint known_member_origin check (origin in ('file', 'dashboard'))
);

create table history (
  org_id text not null,
  subject text not null, -- the sort of record
  subject_id text not null,
  at timestamp not null,
  id text not null,
  what text not null,
  actor_kind text not null,
  actor_id text not null, -- a key's or candidate's id, a member's email, else ''
  request_id text not null, -- '': not by REST
  details text not null, -- JSON: fields with what they were and what they became
  primary key (org_id, subject, subject_id, at, id),
  constraint known_actor check (actor_kind in ('key', 'member', 'candidate', 'file', 'operator', 'service'))
);
create index history_by_time on history (org_id, at, id);
create index history_of_candidates on history (org_id, at, id) where actor_kind = 'candidate';
create index history_of_members on history (org_id, at, id) where actor_kind = 'member';
create index history_of_moves on history (org_id, at, subject_id, actor_kind) where what = 'moved';
create index history_of_reasons on history (org_id, at) where what = 'moved' and details like '%"because%';
create index history_taken_back on history (org_id, subject_id, at) where what = 'taken_back';
create index history_takings on history (org_id, at, subject_id) where what = 'taken_back';

create table sessions (
  org_id text not null references organizations (id),
  id text not null, -- names it in lists
  email text not null, -- of the member
  hash text not null,
  label text not null, -- the browser, in words
  created_at timestamp not null,
  seen_at timestamp not null, -- to the minute
  expires_at timestamp not null, -- at the latest
  primary key (org_id, id),
  constraint one_session_per_hash unique (hash)
);
create index sessions_by_end on sessions (expires_at);
create index sessions_by_member on sessions (org_id, email);

create table sign_ins (
  org_id text not null references organizations (id),
  id text not null, -- in the token, instead of the address
  email text not null,
  epoch bigint not null,
  expires_at timestamp not null,
  created_at timestamp not null,
  updated_at timestamp not null,
  asked text not null default '[]',
  revision bigint not null default 0,
  woken_revision bigint not null default 0,
  converged_revision bigint not null default 0,
  next_due_at timestamp,
  claimed_revision bigint not null default 0,
  claimed_until timestamp,
  living text not null default '[]',
  added_at timestamp,
  added_by text not null default '',
  member_letters text not null default '[]',
  sent text not null default '[]',
  counted bigint not null default 0,
  known boolean not null default false,
  wake_trace text,
  primary key (org_id, id),
  constraint one_sign_in_per_member unique (org_id, email)
);
create index sign_ins_by_email on sign_ins (email);
create index sign_ins_due on sign_ins (next_due_at) where next_due_at is not null;
create index sign_ins_to_converge on sign_ins (updated_at) where converged_revision < revision;
create index sign_ins_to_wake on sign_ins (updated_at) where woken_revision < revision;

create table taken_over (
  org_id text not null references organizations (id),
  kind text not null, -- as changes of an apply name it, such as posting
  key text not null, -- by which the file names it
  at timestamp not null,
  primary key (org_id, kind, key)
);

create table logos (
  org_id text not null references organizations (id),
  content blob not null,
  primary key (org_id)
);

create table grades (
  org_id text not null,
  submission_id text not null,
  version bigint not null, -- from 1, without gaps
  score real,
  native_score real,
  notes text not null,
  actor_kind text not null,
  actor_id text not null, -- of a member the email, of the organization file ''
  created_at timestamp not null,
  primary key (org_id, submission_id, version),
  constraint grade_score_in_range check (score between 0 and 100),
  constraint grade_native_score_in_range check (native_score between 0 and 5),
  foreign key (org_id, submission_id) references submissions (org_id, id) on delete cascade
);

create table committed_plans (
  org_id text not null references organizations (id),
  id text not null, -- random, in the plan that was given out
  key_id text not null, -- the key that confirmed it
  tool text not null,
  interview_id text not null, -- what it made or changed; '' for none
  candidate_id text not null,
  submission_id text not null,
  committed_at timestamp not null,
  made text not null default '',
  primary key (org_id, id)
);
create index committed_plans_by_age on committed_plans (committed_at);

create table test_clocks (
  org_id text not null references organizations (id),
  ahead_ms bigint not null, -- by how much the organization's time is ahead of the machine's
  wanted_ms bigint not null,
  served_until timestamp,
  moved_at timestamp,
  asked_to timestamp, -- by how much it was asked to be
  primary key (org_id),
  constraint test_clock_goes_forward check (ahead_ms >= 0 and wanted_ms >= ahead_ms)
);

create table rubrics (
  org_id text not null,
  assessment_id text not null,
  version bigint not null, -- from 1, without gaps
  text text not null,
  scale text not null, -- JSON: what scores mean
  actor_kind text not null,
  actor_id text not null,
  created_at timestamp not null,
  primary key (org_id, assessment_id, version),
  foreign key (org_id, assessment_id) references assessments (org_id, id) on delete cascade
);

create table absences (
  org_id text not null references organizations (id),
  email text not null,
  first_day text not null, -- a date such as 2026-12-21
  last_day text not null,
  why text not null default '',
  primary key (org_id, email, first_day, last_day),
  constraint absence_ends_after_it_begins check (first_day <= last_day)
);

create table posting_watchers (
  org_id text not null,
  posting_id text not null,
  email text not null, -- of the member
  recruiter boolean not null, -- one of the posting's recruiters; else somebody who follows it
  position integer not null, -- of a recruiter, in order; 0 for who follows
  created_at timestamp not null, -- since when they watch: what changed before is no news to them
  primary key (org_id, posting_id, email),
  foreign key (org_id, posting_id) references postings (org_id, id) on delete cascade
);
create index posting_watchers_by_member on posting_watchers (org_id, email);

create table news (
  org_id text not null references organizations (id),
  id text not null, -- names the workflow, instead of the address
  email text not null,
  as_recruiter text not null default 'at_once', -- how they are told of the postings that they recruit for
  following text not null default 'daily', -- how they are told of the postings that they follow
  seen_at timestamp not null, -- up to which change they have seen: its instant and id in the history
  seen_id text not null default '',
  revision bigint not null default 0,
  woken_revision bigint not null default 0,
  converged_revision bigint not null default 0,
  next_due_at timestamp,
  claimed_revision bigint not null default 0,
  claimed_until timestamp,
  created_at timestamp not null,
  updated_at timestamp not null,
  wake_trace text,
  primary key (org_id, id),
  constraint one_news_per_member unique (org_id, email),
  constraint known_told_as_recruiter check (as_recruiter in ('at_once', 'daily', 'never')),
  constraint known_told_following check (following in ('at_once', 'daily', 'never'))
);
create index news_due on news (next_due_at) where next_due_at is not null;
create index news_to_converge on news (updated_at) where converged_revision < revision;
create index news_to_wake on news (updated_at) where woken_revision < revision;

create table news_items (
  org_id text not null,
  news_id text not null,
  revision bigint not null,
  posting_id text not null,
  subject text not null, -- the change, by its key in the history
  subject_id text not null,
  at timestamp not null,
  change_id text not null,
  primary key (org_id, news_id, revision),
  foreign key (org_id, news_id) references news (org_id, id) on delete cascade
);
create index news_items_by_change on news_items (org_id, change_id);

create table pictures (
  org_id text not null references organizations (id),
  email text not null, -- of the member
  id text not null, -- names it in its address; another picture has another one
  content blob not null,
  for_candidates boolean not null default false,
  primary key (org_id, email),
  constraint one_picture_per_id unique (org_id, id)
);

create table accommodations (
  org_id text not null,
  candidate_id text not null,
  text text not null,
  asked_at timestamp not null, -- of the text: a change asks anew
  settled_at timestamp, -- null: nobody has seen to it yet
  settled_by text not null default '', -- the member
  primary key (org_id, candidate_id),
  foreign key (org_id, candidate_id) references candidates (org_id, id) on delete cascade
);
create index accommodations_open on accommodations (org_id, asked_at) where settled_at is null;

create table proposals (
  org_id text not null,
  candidate_id text not null,
  times text not null, -- JSON list of {from, to}
  last_end timestamp not null, -- the latest end of times
  zone text not null, -- in which they were typed
  note text not null default '',
  interview_id text not null default '', -- which they would move, '' for none
  moves_from timestamp, -- its start then
  proposed_at timestamp not null,
  proposed integer not null, -- how often they proposed
  outcome text not null default '', -- '': nobody answered
  primary key (org_id, candidate_id),
  foreign key (org_id, candidate_id) references candidates (org_id, id) on delete cascade,
  constraint known_outcome check (outcome in ('', 'declined', 'withdrawn'))
);
create index proposals_open on proposals (org_id, last_end) where outcome = '';

create table files (
  org_id text not null references organizations (id),
  id text not null,
  assessment_id text, -- that brings it along
  candidate_id text, -- whose it is
  name text not null,
  size bigint not null,
  type text not null, -- media type, found in the content
  hash text not null, -- SHA-256 of the content, in hexadecimal
  added_at timestamp not null,
  primary key (org_id, id),
  foreign key (org_id, assessment_id) references assessments (org_id, id) on delete cascade,
  foreign key (org_id, candidate_id) references candidates (org_id, id) on delete cascade,
  constraint file_of_one check ((assessment_id is null) <> (candidate_id is null)),
  constraint file_not_empty check (size > 0)
);
create index files_by_age on files (added_at) where candidate_id is not null;
create index files_of_assessment on files (org_id, assessment_id) where assessment_id is not null;
create index files_of_candidate on files (org_id, candidate_id) where candidate_id is not null;
create index files_of_organization on files (org_id, size);

create table effects (
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
  constraint one_subject_per_effect check (case when interview_id is null then 0 else 1 end + case when candidate_id is null then 0 else 1 end + case when calendar_id is null then 0 else 1 end + case when sign_in_id is null then 0 else 1 end + case when news_id is null then 0 else 1 end + case when submission_id is null then 0 else 1 end = 1),
  foreign key (org_id, interview_id) references interviews (org_id, id),
  foreign key (org_id, candidate_id) references candidates (org_id, id),
  foreign key (org_id, calendar_id) references calendars (org_id, id) on delete cascade,
  foreign key (org_id, sign_in_id) references sign_ins (org_id, id) on delete cascade,
  foreign key (org_id, news_id) references news (org_id, id) on delete cascade,
  foreign key (org_id, submission_id) references submissions (org_id, id) on delete cascade
);
create index effects_failing on effects (org_id, updated_at) where code <> '' and state in ('intent', 'failed');
create unique index one_entry_per_effect on effects (org_id, interview_id, target, kind, revision) where interview_id is not null;
create unique index one_letter_per_candidate on effects (org_id, candidate_id) where candidate_id is not null;
create unique index one_letter_per_news on effects (org_id, news_id) where news_id is not null;
create unique index one_letter_per_sign_in on effects (org_id, sign_in_id) where sign_in_id is not null;
create unique index one_notice_per_admin on effects (org_id, calendar_id, target) where calendar_id is not null;
create unique index one_receipt_per_submission on effects (org_id, submission_id) where submission_id is not null;

create table identity (
  one integer primary key,
  id text not null,
  namespace text not null default '', -- the id that Temporal gave to the namespace; '': none yet
  place text not null default '', -- the server and database where it was when it was claimed last
  claims integer not null default 0, -- how often a process claimed the namespace
  adopted boolean not null default false, -- an operator said that the next claim is right
  constraint one_identity check (one = 1)
);

create table erasure_keys (
  id text not null,
  sealed blob not null, -- the key of the hashes, under a key derived from LITMUS_SECRET
  created_at timestamp not null,
  primary key (id)
);

create table erasures (
  org_id text not null references organizations (id),
  id text not null,
  email text not null, -- '' once it is done
  key_id text not null references erasure_keys (id),
  hash text not null,
  actor_kind text not null,
  actor_id text not null, -- of a member the email, of an operator ''
  asked_at timestamp not null,
  done_at timestamp,
  remaining text not null default '[]', -- JSON: what could not be taken away outside
  primary key (org_id, id)
);
create index erasures_open on erasures (asked_at) where done_at is null;
create unique index one_open_erasure_per_address on erasures (org_id, email) where done_at is null;
create trigger no_interviewer_overlap before insert on attendees when new.exclusive begin select raise(abort, 'no_interviewer_overlap') from attendees indexed by attendees_that_block where org_id = new.org_id and email = new.email and interview_id <> new.interview_id and blocks and exclusive and starts_at < new.ends_at and starts_at > new.starts_at - 86400000000 and ends_at > new.starts_at; end;

create table attendees (
  org_id text not null,
  interview_id text not null,
  email text not null,
  starts_at timestamp not null,
  ends_at timestamp not null,
  counts boolean not null, -- neither canceled nor a link that nobody used
  blocks boolean not null, -- it keeps them busy: it counts, and its call was not ended
  exclusive boolean not null, -- and nothing else may be booked beside it; an import may overlap
  primary key (org_id, interview_id, email),
  foreign key (org_id, interview_id) references interviews (org_id, id) on delete cascade
);
create index attendees_by_email on attendees (org_id, email, starts_at, interview_id);
create index attendees_by_start on attendees (org_id, starts_at, email) where counts;
create index attendees_that_block on attendees (org_id, email, starts_at, ends_at, interview_id) where blocks;

create table pools (
  org_id text not null references organizations (id),
  id text not null,
  key text not null,
  name text not null,
  kind text not null default 'people',
  settings text not null default '{}', -- JSON, see models.PoolSettings
  created_at timestamp not null,
  updated_at timestamp not null,
  version bigint not null default 1, -- rises with each save of it or of its members
  origin text not null,
  limits text, -- where the row is kept with its members
  primary key (org_id, id),
  constraint one_pool_per_key unique (org_id, key),
  constraint known_pool_kind check (kind in ('people', 'rooms')),
  constraint known_pool_origin check (origin in ('file', 'dashboard'))
);

create table pool_members (
  org_id text not null,
  pool_id text not null,
  email text not null,
  state text not null,
  done integer not null default 0, -- how often a trainee did what their state says
  paused_until text not null default '', -- a date such as 2026-12-24, '' for none
  resumes text not null default '', -- the state after a pause, '' unless they are paused
  declared text not null default '',
  counted_from timestamp, -- what the organization file said of them last, '' for nothing
  primary key (org_id, pool_id, email),
  foreign key (org_id, pool_id) references pools (org_id, id) on delete cascade,
  constraint known_pool_state check (state in ('qualified', 'shadow', 'reverse_shadow', 'paused')),
  constraint paused_resumes check (case when state = 'paused' then resumes in ('qualified', 'shadow', 'reverse_shadow') else resumes = '' and paused_until = '' end),
  constraint training_is_counted check (done >= 0)
);
create index pool_members_by_email on pool_members (org_id, email);

create table rooms (
  org_id text not null,
  id text not null,
  pool_id text not null,
  key text not null,
  name text not null,
  capacity integer not null, -- people whom it holds
  time_zone text not null default '', -- of its hours, '' for the organization's
  hours text, -- JSON like working_hours of people; null: open at any time
  primary key (org_id, id),
  foreign key (org_id, pool_id) references pools (org_id, id) on delete cascade,
  constraint one_room_per_key unique (org_id, pool_id, key),
  constraint room_holds_somebody check (capacity > 0)
);
