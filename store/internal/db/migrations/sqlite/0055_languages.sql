-- +goose Up
-- In which language candidates are addressed who have not said theirs.
alter table organizations add column language text not null default 'en';
