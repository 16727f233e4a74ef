package testdb_test

import (
	"context"
	"database/sql"
	"os"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"litmus/testdb"
)

// TestBeginnings: what is made once is copied for each test that asks for the same, and no copy sees what is written to
// another one.
func TestBeginnings(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	var begun testdb.Beginnings[int]
	var made atomic.Int32
	begin := func(t *testing.T, of []string) *sql.DB {
		t.Helper()
		url := testdb.SQLite(t)
		path := strings.TrimPrefix(url, "sqlite:")
		rows := begun.Begin(t, url, of, func() int {
			made.Add(1)
			db, err := sql.Open("sqlite", path)
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			if _, err := db.ExecContext(ctx, "create table words (word text)"); err != nil {
				t.Fatal(err)
			}
			for _, word := range of {
				if _, err := db.ExecContext(ctx, "insert into words values (?)", word); err != nil {
					t.Fatal(err)
				}
			}
			return len(of)
		})
		if rows != len(of) {
			t.Errorf("%d rows are known, want %d", rows, len(of))
		}
		db, err := sql.Open("sqlite", path)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		return db
	}
	for _, of := range [][]string{{"one", "two"}, {"one"}, {"one", "two"}, {"one"}, {"one", "two"}} {
		db := begin(t, of)
		var n int
		if err := db.QueryRowContext(ctx, "select count(*) from words").Scan(&n); err != nil || n != len(of) {
			t.Errorf("%d rows (%v), want %d", n, err, len(of))
		}
		if _, err := db.ExecContext(ctx, "insert into words values ('own')"); err != nil {
			t.Error(err)
		}
	}
	if made.Load() != 2 {
		t.Errorf("%d databases were made, want 2", made.Load())
	}
	given := []string{"three"}
	begin(t, given)
	given[0] = "four" // a test may change what it gave: that is no beginning of another
	begin(t, given)
	begin(t, []string{"three"})
	if made.Load() != 4 {
		t.Errorf("%d databases were made, want 4", made.Load())
	}
}

// TestBeginningsOfATestThatFails: a test that cannot make the database leaves the others to make their own.
func TestBeginningsOfATestThatFails(t *testing.T) {
	t.Parallel()
	var begun testdb.Beginnings[string]
	ended, url := make(chan struct{}), testdb.SQLite(t)
	go func() { // as a test that calls FailNow ends
		defer close(ended)
		begun.Begin(t, url, "of", func() string {
			runtime.Goexit()
			return ""
		})
	}()
	<-ended
	url = testdb.SQLite(t)
	if err := os.Remove(strings.TrimPrefix(url, "sqlite:")); err != nil { // it is not copied
		t.Fatal(err)
	}
	if got := begun.Begin(t, url, "of", func() string { return "made" }); got != "made" {
		t.Errorf("the next test begins with %q", got)
	}
}
