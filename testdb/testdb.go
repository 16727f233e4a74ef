// Package testdb gives each test a database of its own: [SQLite] a file, [Postgres] a database on a server that runs as
// long as the test process, and [Each] one of each kind, in subtests. The databases are migrated and empty.
//
// A package that uses it needs this TestMain:
//
//	func TestMain(m *testing.M) { os.Exit(testdb.Main(m)) }
//
// PostgreSQL is the newest version that is installed under /usr/lib/postgresql, reached only by a Unix socket, or the
// server that LITMUS_TEST_POSTGRES_URL names, where databases are created and dropped. Without either, tests with
// PostgreSQL are skipped, but fail if CI=true. The flag -short skips them too. Only tests import this package.
package testdb

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"sync"
	"testing"
	_ "time/tzdata" // so that tests do not depend on the zones of the machine

	"litmus/store"
)

// garbage is GOGC for tests: what one of them keeps is small, and with Go's 100 a tenth of the processor time goes into
// looking for what it does not keep.
const garbage = 400

// processes names the variable that has tests run processes of the built binary.
const processes = "LITMUS_TEST_PROCESS"

// Main runs the tests of a package, where m is TestMain's, and stops the server that they started. It returns the exit
// code. Tests with a database wait more than they compute, so more of them run in parallel than there are processors;
// the flag -parallel overrides that, as GOGC overrides how much garbage there may be. The files of tests are in memory,
// except for those of processes of the built binary, which outgrow it.
func Main(m interface{ Run() int }) int {
	flag.Parse() // for the flag -short
	if os.Getenv(processes) == "" {
		defer inMemory()()
	}
	if _, set := os.LookupEnv("GOGC"); !set {
		debug.SetGCPercent(garbage)
	}
	if err := flag.Set("test.parallel", strconv.Itoa(min(3*runtime.GOMAXPROCS(0), 16))); err != nil {
		panic(err)
	}
	running = true
	defer stop()
	return m.Run()
}

// Long skips a test that takes long where the flag -short is given, which says by name what is left out.
func Long(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("-short leaves out what takes long")
	}
}

var running bool

// Each runs fn in the parallel subtests sqlite and postgres, each with the URL of a new migrated database.
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

// EachEmpty is [Each] with databases without migrations.
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

// SQLite returns the URL of a migrated database in a file of its own.
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

// migratedFile returns the content of a migrated database file, because migrating takes longer than copying.
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
