-- +goose Up
-- The test clocks of `litmus up --test-clock`.
create table test_clocks (
  org_id text not null references organizations (id),
  ahead_ms bigint not null, -- by how much the organization's time is ahead of the machine's
  wanted_ms bigint not null, -- by how much it was asked to be
  primary key (org_id),
  constraint test_clock_goes_forward check (ahead_ms >= 0 and wanted_ms >= ahead_ms)
);
