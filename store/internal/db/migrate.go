package db

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/pressly/goose/v3"
)

//go:embed migrations
var migrationFiles embed.FS

func migrations(dialect string) (fs.FS, error) {
	return fs.Sub(migrationFiles, path.Join("migrations", dialect))
}

// How often a migration of PostgreSQL is begun that gave way to a running service, and how long it waits in between, so
// that all who waited behind it come first. With two seconds of waiting for a lock that makes about five minutes.
const (
	migrateAttempts = 120
	migratePause    = 500 * time.Millisecond
)

// Migrate brings the schema up to date under a lock, and returns the versions that it applied. On PostgreSQL services
// may run meanwhile: a migration that would keep them waiting for a table gives way, and is begun again.
func (s *DB) Migrate(ctx context.Context) ([]int64, error) {
	db, err := s.Write.DB()
	if err != nil {
		return nil, err
	}
	p, err := s.Dialect.provider(db)
	if err != nil {
		return nil, fmt.Errorf("read the migrations: %w", err)
	}
	applied := []int64{}
	for attempts := 1; ; attempts++ {
		before, err := p.GetDBVersion(ctx)
		if err != nil {
			return nil, fmt.Errorf("read the schema's version: %w", err)
		}
		results, err := p.Up(ctx)
		var partial *goose.PartialError
		if errors.As(err, &partial) {
			results = partial.Applied
		}
		for _, r := range results {
			applied = append(applied, r.Source.Version)
		}
		if err == nil {
			return applied, nil
		}
		s.Dialect.forgetConnections(db)
		if s.Dialect.gaveWay(err) && attempts < migrateAttempts {
			select {
			case <-ctx.Done():
				return nil, fmt.Errorf("migrate: %w", ctx.Err())
			case <-time.After(migratePause):
			}
			continue
		}
		// On SQLite goose cannot hold a lock across migrations. If two processes start the same migration, the second
		// fails because it is applied already; it continues with the next one.
		if after, reading := p.GetDBVersion(ctx); s.Dialect.Postgres || reading != nil || after == before {
			return nil, fmt.Errorf("migrate: %w", err)
		}
	}
}

// MigrateTo brings the schema of an empty database to an older version: what the tests of a later migration begin with.
func (s *DB) MigrateTo(ctx context.Context, version int64) error {
	db, err := s.Write.DB()
	if err != nil {
		return err
	}
	p, err := s.Dialect.provider(db)
	if err != nil {
		return err
	}
	_, err = p.UpTo(ctx, version)
	return err
}

// latest returns the version of the newest migration.
func (d Dialect) latest() int64 {
	entries, _ := migrationFiles.ReadDir(path.Join("migrations", d.name))
	var last int64
	for _, e := range entries {
		number, _, _ := strings.Cut(e.Name(), "_")
		if v, err := strconv.ParseInt(number, 10, 64); err == nil {
			last = max(last, v)
		}
	}
	return last
}
