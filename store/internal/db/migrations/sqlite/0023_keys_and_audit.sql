-- +goose Up
-- A form of the dashboard makes one key, however often it is sent (D21).
alter table keys add column form text; -- its random id; null: the key was not made by a form
create unique index one_key_per_form on keys (org_id, form) where form is not null;

-- The audit of an organization, newest first, its failures, which are few, and a request that somebody names (D22).
create index audit_by_organization on audit (org_id, at, id);
create index audit_of_failures on audit (org_id, at, id) where status >= 400;
create index audit_by_request on audit (org_id, request_id);
