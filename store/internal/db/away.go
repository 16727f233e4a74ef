package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"net"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Away reports whether err says that the database did not do its work now, and may do it later: it cannot be reached,
// ends connections, has no more of them or no room, or takes too long. A statement that it refused is none of these.
func Away(err error) bool {
	var refused *pgconn.PgError
	if errors.As(err, &refused) {
		switch refused.Code[:min(2, len(refused.Code))] {
		case "08", "53", "57", "58": // connection, resources, an operator's intervention, its machine
			return true
		}
		return false
	}
	var lite *sqlite.Error
	if errors.As(err, &lite) {
		switch lite.Code() & 0xff { // without what an extended code adds
		case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN,
			sqlite3.SQLITE_READONLY:
			return true
		}
		return false
	}
	var unconnected *pgconn.ConnectError
	if errors.As(err, &unconnected) || errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) {
		return true
	}
	var network net.Error
	var ours *wrapped // others' connections and times may end too
	return errors.As(err, &ours) && (errors.As(err, &network) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, io.EOF) || errors.Is(err, context.DeadlineExceeded))
}
