-- +goose Up
-- Browsers that are signed in to the dashboard (D8). The cookie holds a token, the row its hash.
create table sessions (
  org_id text not null references organizations (id),
  id text not null, -- names it in lists
  email text not null, -- of the member
  hash text not null,
  label text not null, -- the browser, in words
  created_at timestamp not null,
  seen_at timestamp not null, -- to the minute
  expires_at timestamp not null, -- at the latest
  primary key (org_id, id),
  constraint one_session_per_hash unique (hash)
);
create index sessions_by_member on sessions (org_id, email);
create index sessions_by_end on sessions (expires_at);

-- The newest link to sign in of each member (D5). Its token is signed, not stored: whoever asks for another link, and
-- whoever uses one, raises the epoch.
create table sign_ins (
  org_id text not null references organizations (id),
  id text not null, -- in the token, instead of the address
  email text not null,
  epoch bigint not null,
  expires_at timestamp not null,
  created_at timestamp not null,
  updated_at timestamp not null,
  primary key (org_id, id),
  constraint one_sign_in_per_member unique (org_id, email)
);
