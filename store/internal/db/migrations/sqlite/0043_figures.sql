-- +goose Up
-- How often interviews were moved (D26): few of many changes.
create index history_of_moves on history (org_id, at) where what = 'moved';
