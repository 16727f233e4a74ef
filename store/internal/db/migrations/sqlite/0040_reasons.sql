-- +goose Up
-- Why the interview was canceled, or moved last: the text, who is told it, and the revision that it is about, as JSON;
-- null if no reason was given.
alter table interviews add column reason text;
