package standalone

import (
	"database/sql"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	sqliteschema "go.temporal.io/server/schema/sqlite"
)

func TestMigrate(t *testing.T) {
	t.Parallel()

	t.Run("brings_an_older_file_up_to_date", func(t *testing.T) {
		t.Parallel()
		file := newStore(t)
		// Undo version 0.11.
		execSQL(t, file, `drop table current_chasm_executions`, `pragma user_version = 10`)
		if err := migrate(t.Context(), file, "temporal", sqliteschema.Version); err != nil {
			t.Fatal(err)
		}
		execSQL(t, file, `select run_id from current_chasm_executions`)
	})

	t.Run("leaves_a_current_file_alone", func(t *testing.T) {
		t.Parallel()
		file := newStore(t)
		if err := migrate(t.Context(), file, "temporal", sqliteschema.Version); err != nil {
			t.Fatal(err)
		}
	})

	t.Run("refuses_a_file_of_a_newer_version", func(t *testing.T) {
		t.Parallel()
		file := newStore(t)
		execSQL(t, file, `pragma user_version = 99999`)
		if err := migrate(t.Context(), file, "temporal", sqliteschema.Version); err == nil ||
			!strings.Contains(err.Error(), "newer") {
			t.Errorf("got %v, want an error that says so", err)
		}
	})

	t.Run("makes_all_or_nothing", func(t *testing.T) {
		t.Parallel()
		file := filepath.Join(t.TempDir(), "temporal.db")
		execSQL(t, file, `create table shards (a)`) // a foreign table of that name
		if err := migrate(t.Context(), file, "temporal", sqliteschema.Version); err == nil {
			t.Error("got no error, want one about the table that exists")
		}
		execSQL(t, file, `create table namespaces (a)`)
	})
}

// TestDropIndexes proves that visibility has the indexes that are used and no others, also when the file is opened
// again.
func TestDropIndexes(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "temporal.db")
	for range 2 {
		if _, err := OpenStores(t.Context(), file, false); err != nil {
			t.Fatal(err)
		}
	}
	db, err := sql.Open("sqlite", "file:"+escape(strings.TrimSuffix(file, ".db")+"-visibility.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var names string
	if err := db.QueryRowContext(t.Context(), `select group_concat(name, ' ') from (select name from sqlite_master
		where type = 'index' and sql is not null order by name)`).Scan(&names); err != nil {
		t.Fatal(err)
	}
	if want := strings.Join(slices.Sorted(slices.Values(keptIndexes)), " "); names != want {
		t.Errorf("indexes are %s, want %s", names, want)
	}
}

// newStore returns a file with the current schema.
func newStore(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "temporal.db")
	if err := migrate(t.Context(), file, "temporal", sqliteschema.Version); err != nil {
		t.Fatal(err)
	}
	return file
}

func execSQL(t *testing.T, file string, statements ...string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+escape(file))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, s := range statements {
		if _, err := db.ExecContext(t.Context(), s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}
