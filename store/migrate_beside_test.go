package store_test

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"litmus/testdb"
)

// TestMigrateBesideServices: on PostgreSQL a migration that changes several tables keeps nobody waiting who does not
// wait for it, neither in a circle nor behind a request that takes long, and is done when that has ended.
func TestMigrateBesideServices(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		from   int64
		held   string   // the table that a long request has changed already
		others []string // those that it and others change while the migration waits
	}{
		"origins": {15, "submissions", []string{"organizations", "people", "calendars", "assessments",
			"postings"}},
		"versions":     {17, "assessments", []string{"postings", "assessments"}},
		"grades":       {21, "submissions", []string{"candidates", "submissions"}},
		"replacements": {25, "interviews", []string{"sign_ins", "posting_interviewers", "interviews"}},
		"attendees":    {69, "interviews", []string{"candidates", "interviews"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := open(t, testdb.EmptyPostgres(t))
			f.must(f.MigrateTo(ctx, c.from))
			long, other := f.another(), f.another()
			// Only a migration that keeps the others waiting for as long as the request takes comes near this.
			patient, cancel := context.WithTimeout(ctx, time.Minute)
			defer cancel()
			changes := func(table string) string { return "lock table " + table + " in row exclusive mode" }
			ended := make(chan string, 1)
			f.must(long.Transaction(patient, func(exec func(string) error) error {
				f.must(exec(changes(c.held)))
				go func() {
					_, err := f.Migrate(ctx)
					ended <- fmt.Sprint(err)
				}()
				f.waitsForLock(ended)
				for _, table := range c.others {
					f.must(other.Transaction(patient, func(exec func(string) error) error {
						return exec(changes(table))
					}))
					f.must(exec(changes(table)))
				}
				return nil
			}))
			if how := <-ended; how != "<nil>" {
				t.Errorf("the migration ended with %s", how)
			}
			f.must(f.Ping(ctx))
			timeout := query[string](f, "show lock_timeout")
			if timeout != "0" {
				t.Errorf("after it a connection has the lock timeout %s", timeout)
			}
		})
	}
}

// TestMigrationsRunAgain: on PostgreSQL a migration without a transaction may have failed at any of its statements, so
// each of them can be run a second time.
func TestMigrationsRunAgain(t *testing.T) {
	t.Parallel()
	f := open(t, testdb.EmptyPostgres(t))
	again := 0
	for _, migration := range postgresMigrations(t, "") {
		if !migration.alone() {
			continue
		}
		file := migration.file
		version := must(strconv.ParseInt(strings.SplitN(filepath.Base(file), "_", 2)[0], 10, 64))(t)
		f.must(f.MigrateTo(ctx, version))
		f.exec("delete from goose_db_version where version_id = ?", version)
		if err := f.MigrateTo(ctx, version); err != nil {
			t.Errorf("%s for the second time: %v", file, err)
		}
		again++
	}
	if again < 5 {
		t.Errorf("%d migrations have no transaction: they are not found any more", again)
	}
}

// TestMigrationsLockOneTable: on PostgreSQL a migration of 0012 or later that locks more than one table that is there
// already does so in statements of their own, which can be run again.
func TestMigrationsLockOneTable(t *testing.T) {
	t.Parallel()
	made := regexp.MustCompile(`(?m)^create table (?:if not exists )?(\w+)`)
	locked := regexp.MustCompile(`(?:alter table|lock table|^update|references) (\w+)`)
	added := regexp.MustCompile(`add column (if not exists )?(\w+)`)
	looked := 0
	for _, migration := range postgresMigrations(t, "0012") { // before there were no services to run beside
		file, sql := migration.file, migration.text
		if migration.alone() {
			for _, m := range added.FindAllStringSubmatch(sql, -1) {
				if looked++; m[1] == "" {
					t.Errorf("%s: the column %s cannot be added again after the file failed", file, m[2])
				}
			}
			continue
		}
		var own, tables []string
		for _, m := range made.FindAllStringSubmatch(sql, -1) {
			own = append(own, m[1])
		}
		for _, m := range locked.FindAllStringSubmatch(sql, -1) {
			if looked++; !slices.Contains(own, m[1]) && !slices.Contains(tables, m[1]) {
				tables = append(tables, m[1])
			}
		}
		if len(tables) > 1 {
			t.Errorf("%s holds the locks of %v at once", file, tables)
		}
	}
	if looked < 10 {
		t.Errorf("%d tables and columns were found: the patterns find them no more", looked)
	}
}
