-- +goose Up
-- Letters with links to sign in that left in the last day, as a list, by which the next one is allowed (D6); the revision
-- of the newest that is counted there; and whether a browser that had signed in before asked for the letter of the row.
-- The column asked is not read any more. It stays, since a service of the version before still writes it.
alter table sign_ins add column sent text not null default '[]';
alter table sign_ins add column counted bigint not null default 0;
alter table sign_ins add column known boolean not null default false;
