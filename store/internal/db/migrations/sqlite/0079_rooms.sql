-- +goose Up
-- Rooms of pools of rooms (P1). An older version reads none of it: it knows no pool of that kind, and an interview in a
-- room is one with a panel to it.
create table rooms (
  org_id text not null,
  id text not null,
  pool_id text not null,
  key text not null,
  name text not null,
  capacity integer not null, -- people whom it holds
  time_zone text not null default '', -- of its hours, '' for the organization's
  hours text, -- JSON like working_hours of people; null: open at any time
  primary key (org_id, id),
  foreign key (org_id, pool_id) references pools (org_id, id) on delete cascade,
  constraint one_room_per_key unique (org_id, pool_id, key),
  constraint room_holds_somebody check (capacity > 0)
);
