-- +goose Up
-- What candidates are told of who interviews them. A picture is shown to them only if it was saved on a page that says
-- so: those that are there already were given for the eyes of members.
alter table people add column title text not null default ''; -- of their work, such as Staff engineer
alter table pictures add column for_candidates boolean not null default false;
