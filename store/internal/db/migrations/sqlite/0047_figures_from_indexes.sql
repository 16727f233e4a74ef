-- +goose Up
-- What the figures (D26) count, from indexes alone: moves and which of them were taken back, interviews of a span, the
-- canceled ones with a reason, and candidates by when they reached a step.
drop index history_of_moves;
create index history_of_moves on history (org_id, at, subject_id, actor_kind) where what = 'moved';
create index history_taken_back on history (org_id, subject_id, at) where what = 'taken_back';
create index interviews_of_figures on interviews (org_id, starts_at, interviewer_email, candidate_id, created_at,
  duration_minutes, canceled_at, no_show, source, link_used_at, externally_scheduled);
create index interviews_canceled_because on interviews (org_id, starts_at)
  where canceled_at is not null and reason is not null;
create index candidates_of_steps on candidates (org_id, created_at, posting_id, track_id, assessment_id, state);
