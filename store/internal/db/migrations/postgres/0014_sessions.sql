-- +goose Up
-- Browsers that are signed in to the dashboard (D8). The cookie holds a token, the row its hash.
create table sessions (
  org_id text collate "C" not null references organizations (id),
  id text collate "C" not null, -- names it in lists
  email text collate "C" not null, -- of the member
  hash text collate "C" not null,
  label text not null, -- the browser, in words
  created_at timestamptz(3) not null,
  seen_at timestamptz(3) not null, -- to the minute
  expires_at timestamptz(3) not null, -- at the latest
  primary key (org_id, id),
  constraint one_session_per_hash unique (hash)
);
create index sessions_by_member on sessions (org_id, email);
create index sessions_by_end on sessions (expires_at);

-- The newest link to sign in of each member (D5). Its token is signed, not stored: whoever asks for another link, and
-- whoever uses one, raises the epoch.
create table sign_ins (
  org_id text collate "C" not null references organizations (id),
  id text collate "C" not null, -- in the token, instead of the address
  email text collate "C" not null,
  epoch bigint not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (org_id, id),
  constraint one_sign_in_per_member unique (org_id, email)
);
