package db_test

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"litmus/models"
	"litmus/store/internal/db"
)

// The database is away if it cannot do its work now; what it refused, and what others did not do, is something else.
func TestAway(t *testing.T) {
	t.Parallel()
	dial := &net.OpError{Op: "dial", Net: "tcp", Err: errors.New("connection refused")}
	for name, c := range map[string]struct {
		err  error
		want bool
	}{
		"nothing":                     {nil, false},
		"a server that ends":          {fmt.Errorf("read: %w", &pgconn.PgError{Code: "57P01"}), true},
		"too many connections":        {&pgconn.PgError{Code: "53300"}, true},
		"a full disk":                 {&pgconn.PgError{Code: "53100"}, true},
		"a constraint":                {&pgconn.PgError{Code: "23505"}, false},
		"a code that is none":         {&pgconn.PgError{Code: ""}, false},
		"a broken connection":         {fmt.Errorf("read: %w", driver.ErrBadConn), true},
		"a connection that ends":      {db.Wrap("read", io.ErrUnexpectedEOF), true},
		"a file that ends":            {fmt.Errorf("read a file: %w", io.ErrUnexpectedEOF), false},
		"our time is up":              {db.Wrap("read", context.DeadlineExceeded), true},
		"somebody else's time is up":  {fmt.Errorf("ask a calendar: %w", context.DeadlineExceeded), false},
		"who asked went away":         {db.Wrap("read", context.Canceled), false},
		"a network":                   {db.Wrap("read", dial), true},
		"the network of a calendar":   {fmt.Errorf("ask a calendar: %w", dial), false},
		"a refusal":                   {db.Wrap("read", models.NotFoundf("no such interview")), false},
		"something that nobody knows": {db.Wrap("read", errors.New("no such table")), false},
	} {
		if got := db.Away(c.err); got != c.want {
			t.Errorf("%s: %t, want %t", name, got, c.want)
		}
	}
}
