-- +goose Up
-- Where each record is kept that the organization file and the dashboard may both have (D24). All were the file's so
-- far, but the submissions that candidates handed in here. Parts of a posting have its origin: tracks, rounds and
-- interviewers.
alter table organizations add column origin text not null default 'file'
  constraint known_organization_origin check (origin in ('file', 'dashboard'));
alter table people add column origin text not null default 'file'
  constraint known_person_origin check (origin in ('file', 'dashboard'));
alter table calendars add column origin text not null default 'file'
  constraint known_calendar_origin check (origin in ('file', 'dashboard'));
alter table assessments add column origin text not null default 'file'
  constraint known_assessment_origin check (origin in ('file', 'dashboard'));
alter table postings add column origin text not null default 'file'
  constraint known_posting_origin check (origin in ('file', 'dashboard'));
alter table imports add column origin text not null default 'file'
  constraint known_import_origin check (origin in ('file', 'dashboard'));
alter table submissions add column origin text not null default 'file'
  constraint known_submission_origin check (origin in ('file', 'dashboard'));
update submissions set origin = 'dashboard' where key is null;

-- What the dashboard took over from the file. The file leaves it alone, also when it was removed since.
create table taken_over (
  org_id text not null references organizations (id),
  kind text not null, -- as changes of an apply name it, such as posting
  key text not null, -- by which the file names it
  at timestamp not null,
  primary key (org_id, kind, key)
);
