package db

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/stdlib"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

const (
	postgresConnections = 20
	keyConnections      = 4
	connectTimeout      = 5 * time.Second
)

// pool describes the connections of a pool.
type pool struct {
	writes      bool
	connections int // the most; 0: the best number for the database
}

func (d Dialect) open(address string, p pool, log logger.Interface) (*gorm.DB, error) {
	if d.Postgres {
		cfg, err := pgx.ParseConfig(address)
		if err != nil {
			return nil, errors.New("the postgres:// address cannot be read") // pgx's own words may hold the password
		}
		if cfg.ConnectTimeout == 0 {
			cfg.ConnectTimeout = connectTimeout
		}
		db := stdlib.OpenDB(*cfg, stdlib.OptionAfterConnect(func(_ context.Context, c *pgx.Conn) error {
			c.TypeMap().RegisterType(&pgtype.Type{Name: "timestamptz", OID: pgtype.TimestamptzOID,
				Codec: &pgtype.TimestamptzCodec{ScanLocation: time.UTC}})
			return nil
		}))
		connections := cmp.Or(p.connections, postgresConnections)
		db.SetMaxOpenConns(connections)
		db.SetMaxIdleConns(connections)
		db.SetConnMaxIdleTime(5 * time.Minute)
		return gorm.Open(postgres.New(postgres.Config{Conn: db}), gormConfig(log))
	}
	path := file(address)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	// The cache of each connection, in KiB, holds what a page of figures scans: with SQLite's default of 2 MB it reads
	// the file again for each statement, which takes a sixth of the time.
	const cache = 8000
	q := url.Values{
		"_pragma": {fmt.Sprintf("busy_timeout(%d)", busyTimeout.Milliseconds()), "journal_mode(WAL)",
			// What is overwritten leaves nothing behind in the file: somebody may have asked to be forgotten.
			"secure_delete(1)",
			"foreign_keys(1)", "synchronous(FULL)", "temp_store(memory)", fmt.Sprintf("cache_size(-%d)", cache)},
		// Instants are stored as integers of microseconds: exact, ordered, and quick to read.
		"_time_integer_format": {"unix_micro"}, "_inttotime": {"1"}, "_timezone": {"UTC"},
	}
	connections := 1
	if p.writes {
		q.Set("_txlock", "immediate")
	} else {
		q.Add("_pragma", "query_only(1)")
		connections = cmp.Or(p.connections, max(4, runtime.NumCPU()))
	}
	db := sql.OpenDB(connector{"file:" + (&url.URL{Path: path}).EscapedPath() + "?" + q.Encode()})
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	return openSQLite(db, log)
}
