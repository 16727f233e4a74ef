-- +goose NO TRANSACTION
-- +goose Up
-- Where in a trace the change stands whose wake-up a row waits for (W3C's traceparent), so that a relay that brings it
-- continues the trace. Null: nothing was traced or sampled, or the row was woken. Tables are locked one after another;
-- each statement can be run again.
alter table interviews add column if not exists wake_trace text collate "C";
alter table candidates add column if not exists wake_trace text collate "C";
alter table calendars add column if not exists wake_trace text collate "C";
alter table sign_ins add column if not exists wake_trace text collate "C";
alter table news add column if not exists wake_trace text collate "C";
