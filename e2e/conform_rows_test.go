package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// passes are columns that change as time passes, which a run moves: what the service notes of its own work.
var passes = []string{"woken_revision", "converged_revision", "next_due_at", "claimed_revision",
	"claimed_until", "ahead_ms", "wanted_ms", "served_until", "moved_at", "asked_to", "last_used_at",
	"claims"}

// rows are all rows of the service's database as text, with the table and without the columns that pass.
func (s *Service) rows(t testing.TB) (out []string) {
	t.Helper()
	db := s.open(t)
	defer db.Close()
	query := func(sql string) (columns []string, all [][]any) {
		t.Helper()
		found, err := db.QueryContext(t.Context(), sql)
		if err != nil {
			t.Fatal(err)
		}
		defer found.Close()
		if columns, err = found.Columns(); err != nil {
			t.Fatal(err)
		}
		for found.Next() {
			row, into := make([]any, len(columns)), make([]any, len(columns))
			for n := range row {
				into[n] = &row[n]
			}
			if err := found.Scan(into...); err != nil {
				t.Fatal(err)
			}
			all = append(all, row)
		}
		if err := found.Err(); err != nil {
			t.Fatal(err)
		}
		return columns, all
	}
	tables := "select name from sqlite_master where type = 'table'"
	if !strings.HasPrefix(s.Database(), "sqlite:") {
		tables = "select table_name from information_schema.tables where table_schema = 'public'"
	}
	_, names := query(tables)
	for _, table := range names {
		columns, all := query(fmt.Sprintf("select * from %s", table[0]))
		for _, row := range all {
			line := fmt.Sprint(table[0], ":")
			for n, column := range columns {
				if !slices.Contains(passes, column) {
					line += fmt.Sprintf(" %s=%v", column, row[n])
				}
			}
			out = append(out, line)
		}
	}
	return out
}

// kept fails the test for each row of before, which [Service.rows] returned, that is not as it was.
func (s *Service) kept(t testing.TB, before []string, what string) {
	t.Helper()
	if len(before) < 30 {
		t.Errorf("there were %d rows, too few to be all of an organization", len(before))
	}
	now := map[string]bool{}
	for _, row := range s.rows(t) {
		now[row] = true
	}
	for _, row := range before {
		if !now[row] {
			t.Errorf("%s changed or removed the row %s", what, row)
		}
	}
}
