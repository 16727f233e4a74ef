-- +goose NO TRANSACTION
-- +goose Up
-- A room may have a calendar of its own (P1, ADR a-room-stands-where-a-person-has-an-address). Its row has the room's id
-- where others have a person's address, and goes with the room, credentials and all. So the table refers to people no
-- more: whoever removes a person removes their calendar first, as before. An older version takes such a row for the
-- calendar of somebody who is gone, and leaves it alone.
set lock_timeout = '2s';
alter table calendars add column if not exists room_id text collate "C"; -- whose it is, then the same as email; null: a person's
alter table calendars drop constraint if exists calendars_org_id_email_fkey;
alter table calendars drop constraint if exists calendars_org_id_room_id_fkey;
alter table calendars add constraint calendars_org_id_room_id_fkey foreign key (org_id, room_id)
  references rooms (org_id, id) on delete cascade;
reset lock_timeout;
