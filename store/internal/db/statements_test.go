package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
)

// counting is a connection of the driver that tells what it compiles.
type counting struct {
	rawConnection
	compiled *[]string
}

func (c counting) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	*c.compiled = append(*c.compiled, query)
	return c.rawConnection.PrepareContext(ctx, query)
}

// countingConnector gives a pool its only connection.
type countingConnector struct {
	connector
	opened   *connection
	compiled []string
}

func (c *countingConnector) Connect(ctx context.Context) (driver.Conn, error) {
	opened, err := c.connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	c.opened = opened.(*connection)
	c.opened.rawConnection = counting{c.opened.rawConnection, &c.compiled}
	return c.opened, nil
}

// keepingPool is a pool of one connection to a database with the table t, whose column n has the numbers 1, 2 and 3.
func keepingPool(t *testing.T) (*sql.DB, *countingConnector) {
	t.Helper()
	c := &countingConnector{connector: connector{"file:" + filepath.Join(t.TempDir(), "litmus.db")}}
	db := sql.OpenDB(c)
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	db.SetMaxOpenConns(1)
	run(t, db, "create table t (n integer primary key)")
	run(t, db, "insert into t values (1), (2), (3)")
	c.compiled = nil
	return db, c
}

type runner interface {
	ExecContext(context.Context, string, ...any) (sql.Result, error)
	QueryContext(context.Context, string, ...any) (*sql.Rows, error)
}

func run(t *testing.T, db runner, query string, args ...any) {
	t.Helper()
	if _, err := db.ExecContext(t.Context(), query, args...); err != nil {
		t.Fatal(err)
	}
}

// numbers returns the first column, and calls each with every row of it.
func numbers(t *testing.T, db runner, each func(n int), query string, args ...any) (out []int) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var n int
		if err := rows.Scan(&n); err != nil {
			t.Fatal(err)
		}
		out = append(out, n)
		if each != nil {
			each(n)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

const selectNumbers = "select n from t where n >= ? order by n"

func TestStatementsAreCompiledOnce(t *testing.T) {
	t.Parallel()
	db, c := keepingPool(t)
	insert := "insert into t values (?)"
	for n := 4; n < 8; n++ {
		tx, err := db.BeginTx(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		run(t, tx, insert, n)
		if got := numbers(t, tx, nil, selectNumbers, n-1); !slices.Equal(got, []int{n - 1, n}) {
			t.Errorf("from %d on there is %v", n-1, got)
		}
		if err := tx.Commit(); err != nil {
			t.Fatal(err)
		}
		if got := numbers(t, db, nil, selectNumbers, n); !slices.Equal(got, []int{n}) {
			t.Errorf("from %d on there is %v after the transaction", n, got)
		}
	}
	if want := []string{insert, selectNumbers}; !slices.Equal(c.compiled, want) {
		t.Errorf("compiled was %q, want each once: %q", c.compiled, want)
	}
}

// What fails is compiled again or runs again, and its error is the driver's.
func TestStatementsThatFail(t *testing.T) {
	t.Parallel()
	db, c := keepingPool(t)
	for range 2 {
		if _, err := db.ExecContext(t.Context(), "insert into nowhere values (1)"); err == nil {
			t.Error("a table that does not exist is written")
		}
		if _, err := db.ExecContext(t.Context(), "insert into t values (?)", 3); err == nil {
			t.Error("a number is there twice")
		}
	}
	run(t, db, "insert into t values (?)", 4)
	if len(c.opened.kept) != 1+2 { // with those of keepingPool
		t.Errorf("%d statements are kept", len(c.opened.kept))
	}
	// A schema that changes is no error.
	run(t, db, "create view v as select 1 as n")
	if got := numbers(t, db, nil, "select * from v"); !slices.Equal(got, []int{1}) {
		t.Errorf("the view has %v", got)
	}
	run(t, db, "drop view v")
	run(t, db, "create view v as select 2 as n")
	if got := numbers(t, db, nil, "select * from v"); !slices.Equal(got, []int{2}) {
		t.Errorf("the new view has %v", got)
	}
}

// A statement whose rows are being read runs beside itself, and is not dropped to make room.
func TestStatementsInUse(t *testing.T) {
	t.Parallel()
	db, c := keepingPool(t)
	tx, err := db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }()
	var seen []int
	outer := numbers(t, tx, func(n int) {
		seen = append(seen, numbers(t, tx, nil, selectNumbers, n)...)
	}, selectNumbers, 1)
	if !slices.Equal(outer, []int{1, 2, 3}) || !slices.Equal(seen, []int{1, 2, 3, 2, 3, 3}) {
		t.Errorf("read were %v, and within %v", outer, seen)
	}
	outer = numbers(t, tx, func(n int) {
		for i := range maxStatements {
			text := fmt.Sprintf("select %d", n*maxStatements+i)
			if got := numbers(t, tx, nil, text); !slices.Equal(got, []int{n*maxStatements + i}) {
				t.Fatalf("%s gives %v", text, got)
			}
		}
	}, selectNumbers, 1)
	if !slices.Equal(outer, []int{1, 2, 3}) {
		t.Errorf("read were %v while others took the room", outer)
	}
	if n := len(c.opened.kept); n != maxStatements {
		t.Errorf("%d statements are kept, want %d", n, maxStatements)
	}
	c.compiled = nil
	numbers(t, tx, nil, selectNumbers, 1)
	if len(c.compiled) > 0 {
		t.Error("the statement that was being read has been dropped")
	}
}
