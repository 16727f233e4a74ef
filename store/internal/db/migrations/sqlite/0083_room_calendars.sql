-- +goose Up
-- A room may have a calendar of its own (P1, ADR a-room-stands-where-a-person-has-an-address). Its row has the room's id
-- where others have a person's address, and goes with the room, credentials and all. So the table refers to people no
-- more: whoever removes a person removes their calendar first, as before. SQLite drops no foreign key. What is stored
-- does not depend on it, so the text of the table is changed (https://sqlite.org/lang_altertable.html#otheralter). An
-- older version takes such a row for the calendar of somebody who is gone, and leaves it alone.
alter table calendars add column room_id text; -- whose it is, then the same as email; null: a person's
pragma writable_schema = on;
update sqlite_schema set sql = replace(sql, 'foreign key (org_id, email) references people (org_id, email)',
  'foreign key (org_id, room_id) references rooms (org_id, id) on delete cascade')
  where type = 'table' and name = 'calendars';
pragma writable_schema = reset;
