package e2e

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"litmus/testdb"
)

// Killed while it loads the demonstration for the first time, `litmus up` has all of it, once, after the next start:
// killed in the middle of it, and as soon as anything of it can be seen.
func TestUpKilledInItsFirstStart(t *testing.T) {
	t.Parallel()
	needsProcess(t, "a litmus up that is killed")
	counts := func(s *Service) (out []string) {
		for _, table := range []string{"organizations", "postings", "candidates", "interviews", "submissions",
			"grades"} {
			out = append(out, s.column(t, "select count(*) from "+table)+" "+table)
		}
		return out
	}
	fresh := Start(t, Demonstration())
	want := fmt.Sprint(counts(fresh))
	for name, seen := range map[string]bool{"in the middle": false, "when it can be seen": true} {
		dir := ""
		for try := 1; dir == ""; try++ {
			if try > 10 {
				t.Fatalf("%s: the load was over before it could be killed, ten times", name)
			}
			if tried := t.TempDir(); killedWhileLoading(t, tried, seen) {
				dir = tried
			}
		}
		again := Start(t, Demonstration(), Data(dir))
		if got := fmt.Sprint(counts(again)); got != want {
			t.Errorf("killed %s there are %s after the next start, want %s", name, got, want)
		}
		if len(again.Organizations) != 1 || again.KeyOf(fresh.Organizations[0].Slug) == "" {
			t.Errorf("killed %s, the organizations are %v", name, again.Organizations)
		}
		again.Stop(t)
	}
}

// killedWhileLoading starts `litmus up` in a new folder and kills it as soon as an organization is seen, or otherwise
// in the middle of loading it: with all migrations made, the lock of writers is held for a while, and there is no
// organization. It reports whether that moment was met.
func killedWhileLoading(t *testing.T, dir string, seen bool) bool {
	t.Helper()
	cmd, err := litmus(context.Background(), []string{envParent + "=1"}, upArgs("--json", "--data", dir)...)
	if err != nil {
		t.Fatal(err)
	}
	cmd.Dir = dir
	stdin, err := cmd.StdinPipe() // it ends with its parent
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer cmd.Process.Kill()
	newest, held, met := newestMigration(t), 0, false
	file := filepath.Join(dir, "litmus.db")
	testdb.Until(t, readyTimeout, "the demonstration to be loaded", func() (bool, string) {
		if _, err := os.Stat(file); err != nil {
			return false, "no database yet"
		}
		db, err := sql.Open("sqlite", "file:"+file+"?_txlock=immediate&_pragma=busy_timeout(0)")
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		var version, organizations int
		if err := db.QueryRowContext(t.Context(), `select (select max(version_id) from goose_db_version),
			(select count(*) from organizations)`).Scan(&version, &organizations); err != nil || version < newest {
			return false, fmt.Sprintf("migration %d of %d (%v)", version, newest, err)
		}
		if organizations > 0 || seen {
			met = organizations > 0 && seen
			return organizations > 0, "it is not to be seen yet"
		}
		tx, err := db.BeginTx(t.Context(), nil)
		if err == nil {
			held = 0
			return false, fmt.Sprintf("nobody writes (%v)", tx.Rollback())
		}
		if held++; !strings.Contains(err.Error(), "SQLITE_BUSY") {
			t.Fatal(err)
		}
		met = held == 3 // the middle of it, and not its first moment
		return met, "it is being loaded"
	})
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	return met
}

// newestMigration is the number of the newest migration of SQLite.
func newestMigration(t *testing.T) (newest int) {
	t.Helper()
	files, err := filepath.Glob("../store/internal/db/migrations/sqlite/*.sql")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d migrations (%v)", len(files), err)
	}
	if _, err := fmt.Sscanf(filepath.Base(files[len(files)-1]), "%d_", &newest); err != nil {
		t.Fatal(err)
	}
	return newest
}
