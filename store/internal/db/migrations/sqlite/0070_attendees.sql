-- +goose Up
-- Who of the team is in which interview, and when: its interviewer, and with a panel everybody else. One table holds
-- the time of all of them, so that one trigger can forbid that somebody has two interviews at a time. Triggers write it
-- from the interview's row, also for a release that does not know it.
alter table interviews add column panel text; -- JSON list, the lead first; null: there is none

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
) without rowid;
create index attendees_by_email on attendees (org_id, email, starts_at, interview_id);
create index attendees_by_start on attendees (org_id, starts_at, email) where counts;
create index attendees_that_block on attendees (org_id, email, starts_at, ends_at, interview_id) where blocks;

insert into attendees (org_id, interview_id, email, starts_at, ends_at, counts, blocks, exclusive)
  select org_id, id, interviewer_email, starts_at, ends_at,
    canceled_at is null and not (source = 'external' and link_used_at is null),
    canceled_at is null and call_ended_at is null and not (source = 'external' and link_used_at is null),
    canceled_at is null and call_ended_at is null and not externally_scheduled
  from interviews where interviewer_email is not null;

drop trigger no_interviewer_overlap_insert;
drop trigger no_interviewer_overlap_update;
-- What PostgreSQL states as an exclusion constraint: nobody has two interviews that overlap.
-- +goose StatementBegin
create trigger no_interviewer_overlap before insert on attendees when new.exclusive
begin
  select raise(abort, 'no_interviewer_overlap') from attendees indexed by attendees_that_block
  where org_id = new.org_id and email = new.email and interview_id <> new.interview_id and blocks and exclusive
    and starts_at < new.ends_at and starts_at > new.starts_at - 86400000000 and ends_at > new.starts_at;
end;
-- +goose StatementEnd
-- +goose StatementBegin
create trigger write_attendees_insert after insert on interviews
when new.interviewer_email is not null or new.panel is not null
begin
  insert into attendees (org_id, interview_id, email, starts_at, ends_at, counts, blocks, exclusive)
    select new.org_id, new.id, e.email, new.starts_at, new.ends_at,
      new.canceled_at is null and not (new.source = 'external' and new.link_used_at is null),
      new.canceled_at is null and new.call_ended_at is null
        and not (new.source = 'external' and new.link_used_at is null),
      new.canceled_at is null and new.call_ended_at is null and not new.externally_scheduled
    from (select new.interviewer_email as email where new.interviewer_email is not null
      union select m.value ->> 'email' from json_each(coalesce(new.panel, '[]')) m) e;
end;
-- +goose StatementEnd
-- +goose StatementBegin
create trigger write_attendees_update after update on interviews
when old.interviewer_email is not new.interviewer_email or old.panel is not new.panel
  or old.starts_at is not new.starts_at or old.ends_at is not new.ends_at
  or old.canceled_at is not new.canceled_at or old.call_ended_at is not new.call_ended_at
  or old.source is not new.source or old.link_used_at is not new.link_used_at
  or old.externally_scheduled is not new.externally_scheduled
begin
  delete from attendees where org_id = new.org_id and interview_id = new.id;
  insert into attendees (org_id, interview_id, email, starts_at, ends_at, counts, blocks, exclusive)
    select new.org_id, new.id, e.email, new.starts_at, new.ends_at,
      new.canceled_at is null and not (new.source = 'external' and new.link_used_at is null),
      new.canceled_at is null and new.call_ended_at is null
        and not (new.source = 'external' and new.link_used_at is null),
      new.canceled_at is null and new.call_ended_at is null and not new.externally_scheduled
    from (select new.interviewer_email as email where new.interviewer_email is not null
      union select m.value ->> 'email' from json_each(coalesce(new.panel, '[]')) m) e;
end;
-- +goose StatementEnd
