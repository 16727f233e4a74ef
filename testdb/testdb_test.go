package testdb_test

import (
	"context"
	"os"
	"testing"

	"github.com/jackc/pgx/v5"

	"litmus/store"
	"litmus/testdb"
)

func TestMain(m *testing.M) { os.Exit(testdb.Main(m)) }

func TestEach(t *testing.T) {
	t.Parallel()
	for migrated, each := range map[bool]func(*testing.T, func(*testing.T, string)){true: testdb.Each,
		false: testdb.EachEmpty} {
		each(t, func(t *testing.T, url string) {
			s, err := store.Open(context.Background(), url, store.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			if err := s.Ping(context.Background()); (err == nil) != migrated {
				t.Errorf("the database is to be migrated: %t, and %v", migrated, err)
			}
		})
	}
}

// TestPostgresIsLikeNew: a database that another test had is given again without what that test left, and not at all if
// it changed the schema or a setting.
//
//nolint:paralleltest // another test would take the database
func TestPostgresIsLikeNew(t *testing.T) {
	testdb.Postgres(t) // skips the whole test where there is none
	ctx := context.Background()
	with := func(t *testing.T, statement string) (id uint32) {
		t.Helper()
		t.Run("with", func(t *testing.T) {
			db, err := pgx.Connect(ctx, testdb.Postgres(t))
			if err == nil {
				err = db.QueryRow(ctx, "select oid from pg_database where datname = current_database()").Scan(&id)
			}
			if err != nil {
				t.Fatal(err)
			}
			if _, err := db.Exec(ctx, statement); err != nil { // and the connection stays open
				t.Fatal(err)
			}
		})
		return id
	}
	const row = `insert into test_clocks (org_id, ahead_ms, wanted_ms) values ('a', 1, 1)`
	for _, statement := range []string{"alter table test_clocks rename to gone",
		"alter table answers add column more text", "create index more on answers (text)", "analyze test_clocks",
		"do $$ begin execute format('alter database %I set work_mem = 1024', current_database()); end $$"} {
		t.Run(statement, func(t *testing.T) {
			if before := with(t, "set session_replication_role = replica; "+row+"; "+statement); with(t, "select 1") == before {
				t.Errorf("another test got the database")
			}
		})
	}
	first := with(t, "set session_replication_role = replica; "+row+"; begin; lock table answers")
	if second := with(t, "set session_replication_role = replica; "+row+"; lock table answers"); second != first {
		t.Errorf("the database was not given again")
	}
}
