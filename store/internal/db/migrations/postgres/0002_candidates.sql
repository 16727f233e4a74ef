-- +goose Up
-- External sessions and interviews whose time the candidate picked.
alter table interviews add column link_hash text collate "C"; -- SHA-256 of the candidate link's token; null: no link
alter table interviews add column link_holder text collate "C"; -- SHA-256 of the cookie of the browser that used the link
alter table interviews add column link_expires_at timestamptz(3);
alter table interviews add column picked boolean not null default false;
alter table interviews add column reschedules integer not null default 0;
create unique index one_interview_per_link on interviews (link_hash) where link_hash is not null;

-- Invitations: as for interviews, the row says which revision was signalled and which converged.
alter table candidates add column started_at timestamptz(3);
alter table candidates add column revision bigint not null default 0; -- of the invitation; 0: never invited
alter table candidates add column woken_revision bigint not null default 0;
alter table candidates add column converged_revision bigint not null default 0;
alter table candidates add column next_due_at timestamptz(3);
create index candidates_to_wake on candidates (updated_at) where woken_revision < revision;
create index candidates_to_converge on candidates (updated_at) where converged_revision < revision;
create index candidates_due on candidates (next_due_at) where next_due_at is not null;

create table invitation_letters (
  org_id text collate "C" not null,
  candidate_id text collate "C" not null,
  kind text collate "C" not null,
  state text collate "C" not null,
  permanent boolean not null,
  tries integer not null,
  lease_until timestamptz(3),
  provider_id text not null,
  stamp timestamptz(3) not null,
  code text not null,
  detail text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (org_id, candidate_id),
  constraint known_letter_state check (state in ('intent', 'done', 'failed', 'obsolete')),
  foreign key (org_id, candidate_id) references candidates (org_id, id)
);

-- A candidate's answer on the assessment page: a draft until it is submitted.
create table answers (
  org_id text collate "C" not null,
  candidate_id text collate "C" not null,
  text text not null,
  links text not null, -- JSON list of URLs
  submission_id text collate "C", -- null: a draft
  saved_at timestamptz(3) not null,
  primary key (org_id, candidate_id),
  foreign key (org_id, candidate_id) references candidates (org_id, id),
  foreign key (org_id, submission_id) references submissions (org_id, id)
);
