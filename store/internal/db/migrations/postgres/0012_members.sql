-- +goose Up
-- Members of an organization (D1): those whom its file names as admins and recruiters, and those whom the dashboard
-- adds. Interviewers have no row here.
create table members (
  org_id text collate "C" not null references organizations (id),
  email text collate "C" not null,
  name text not null, -- '': the person's of that address
  role text not null,
  origin text not null, -- where the row is kept
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (org_id, email),
  constraint known_member_role check (role in ('admin', 'recruiter', 'interviewer')),
  constraint known_member_origin check (origin in ('file', 'dashboard'))
);

-- Whether an address is named on a posting.
create index posting_interviewers_by_email on posting_interviewers (org_id, email);

-- The admins were a list in the organization's row. A file that is applied meanwhile would be dropped with it: it waits,
-- and fails.
lock table organizations in access exclusive mode;
insert into members (org_id, email, name, role, origin, created_at, updated_at)
  select distinct o.id, a.value, '', 'admin', 'file', o.updated_at, o.updated_at
  from organizations o, json_array_elements_text(
    case when json_typeof(o.admins::json) = 'array' then o.admins::json else '[]' end) as a(value);
alter table organizations drop column admins;
