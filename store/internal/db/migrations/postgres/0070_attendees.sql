-- +goose NO TRANSACTION
-- +goose Up
-- Who of the team is in which interview, and when: its interviewer, and with a panel everybody else. One table holds
-- the time of all of them, so that one rule can forbid that somebody has two interviews at a time. Triggers write
-- it from the interview's row, also for a release that does not know it. Each statement can be run again if one after
-- it fails.
set lock_timeout = '2s';
alter table interviews add column if not exists panel text; -- JSON list, the lead first; null: there is none

create table if not exists attendees (
  org_id text collate "C" not null,
  interview_id text collate "C" not null,
  email text not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  counts boolean not null, -- neither canceled nor a link that nobody used
  blocks boolean not null, -- it keeps them busy: it counts, and its call was not ended
  exclusive boolean not null, -- and nothing else may be booked beside it; an import may overlap
  primary key (org_id, interview_id, email),
  foreign key (org_id, interview_id) references interviews (org_id, id) on delete cascade,
  exclude using gist (org_id with =, email with =, tstzrange(starts_at, ends_at) with &&) where (exclusive)
);
create index if not exists attendees_by_email on attendees (org_id, email, starts_at, interview_id);
create index if not exists attendees_by_start on attendees (org_id, starts_at, email) where counts;
create index if not exists attendees_that_block on attendees (org_id, email, starts_at)
  include (ends_at, interview_id) where blocks;

-- +goose StatementBegin
create or replace function write_attendees() returns trigger language plpgsql as $$
declare
  emails text[] := array(select new.interviewer_email where new.interviewer_email is not null
    union select m.value ->> 'email' from json_array_elements(coalesce(new.panel, '[]')::json) as m(value));
  counted boolean := new.canceled_at is null and not (new.source = 'external' and new.link_used_at is null);
  open boolean := new.canceled_at is null and new.call_ended_at is null;
begin
  if tg_op = 'UPDATE' then
    delete from attendees where org_id = new.org_id and interview_id = new.id and email <> all (emails);
  end if;
  insert into attendees (org_id, interview_id, email, starts_at, ends_at, counts, blocks, exclusive)
    select new.org_id, new.id, e.email, new.starts_at, new.ends_at,
      counted, counted and open, open and not new.externally_scheduled
    from unnest(emails) as e(email)
    on conflict (org_id, interview_id, email) do update set starts_at = excluded.starts_at,
      ends_at = excluded.ends_at, counts = excluded.counts, blocks = excluded.blocks, exclusive = excluded.exclusive;
  return null;
end $$;
-- +goose StatementEnd
create or replace trigger write_attendees_insert after insert on interviews
  for each row when (new.interviewer_email is not null or new.panel is not null) execute function write_attendees();
create or replace trigger write_attendees_update after update on interviews
  for each row when ((old.interviewer_email, old.panel, old.starts_at, old.ends_at, old.canceled_at, old.call_ended_at,
      old.source, old.link_used_at, old.externally_scheduled) is distinct from
    (new.interviewer_email, new.panel, new.starts_at, new.ends_at, new.canceled_at, new.call_ended_at,
      new.source, new.link_used_at, new.externally_scheduled)) execute function write_attendees();
reset lock_timeout;

-- Those of interviews that were there, a week of an organization's starts at a time. Their rows are locked against
-- changes meanwhile: a change would not see what is being written here.
-- +goose StatementBegin
do $$
declare part record;
begin
  for part in select org_id, date_trunc('week', starts_at) as week from interviews group by 1, 2 loop
    insert into attendees (org_id, interview_id, email, starts_at, ends_at, counts, blocks, exclusive)
      select l.org_id, l.id, l.interviewer_email, l.starts_at, l.ends_at, l.counted, l.counted and l.open,
        l.open and not l.externally_scheduled
      from (select i.org_id, i.id, i.interviewer_email, i.starts_at, i.ends_at, i.externally_scheduled,
          i.canceled_at is null and i.call_ended_at is null as open,
          i.canceled_at is null and not (i.source = 'external' and i.link_used_at is null) as counted
        from interviews i
        where i.org_id = part.org_id and i.starts_at >= part.week and i.starts_at < part.week + interval '8 days'
          and i.interviewer_email is not null for share) l
      on conflict (org_id, interview_id, email) do nothing;
    commit;
  end loop;
end $$;
-- +goose StatementEnd

-- What forbids two interviews at a time keeps the name by which releases know it, so it changes places at once.
set lock_timeout = '2s';
-- +goose StatementBegin
do $$
begin
  alter table interviews drop constraint if exists no_interviewer_overlap;
  alter index if exists attendees_org_id_email_tstzrange_excl rename to no_interviewer_overlap;
end $$;
-- +goose StatementEnd
reset lock_timeout;
