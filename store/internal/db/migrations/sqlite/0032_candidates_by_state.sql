-- +goose Up
-- Lists of candidates by state, the newest first (D19, list_candidates): a state that few are in was looked for among all
-- of the organization's records.
create index candidates_by_state on candidates (org_id, state, created_at desc, id desc);
