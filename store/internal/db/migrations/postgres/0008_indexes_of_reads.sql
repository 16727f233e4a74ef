-- +goose Up
-- For free starts: interviews without interviewer, which take places, too.
create index interviews_of_nobody on interviews (org_id, posting_id, starts_at) where interviewer_email is null and canceled_at is null and call_ended_at is null;
-- For updated_since with more changes than can be sorted for every page: the days on which changed interviews start.
create index interviews_by_day on interviews (org_id, ((starts_at at time zone 'UTC')::date), updated_at, starts_at, id, posting_id);
