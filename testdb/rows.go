package testdb

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Rows returns every row of a SQLite database as text, behind the name of its table. Tables and columns that are
// named as unread say nothing of the records, and are left out.
func Rows(t testing.TB, db *sql.DB, unread ...string) (out []string) {
	t.Helper()
	for _, table := range selected(t, db, "select name from sqlite_master where type = 'table' order by name", nil) {
		if slices.Contains(unread, table) {
			continue
		}
		for _, row := range selected(t, db, "select * from "+table, unread) {
			out = append(out, table+" "+row)
		}
	}
	return out
}

func selected(t testing.TB, db *sql.DB, query string, unread []string) (out []string) {
	t.Helper()
	rows, err := db.QueryContext(context.Background(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	values, into := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		into[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		for i, name := range columns {
			if slices.Contains(unread, name) {
				values[i] = nil
			}
		}
		out = append(out, strings.TrimSpace(fmt.Sprintln(values...)))
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// Compared says which rows are new and which are gone; a row that was changed is both.
func Compared(before, after []string) (written, lost []string) {
	missing := func(from, in []string) []string {
		known := map[string]bool{}
		for _, row := range in {
			known[row] = true
		}
		return slices.DeleteFunc(slices.Clone(from), func(row string) bool { return known[row] })
	}
	return missing(after, before), missing(before, after)
}

// Unchanged fails the test if the rows of a database are not what they were before.
func Unchanged(t testing.TB, before, after []string, by string) {
	t.Helper()
	written, lost := Compared(before, after)
	for _, row := range written {
		t.Errorf("%s wrote: %s", by, row)
	}
	for _, row := range lost {
		t.Errorf("%s changed or removed: %s", by, row)
	}
}
