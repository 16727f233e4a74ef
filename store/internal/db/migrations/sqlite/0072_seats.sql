-- +goose Up
-- The seats of a round (P2): a JSON list of models.Seat in their order; null or an empty list for none.
alter table rounds add column seats text;
