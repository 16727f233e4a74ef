-- +goose Up
-- Members of an organization (D1): those whom its file names as admins and recruiters, and those whom the dashboard
-- adds. Interviewers have no row here.
create table members (
  org_id text not null references organizations (id),
  email text not null,
  name text not null, -- '': the person's of that address
  role text not null,
  origin text not null, -- where the row is kept
  created_at timestamp not null,
  updated_at timestamp not null,
  primary key (org_id, email),
  constraint known_member_role check (role in ('admin', 'recruiter', 'interviewer')),
  constraint known_member_origin check (origin in ('file', 'dashboard'))
);

-- Whether an address is named on a posting.
create index posting_interviewers_by_email on posting_interviewers (org_id, email);

-- The admins were a list in the organization's row.
insert into members (org_id, email, name, role, origin, created_at, updated_at)
  select distinct o.id, a.value, '', 'admin', 'file', o.updated_at, o.updated_at
  from organizations o, json_each(o.admins) as a where a.type = 'text';
alter table organizations drop column admins;
