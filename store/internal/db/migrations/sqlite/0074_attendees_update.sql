-- +goose Up
-- SQLite compiles a trigger into each statement that may fire it, whenever that is prepared. Most updates of an interview
-- set no column that attendees has: they compile none.
drop trigger write_attendees_update;
-- +goose StatementBegin
create trigger write_attendees_update after update of interviewer_email, panel, starts_at, ends_at, canceled_at,
  call_ended_at, source, link_used_at, externally_scheduled on interviews
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
