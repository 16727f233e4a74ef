-- +goose NO TRANSACTION
-- +goose Up
-- What candidates are told of who interviews them. A picture is shown to them only if it was saved on a page that says
-- so: those that are there already were given for the eyes of members. The tables are locked one after another; each
-- statement can be run again.
alter table people add column if not exists title text not null default ''; -- of their work, such as Staff engineer
alter table pictures add column if not exists for_candidates boolean not null default false;
