-- +goose Up
-- Places that are taken by interviews that name nobody, which free starts are read with (decision 120).
create index interviews_of_nobody on interviews (org_id, posting_id, starts_at) where interviewer_email is null and canceled_at is null and call_ended_at is null;
-- The days on which something changed, when so much changed that it cannot be sorted for every page (decision 121).
create index interviews_by_day on interviews (org_id, ((starts_at at time zone 'UTC')::date), updated_at, starts_at, id, posting_id);
