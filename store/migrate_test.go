package store_test

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"litmus/store"
	"litmus/testdb"
)

func TestMigrate(t *testing.T) {
	t.Parallel()
	t.Run("makes a fresh schema, and nothing the second time", func(t *testing.T) {
		t.Parallel()
		testdb.EachEmpty(t, func(t *testing.T, url string) {
			f := open(t, url)
			if err := f.Ping(ctx); err == nil {
				t.Error("an empty database passes for an up-to-date one")
			}
			first := must(f.Migrate(ctx))(t)
			second := must(f.Migrate(ctx))(t)
			if len(first) == 0 || len(second) != 0 {
				t.Errorf("applied %v, then %v; want all migrations, then none", first, second)
			}
			f.must(f.Ping(ctx))
			f.apply(acme())
		})
	})
	t.Run("once for four that start together", func(t *testing.T) {
		t.Parallel()
		testdb.Long(t) // it runs the whole schema
		testdb.EachEmpty(t, func(t *testing.T, url string) {
			f := open(t, url)
			applied := make([][]int64, 4)
			failed := make([]error, 4)
			var wg sync.WaitGroup
			for n := range applied {
				s := f.another()
				wg.Go(func() { applied[n], failed[n] = s.Migrate(ctx) })
			}
			wg.Wait()
			f.must(errors.Join(failed...))
			total := 0
			for _, versions := range applied {
				total += len(versions)
			}
			if want := f.scalar("select count(*) from goose_db_version where version_id > 0"); total != want {
				t.Errorf("the four applied %d migrations in all (%v), want %d", total, applied, want)
			}
			f.must(f.Ping(ctx))
		})
	})
}

// A new file is opened although another process holds a lock on it that SQLite itself does not wait for.
func TestNewFileIsBusy(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "new.db")
	other, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	tx, err := other.Begin()
	if err == nil {
		_, err = tx.Exec("create table held (id integer)")
	}
	if err != nil {
		t.Fatal(err)
	}
	waited, release := context.WithTimeout(ctx, 50*time.Millisecond)
	defer release()
	s, err := store.Open(ctx, "sqlite:"+path, store.Options{Secret: secret})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Migrate(waited); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("beside the lock: %v, want that it waits", err)
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Migrate(ctx); err != nil {
		t.Errorf("after it: %v", err)
	}
}

func TestForeignKeysHold(t *testing.T) {
	t.Parallel()
	f := open(t, testdb.SQLite(t), acme())
	var broken []struct{ Table, Parent string }
	f.must(f.Query(ctx, &broken, "pragma foreign_key_check"))
	if len(broken) > 0 {
		t.Errorf("foreign_key_check found %v", broken)
	}
	if f.scalar("pragma foreign_keys") != 1 {
		t.Error("foreign keys are not enforced")
	}
}

// migrationFile is a migration of PostgreSQL.
type migrationFile struct{ file, text string }

// postgresMigrations are PostgreSQL's migrations from a number on, such as 0012, in their order.
func postgresMigrations(t *testing.T, from string) (out []migrationFile) {
	t.Helper()
	files, err := filepath.Glob("internal/db/migrations/postgres/*.sql")
	if err != nil || len(files) == 0 {
		t.Fatalf("the migrations are %v, %v", files, err)
	}
	for _, file := range files {
		if filepath.Base(file) < from {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, migrationFile{file, string(text)})
	}
	return out
}

// alone reports whether each statement of the migration is a transaction of its own.
func (m migrationFile) alone() bool { return strings.HasPrefix(m.text, "-- +goose NO TRANSACTION\n") }

// TestIndexesAreBuiltBesideServices: on PostgreSQL a migration of 0015 or later builds the index of a table that grows
// without keeping its writers waiting, and drops what an interrupted build has left.
func TestIndexesAreBuiltBesideServices(t *testing.T) {
	t.Parallel()
	grows := []string{"answers", "artifacts", "audit", "busy_blocks", "callbacks", "candidates", "effects", "history",
		"interviews", "slots", "submissions"}
	statement := regexp.MustCompile(`(?m)^create (?:unique )?index (concurrently )?(?:if not exists )?(\w+) on (\w+)`)
	built := 0
	for _, migration := range postgresMigrations(t, "0015") {
		file, sql := migration.file, migration.text
		for _, m := range statement.FindAllStringSubmatch(sql, -1) {
			concurrently, index, table := m[1] != "", m[2], m[3]
			if !slices.Contains(grows, table) || strings.Contains(sql, "create table "+table+" (") {
				continue
			}
			built++
			if !concurrently || !migration.alone() || !strings.Contains(sql,
				"drop index concurrently if exists "+index+";") {
				t.Errorf("%s: %s of the table %s is not built concurrently, after it is dropped, without a transaction",
					file, index, table)
			}
		}
	}
	if built < 10 {
		t.Errorf("%d indexes were found: the pattern finds them no more", built)
	}
}
