-- +goose NO TRANSACTION
-- +goose Up
-- How often interviews were moved (D26): few of many changes. Built beside running services; an interrupted build leaves
-- an index that is of no use, so it is dropped before.
drop index concurrently if exists history_of_moves;
create index concurrently history_of_moves on history (org_id, at) where what = 'moved';
