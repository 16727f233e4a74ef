-- +goose Up
-- Pictures of members, beside their rows: lists read who has one, and only a browser that shows it reads its content.
create table pictures (
  org_id text collate "C" not null references organizations (id),
  email text collate "C" not null, -- of the member
  id text collate "C" not null, -- names it in its address; another picture has another one
  content bytea not null,
  primary key (org_id, email),
  constraint one_picture_per_id unique (org_id, id)
);
