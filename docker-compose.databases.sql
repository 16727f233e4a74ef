-- For psql, as superuser: the roles of the service and of Temporal, and the databases that they own. Neither role is a
-- superuser, and neither can open the other's databases. Run again it changes nothing but the passwords.
\set ON_ERROR_STOP on
\getenv litmus_password DATABASE_PASSWORD
\getenv temporal_password TEMPORAL_DATABASE_PASSWORD

select format('create role %I', name) from (values ('litmus'), ('temporal')) as wanted (name)
  where not exists (select from pg_roles where rolname = name) \gexec
alter role litmus login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'litmus_password';
alter role temporal login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'temporal_password';

select format('create database %I owner %I', name, owner)
  from (values ('litmus', 'litmus'), ('temporal', 'temporal'), ('temporal_visibility', 'temporal'))
    as wanted (name, owner)
  where not exists (select from pg_database where datname = name) \gexec
revoke all on database litmus, temporal, temporal_visibility from public;
