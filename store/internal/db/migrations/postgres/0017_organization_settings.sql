-- +goose Up
-- What an admin edits of an organization, and how its pages and letters look (D23).
alter table organizations add column version bigint not null default 1; -- of the settings: rises with each change
alter table organizations add column fallback_recipients text not null default '[]'; -- JSON list of addresses
alter table organizations add column accent text not null default ''; -- #rrggbb; '': the default colour
alter table organizations add column logo_type text not null default ''; -- media type; '': no logo
alter table organizations add column brand_version bigint not null default 0; -- rises with each change of the brand

create table logos (
  org_id text collate "C" not null references organizations (id),
  content bytea not null,
  primary key (org_id)
);
