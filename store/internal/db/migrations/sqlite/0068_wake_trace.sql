-- +goose Up
-- Where in a trace the change stands whose wake-up a row waits for (W3C's traceparent), so that a relay that brings it
-- continues the trace. Null: nothing was traced or sampled, or the row was woken.
alter table interviews add column wake_trace text;
alter table candidates add column wake_trace text;
alter table calendars add column wake_trace text;
alter table sign_ins add column wake_trace text;
alter table news add column wake_trace text;
