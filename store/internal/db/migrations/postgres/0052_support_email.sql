-- +goose Up
-- To whom candidates write where a posting has no recruiter; '' for nobody.
alter table organizations add column support_email text not null default '';
