-- +goose NO TRANSACTION
-- +goose Up
-- What the figures (D26) count, with less to read. An interview has when its candidate had been invited as it was
-- booked: to look that up for each of 100,000 takes longer than all else. Reasons of moves have an index of their own,
-- and candidates are counted by step in the order of an index. Each statement can be run again if one after it
-- fails, and an interrupted build leaves an index that is of no use, so it is dropped before. Interviews are written
-- a week of an organization's starts at a time, so that nobody waits long for one that is locked.
alter table interviews add column if not exists invited_at timestamptz(3);
-- +goose StatementBegin
do $$
declare part record;
begin
  for part in select org_id, date_trunc('week', starts_at) as week from interviews group by 1, 2 loop
    update interviews i set invited_at = c.invited_at from candidates c
      where c.org_id = i.org_id and c.id = i.candidate_id and c.invited_at <= i.created_at and i.invited_at is null
        and i.org_id = part.org_id and i.starts_at >= part.week and i.starts_at < part.week + interval '8 days';
    commit;
  end loop;
end $$;
-- +goose StatementEnd
drop index concurrently if exists interviews_of_figures;
create index concurrently interviews_of_figures on interviews (org_id, starts_at) include (interviewer_email,
  created_at, invited_at, duration_minutes, canceled_at, source, link_used_at, externally_scheduled);
drop index concurrently if exists candidates_of_steps;
create index concurrently candidates_of_steps on candidates (org_id, track_id, assessment_id, created_at, state);
drop index concurrently if exists history_of_reasons;
create index concurrently history_of_reasons on history (org_id, at)
  where what = 'moved' and details like '%"because%';
