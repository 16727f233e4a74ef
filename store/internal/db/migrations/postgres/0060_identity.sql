-- +goose Up
-- Who this database is, and the namespace of Temporal that it belongs to. The one row is written by the first process
-- that asks, so that a database made from a template has an identity of its own.
create table identity (
  one integer primary key,
  id text not null,
  namespace text not null default '', -- the id that Temporal gave to the namespace; '': none yet
  place text not null default '', -- the server and database where it was when it was claimed last
  claims bigint not null default 0, -- how often a process claimed the namespace
  adopted boolean not null default false, -- an operator said that the next claim is right
  constraint one_identity check (one = 1)
);
