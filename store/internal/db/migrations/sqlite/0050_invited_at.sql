-- +goose Up
-- What the figures (D26) count, with less to read. An interview has when its candidate had been invited as it was
-- booked: to look that up for each of 100,000 takes longer than all else. Reasons of moves have an index of their own,
-- and candidates are counted by step in the order of an index, which is partial, though it has all, so that SQLite takes
-- it for no query that does not ask when they were made.
alter table interviews add column invited_at timestamp;
update interviews set invited_at = (select c.invited_at from candidates c where c.org_id = interviews.org_id
  and c.id = interviews.candidate_id and c.invited_at <= interviews.created_at);
drop index interviews_of_figures;
drop index candidates_of_steps;
create index interviews_of_figures on interviews (org_id, starts_at, interviewer_email, created_at, invited_at,
  duration_minutes, canceled_at, source, link_used_at, externally_scheduled);
create index candidates_of_steps on candidates (org_id, track_id, assessment_id, created_at, state)
  where created_at is not null;
create index history_of_reasons on history (org_id, at)
  where what = 'moved' and details like '%"because%';
