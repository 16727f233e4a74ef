-- +goose NO TRANSACTION
-- +goose Up
-- What the figures (D26) count, from indexes alone: moves and which of them were taken back, interviews of a span, the
-- canceled ones with a reason, and candidates by when they reached a step. Built beside running services; an
-- interrupted build leaves an index that is of no use, so it is dropped before.
drop index concurrently if exists history_of_moves;
create index concurrently history_of_moves on history (org_id, at, subject_id, actor_kind) where what = 'moved';
drop index concurrently if exists history_taken_back;
create index concurrently history_taken_back on history (org_id, subject_id, at) where what = 'taken_back';
drop index concurrently if exists interviews_of_figures;
create index concurrently interviews_of_figures on interviews (org_id, starts_at) include (interviewer_email,
  candidate_id, created_at, duration_minutes, canceled_at, no_show, source, link_used_at, externally_scheduled);
drop index concurrently if exists interviews_canceled_because;
create index concurrently interviews_canceled_because on interviews (org_id, starts_at)
  where canceled_at is not null and reason is not null;
drop index concurrently if exists candidates_of_steps;
create index concurrently candidates_of_steps on candidates (org_id, created_at) include (posting_id, track_id,
  assessment_id, state);
