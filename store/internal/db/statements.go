package db

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// connector opens connections to a SQLite database that keep their statements compiled. The driver does not, and to
// compile a statement takes longer than to run most of them. GORM's cache is no help: it compiles a statement again for
// every transaction if it was first used inside of one, which costs a quarter of the time of a booking. Here it is
// compiled once on each connection where it is used, when it is first used there.
type connector struct{ name string } // what the driver opens: file:PATH?PARAMETERS

// maxStatements bounds the statements that a connection keeps, because lists of different lengths make different texts.
const maxStatements = 500

var _ driver.Connector = connector{}

// Driver implements [driver.Connector].
func (connector) Driver() driver.Driver { return &sqlite.Driver{} }

// Connect implements [driver.Connector].
func (c connector) Connect(ctx context.Context) (driver.Conn, error) {
	opened, err := c.open(ctx)
	if err != nil {
		return nil, err
	}
	raw, ok := opened.(rawConnection)
	if !ok {
		_ = opened.Close()
		return nil, fmt.Errorf("the driver's connections (%T) lack what the store needs", opened)
	}
	return &connection{rawConnection: raw, kept: map[string]*statement{}}, nil
}

// How long a connection waits for another one's lock, and how long between attempts to open it.
const (
	busyTimeout = 10 * time.Second
	busyPause   = 10 * time.Millisecond
)

// open opens a connection. SQLite's own waiting does not hold for the first connection to a new file, which makes its
// journal a write-ahead log: beside another one that writes it is refused at once, so it is opened again.
func (c connector) open(ctx context.Context) (driver.Conn, error) {
	for begun := time.Now(); ; {
		opened, err := c.Driver().Open(c.name)
		var refused *sqlite.Error
		if !errors.As(err, &refused) || refused.Code() != sqlite3.SQLITE_BUSY || time.Since(begun) > busyTimeout {
			return opened, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(busyPause):
		}
	}
}

// rawConnection is what database/sql uses of the driver's connections.
type rawConnection interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
}

// connection is one that keeps its statements. As database/sql promises, one goroutine uses it at a time, with the rows
// that it has returned.
type connection struct {
	rawConnection
	kept map[string]*statement // by their text
}

// rawStatement is what runs of the driver's statements.
type rawStatement interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

// statement is a compiled one.
type statement struct {
	runs rawStatement
	read bool // its rows are not closed: until they are, it cannot run again
}

// statement returns the statement for the text, and compiles and keeps it if it is new.
func (c *connection) statement(ctx context.Context, query string) (*statement, error) {
	if s, ok := c.kept[query]; ok {
		return s, nil
	}
	compiled, err := c.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	raw, ok := compiled.(rawStatement)
	if !ok {
		_ = compiled.Close()
		return nil, fmt.Errorf("the driver's statements (%T) lack what the store needs", compiled)
	}
	c.makeRoom()
	s := &statement{runs: raw}
	c.kept[query] = s
	return s, nil
}

// makeRoom drops any one statement, where as many are kept as may be.
func (c *connection) makeRoom() {
	if len(c.kept) < maxStatements {
		return
	}
	for query, s := range c.kept {
		if !s.read {
			delete(c.kept, query)
			_ = s.runs.Close()
			return
		}
	}
}

// ExecContext implements [driver.ExecerContext].
func (c *connection) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	s, err := c.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	if s.read {
		return c.rawConnection.ExecContext(ctx, query, args)
	}
	return s.runs.ExecContext(ctx, args)
}

// QueryContext implements [driver.QueryerContext].
func (c *connection) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	s, err := c.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	if s.read {
		return c.rawConnection.QueryContext(ctx, query, args)
	}
	read, err := s.runs.QueryContext(ctx, args)
	if err != nil {
		return nil, err
	}
	raw, ok := read.(rawRows)
	if !ok {
		_ = read.Close()
		return nil, fmt.Errorf("the driver's rows (%T) lack what the store needs", read)
	}
	s.read = true
	return &rows{raw, s}, nil
}

// Close implements [driver.Conn].
func (c *connection) Close() error {
	for _, s := range c.kept {
		_ = s.runs.Close()
	}
	clear(c.kept)
	return c.rawConnection.Close()
}

// rawRows is what database/sql and GORM use of the driver's rows.
type rawRows interface {
	driver.RowsColumnTypeDatabaseTypeName
	driver.RowsColumnTypeLength
	driver.RowsColumnTypeNullable
	driver.RowsColumnTypePrecisionScale
	driver.RowsColumnTypeScanType
}

// rows are those of a kept statement.
type rows struct {
	rawRows
	of *statement
}

// Close implements [driver.Rows].
func (r *rows) Close() error {
	r.of.read = false
	return r.rawRows.Close()
}
