-- +goose Up
-- For the first page of the dashboard (D10): interviews for which a replacement was asked, few of many rows.
create index interviews_to_replace on interviews (org_id, starts_at) where replacement is not null;
