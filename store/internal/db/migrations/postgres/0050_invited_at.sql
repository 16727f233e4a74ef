-- +goose NO TRANSACTION
-- +goose Up
-- What the figures (D26) count, with less to read. An interview has when its candidate had been invited as it was
-- booked: to look that up for each of 100,000 takes longer than all else. Reasons of moves have an index of their own,
-- and candidates are counted by step in the order of an index. Each statement can be run again if one after it
-- fails, and an interrupted build leaves an index that is of no use, so it is dropped before. Interviews to come, which
-- people change, are written in a statement of their own, so that nobody waits for the past ones.
alter table interviews add column if not exists invited_at timestamptz(3);
update interviews i set invited_at = c.invited_at from candidates c
  where c.org_id = i.org_id and c.id = i.candidate_id and c.invited_at <= i.created_at and i.invited_at is null
    and i.ends_at < now();
update interviews i set invited_at = c.invited_at from candidates c
  where c.org_id = i.org_id and c.id = i.candidate_id and c.invited_at <= i.created_at and i.invited_at is null
    and i.ends_at >= now();
drop index concurrently if exists interviews_of_figures;
create index concurrently interviews_of_figures on interviews (org_id, starts_at) include (interviewer_email,
  created_at, invited_at, duration_minutes, canceled_at, source, link_used_at, externally_scheduled);
drop index concurrently if exists candidates_of_steps;
create index concurrently candidates_of_steps on candidates (org_id, track_id, assessment_id, created_at, state);
drop index concurrently if exists history_of_reasons;
create index concurrently history_of_reasons on history (org_id, at)
  where what = 'moved' and details like '%"because%';
