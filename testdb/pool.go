package testdb

import (
	"context"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
)

// pool has the migrated databases that tests gave back. PostgreSQL makes and drops a database in some hundred times the
// time in which it deletes the few rows that a test leaves.
var pool struct {
	sync.Mutex
	free []string
	made []string // with the template, so that an external server is left without them
}

// look is what a migrated database has beside rows, as the template has it: a version of each table, column,
// constraint, index, trigger and function, its own settings, and no statistics. A version is that of the row in the
// catalog, which a copy keeps and a change of the schema replaces.
const look = `select string_agg(kind || ' ' || entries || ' ' || versions, ', ' order by kind) from (
	select 'class' as kind, count(*) as entries, coalesce(sum(xmin::text::bigint), 0) as versions
		from pg_class where relnamespace = 'public'::regnamespace
	union all select 'attribute', count(*), coalesce(sum(a.xmin::text::bigint), 0)
		from pg_attribute a join pg_class c on c.oid = a.attrelid where c.relnamespace = 'public'::regnamespace
	union all select 'constraint', count(*), coalesce(sum(xmin::text::bigint), 0)
		from pg_constraint where connamespace = 'public'::regnamespace
	union all select 'index', count(*), coalesce(sum(i.xmin::text::bigint), 0)
		from pg_index i join pg_class c on c.oid = i.indexrelid where c.relnamespace = 'public'::regnamespace
	union all select 'trigger', count(*), coalesce(sum(t.xmin::text::bigint), 0)
		from pg_trigger t join pg_class c on c.oid = t.tgrelid where c.relnamespace = 'public'::regnamespace
	union all select 'function', count(*), coalesce(sum(xmin::text::bigint), 0)
		from pg_proc where pronamespace = 'public'::regnamespace
	union all select 'setting', count(*), 0
		from pg_db_role_setting where setdatabase = (select oid from pg_database where datname = current_database())
	union all select 'statistic', count(*), 0
		from pg_statistic s join pg_class c on c.oid = s.starelid where c.relnamespace = 'public'::regnamespace
	union all select 'migration', count(*), coalesce(max(version_id), 0) from goose_db_version
) of`

// grown is by how many bytes a database may have grown for another test to get it: many rows leave tables and indexes
// that are read more slowly.
const grown = 4 << 20

// blank is the template as a database is compared with it when it is given back.
type blank struct {
	look string
	size int64
	wipe string // the statements that delete all rows but the migrations'
}

// blankOf describes a database that was just migrated.
func blankOf(ctx context.Context, name string) (b blank, err error) {
	c, err := pgx.Connect(ctx, databaseURL(name))
	if err != nil {
		return b, err
	}
	defer c.Close(ctx)
	err = c.QueryRow(ctx, `select (`+look+`), pg_database_size(current_database()),
		(select string_agg('delete from ' || quote_ident(relname), ';') from pg_class
			where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'goose_db_version')`,
	).Scan(&b.look, &b.size, &b.wipe)
	return b, err
}

// lend returns a migrated database that was given back, or a new one.
func lend(t testing.TB, template string) string {
	t.Helper()
	name := takeFree()
	if name == "" {
		name = newName()
		if err := administer("create database " + name + " template " + template); err != nil {
			t.Fatalf("create database: %v", err)
		}
		pool.Lock()
		pool.made = append(pool.made, name)
		pool.Unlock()
	}
	t.Cleanup(func() {
		// Under another name, or whatever the test left running would connect again.
		if next := newName(); renew(name) && administer("alter database "+name+" rename to "+next) == nil {
			pool.Lock()
			defer pool.Unlock()
			pool.free, pool.made = append(pool.free, next), append(pool.made, next)
			return
		}
		drop(t, name)
	})
	return databaseURL(name)
}

// takeFree takes a database from the pool, "" if there is none.
func takeFree() string {
	pool.Lock()
	defer pool.Unlock()
	last := len(pool.free) - 1
	if last < 0 {
		return ""
	}
	name := pool.free[last]
	pool.free = pool.free[:last]
	return name
}

// renew ends what is still connected to the database and deletes its rows. It reports whether the database is like a
// new one then: a test may have changed the schema, or filled it too much.
func renew(name string) bool {
	ctx := context.Background()
	c, err := pgx.Connect(ctx, databaseURL(name))
	if err != nil {
		return false
	}
	defer c.Close(ctx)
	const others = `select count(pg_terminate_backend(pid, 10000)) from pg_stat_activity
		where datname = current_database() and pid <> pg_backend_pid()`
	if _, err := c.Exec(ctx, others); err != nil {
		return false
	}
	var now blank
	err = c.QueryRow(ctx, `select (`+look+`), pg_database_size(current_database())`).Scan(&now.look, &now.size)
	if err != nil || now.look != empty.look || now.size > empty.size+grown {
		return false
	}
	// Foreign keys and triggers rest meanwhile, which a superuser alone may ask for.
	_, err = c.Exec(ctx, "set session_replication_role = replica; "+empty.wipe)
	return err == nil
}
