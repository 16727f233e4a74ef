-- +goose Up
-- Who did not come to an interview: 'candidate', 'interviewer' or '', with a note for the team (D11). The index is of few
-- of many rows.
alter table interviews add column no_show text not null default '';
alter table interviews add column no_show_note text not null default '';
create index interviews_no_shows on interviews (org_id, starts_at, id) where no_show <> '';
