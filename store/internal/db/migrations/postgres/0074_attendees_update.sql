-- +goose Up
-- An update that sets no column that attendees has looks at no trigger: see SQLite's, where it matters.
set lock_timeout = '2s';
create or replace trigger write_attendees_update after update of interviewer_email, panel, starts_at, ends_at,
    canceled_at, call_ended_at, source, link_used_at, externally_scheduled on interviews
  for each row when ((old.interviewer_email, old.panel, old.starts_at, old.ends_at, old.canceled_at, old.call_ended_at,
      old.source, old.link_used_at, old.externally_scheduled) is distinct from
    (new.interviewer_email, new.panel, new.starts_at, new.ends_at, new.canceled_at, new.call_ended_at,
      new.source, new.link_used_at, new.externally_scheduled)) execute function write_attendees();
reset lock_timeout;
