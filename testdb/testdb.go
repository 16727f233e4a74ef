// Package testdb gives tests a database of their own: [SQLite] a file, [Postgres] a database on a server that lives as
// long as the test process, [Each] both, one after the other as subtests. The databases are migrated and empty.
//
// A package that uses it says so in its TestMain:
//
//	func TestMain(m *testing.M) { os.Exit(testdb.Main(m)) }
//
// PostgreSQL is the newest one installed under /usr/lib/postgresql, reached by a Unix socket alone, or the server that
// LITMUS_TEST_POSTGRES_URL names, where databases are made and dropped. Without either its tests are skipped, and fail
// where the environment says CI=true. Only tests import this package.
package testdb

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"
	_ "time/tzdata" // tests do not depend on the machine's zones

	"litmus/store"
)

// Main runs the tests of a package, m being TestMain's, and stops what they started. TestMain exits with what it
// returns.
func Main(m interface{ Run() int }) int {
	running = true
	defer stop()
	return m.Run()
}

var running bool

// Each runs fn as the subtests sqlite and postgres, in parallel, each with the url of a fresh migrated database.
func Each(t *testing.T, fn func(t *testing.T, url string)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		fn(t, SQLite(t))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		fn(t, Postgres(t))
	})
}

// EachEmpty is [Each] with databases that nothing has migrated.
func EachEmpty(t *testing.T, fn func(t *testing.T, url string)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		fn(t, "sqlite:"+filepath.Join(t.TempDir(), "litmus.db"))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		fn(t, EmptyPostgres(t))
	})
}

// SQLite returns the url of a migrated database in a file of its own.
func SQLite(t testing.TB) string {
	t.Helper()
	file, err := migratedFile()
	if err != nil {
		t.Fatalf("make the SQLite database: %v", err)
	}
	path := filepath.Join(t.TempDir(), "litmus.db")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatalf("copy the SQLite database: %v", err)
	}
	return "sqlite:" + path
}

// migratedFile is a migrated database file; migrating takes longer than copying it.
var migratedFile = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "litmus-sqlite-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "template.db")
	if err := migrate("sqlite:" + path); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

func migrate(url string) error {
	ctx := context.Background()
	s, err := store.Open(ctx, url, store.Options{})
	if err != nil {
		return err
	}
	_, err = s.Migrate(ctx)
	if closing := s.Close(); err == nil {
		err = closing
	}
	return err
}
