-- +goose Up
-- The times that a candidate proposes last, because none of those that they can pick suits them. Whether it is still
-- open follows from it and from the interview (booking.Proposal.OpenAt).
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
