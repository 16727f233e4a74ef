-- +goose NO TRANSACTION
-- +goose Up
-- Runs beside services: no statement waits for a table while it holds another, and each may be run again. One that
-- waits for a table gives way after a while to those who wait behind it, and is tried again.
set lock_timeout = '2s';

-- Where each record is kept that the organization file and the dashboard may both have (D24). All were the file's so
-- far, but the submissions that candidates handed in here. Parts of a posting have its origin: tracks, rounds and
-- interviewers.
alter table organizations add column if not exists origin text not null default 'file'
  constraint known_organization_origin check (origin in ('file', 'dashboard'));
alter table people add column if not exists origin text not null default 'file'
  constraint known_person_origin check (origin in ('file', 'dashboard'));
alter table calendars add column if not exists origin text not null default 'file'
  constraint known_calendar_origin check (origin in ('file', 'dashboard'));
alter table assessments add column if not exists origin text not null default 'file'
  constraint known_assessment_origin check (origin in ('file', 'dashboard'));
alter table postings add column if not exists origin text not null default 'file'
  constraint known_posting_origin check (origin in ('file', 'dashboard'));
alter table imports add column if not exists origin text not null default 'file'
  constraint known_import_origin check (origin in ('file', 'dashboard'));
alter table submissions add column if not exists origin text not null default 'file'
  constraint known_submission_origin check (origin in ('file', 'dashboard'));

-- What the dashboard took over from the file. The file leaves it alone, also when it was removed since.
create table if not exists taken_over (
  org_id text collate "C" not null references organizations (id),
  kind text collate "C" not null, -- as changes of an apply name it, such as posting
  key text collate "C" not null, -- by which the file names it
  at timestamptz(3) not null,
  primary key (org_id, kind, key)
);
reset lock_timeout;

-- Last, since it takes the time of all submissions: it locks their rows and no table.
update submissions set origin = 'dashboard' where key is null and origin = 'file';
