-- +goose NO TRANSACTION
-- +goose Up
-- Lists of candidates by state, the newest first (D19, list_candidates): a state that few are in was looked for among all
-- of the organization's records. Built beside running services; an interrupted build leaves an index that is of no use,
-- so it is dropped before.
drop index concurrently if exists candidates_by_state;
create index concurrently candidates_by_state on candidates (org_id, state, created_at desc, id desc);
