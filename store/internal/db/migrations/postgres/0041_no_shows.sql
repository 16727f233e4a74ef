-- +goose NO TRANSACTION
-- +goose Up
-- Who did not come to an interview: 'candidate', 'interviewer' or '', with a note for the team (D11). The index is of few
-- of many rows. It is built beside running services; an interrupted build leaves an index that is of no use, so it is
-- dropped before.
alter table interviews add column if not exists no_show text not null default '';
alter table interviews add column if not exists no_show_note text not null default '';
drop index concurrently if exists interviews_no_shows;
create index concurrently interviews_no_shows on interviews (org_id, starts_at, id) where no_show <> '';
