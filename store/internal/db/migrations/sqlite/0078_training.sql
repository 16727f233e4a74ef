-- +goose Up
-- Since when completed interviews count for a trainee, beside "done", which was said then; null: all of them. An older
-- version reads none of it, and counts nothing.
alter table pool_members add column counted_from timestamp;
