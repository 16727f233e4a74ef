// Command schema prints the tables and indexes of a database that every migration was run on, for docs/schema.sql:
//
//	go run ./internal/schema >docs/schema.sql
//
// It is SQLite's dialect. PostgreSQL has the same tables, columns, constraints and indexes with its own types:
// timestamptz for instants, jsonb for some JSON, and ids that compare as bytes (COLLATE "C").
package main

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	_ "modernc.org/sqlite" // the driver "sqlite"

	"litmus/models/keyring"
	"litmus/store"
)

func main() {
	if err := run(context.Background(), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "schema:", err)
		os.Exit(1)
	}
}

// run migrates an empty database and prints its schema.
func run(ctx context.Context, w io.Writer) (err error) {
	dir, err := os.MkdirTemp("", "litmus-schema")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "litmus.db")
	s, err := store.Open(ctx, "sqlite:"+file,
		store.Options{Secret: keyring.Secret("of a database of no use, 32 bytes")})
	if err != nil {
		return err
	}
	_, err = s.Migrate(ctx)
	if closed := s.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	db, err := sql.Open("sqlite", file)
	if err != nil {
		return err
	}
	defer db.Close()
	fmt.Fprintln(w, `-- What the migrations make of an empty database, in SQLite's dialect: make generate.
-- PostgreSQL has the same tables, columns, constraints and indexes, with timestamptz for instants.
-- What the columns mean is said in the types of models and the packages below it.`)
	rows, err := db.QueryContext(ctx, `select type, sql from sqlite_master where sql is not null and tbl_name not like
		'sqlite_%' and tbl_name not like 'goose_%' order by (select min(t.rowid) from sqlite_master t
			where t.type = 'table' and t.tbl_name = sqlite_master.tbl_name), type desc, name`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var kind, text string
		if err := rows.Scan(&kind, &text); err != nil {
			return err
		}
		if kind == "table" {
			fmt.Fprintf(w, "\n%s\n", table(text))
			continue
		}
		verb, rest, _ := strings.Cut(oneLine(text), " "+strings.ToUpper(kind)+" ") // CREATE UNIQUE, and its name
		fmt.Fprintf(w, "%s %s %s;\n", strings.ToLower(verb), kind, rest)
	}
	return rows.Err()
}

// item is a column or a constraint of a table, with the comment beside it.
type item struct{ text, comment string }

// table is the statement that makes a table, with a line for each column, then one for each constraint: a column that
// was added later stands behind the constraints in SQLite's own text.
func table(statement string) string {
	head, rest, _ := strings.Cut(statement, "(")
	items := itemsOf(rest)
	slices.SortStableFunc(items, func(a, b item) int { return rank(a) - rank(b) })
	var b strings.Builder
	fmt.Fprintf(&b, "%s (\n", strings.ToLower(oneLine(strings.ReplaceAll(head, `"`, ""))))
	for n, i := range items {
		b.WriteString("  " + i.text)
		if n < len(items)-1 {
			b.WriteString(",")
		}
		if i.comment != "" {
			b.WriteString(" -- " + i.comment)
		}
		b.WriteString("\n")
	}
	return b.String() + ");"
}

// rank is 0 for a column and 1 for a constraint.
func rank(i item) int {
	switch first, _, _ := strings.Cut(i.text, " "); first {
	case "constraint", "primary", "unique", "check", "foreign":
		return 1
	}
	return 0
}

// itemsOf takes apart what stands between the parentheses of a table.
func itemsOf(text string) (items []item) {
	depth, quoted, start, own := 0, false, 0, ""
	add := func(end int) {
		if s := oneLine(text[start:end]); s != "" {
			items = append(items, item{s, own})
			own = ""
		}
	}
	for n := 0; n < len(text); n++ {
		switch c := text[n]; {
		case c == '\'':
			quoted = !quoted
		case quoted:
		case strings.HasPrefix(text[n:], "--"):
			comment, _, _ := strings.Cut(text[n+2:], "\n")
			before := text[start:n]
			text = before + text[n+2+len(comment):]
			n, start = len(before)-1, 0
			if said := strings.TrimSpace(comment); oneLine(before) != "" {
				own = said // no comma follows: it is the last one
			} else if len(items) > 0 {
				last := &items[len(items)-1]
				last.comment = strings.TrimSpace(last.comment + " " + said)
			}
		case c == '(':
			depth++
		case c == ',' && depth == 0:
			add(n)
			start = n + 1
		case c == ')':
			if depth--; depth < 0 {
				add(n)
				return items
			}
		}
	}
	return items
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
