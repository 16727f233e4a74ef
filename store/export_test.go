package store

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"unicode/utf8"

	"gorm.io/gorm"

	"litmus/models/timetable"
	"litmus/store/availability"
)

// Blocks selects the interviews that keep their interviewer busy.
const Blocks = availability.Blocks

// Exec runs raw SQL as the store's writer.
func (s *Store) Exec(ctx context.Context, sql string, args ...any) error {
	return s.db.Write.WithContext(ctx).Exec(sql, args...).Error
}

// Query reads raw SQL into dest, a pointer to a value, a struct or a slice of them.
func (s *Store) Query(ctx context.Context, dest any, sql string, args ...any) error {
	return s.db.Read.WithContext(ctx).Raw(sql, args...).Scan(dest).Error
}

// Text reads rows as text: a line for each, with the names of its columns and their values in JSON.
func (s *Store) Text(ctx context.Context, sql string) (string, error) {
	rows, err := s.db.Read.WithContext(ctx).Raw(sql).Rows()
	if err != nil {
		return "", err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return "", err
	}
	values, into := make([]any, len(columns)), make([]any, len(columns))
	for n := range values {
		into[n] = &values[n]
	}
	var out []byte
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return "", err
		}
		for n, v := range values {
			if b, ok := v.([]byte); ok && utf8.Valid(b) {
				v = string(b) // so that what is looked for in it is found
			}
			text, err := json.Marshal(v)
			if err != nil {
				return "", err
			}
			out = fmt.Appendf(out, "%q:%s,", columns[n], text)
		}
		out = append(out, '\n')
	}
	return string(out), rows.Err()
}

// Constraint returns the name of the constraint that err violates, "" if the store knows none.
func (s *Store) Constraint(err error) string { return s.db.Dialect.Constraint(err) }

// Postgres reports whether the database is PostgreSQL.
func (s *Store) Postgres() bool { return s.db.Dialect.Postgres }

// Schema returns the text of the migrations.
func (s *Store) Schema() (all string) {
	folder := "internal/db/migrations/" + s.db.Dialect.Name()
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		text, _ := os.ReadFile(filepath.Join(folder, e.Name()))
		all += string(text)
	}
	return all
}

// OpenSealed opens a person's stored credentials.
func (s *Store) OpenSealed(orgID, email string, sealed []byte) (timetable.CalendarAccount, error) {
	return s.Availability.OpenDraft(orgID, email, base64.RawURLEncoding.EncodeToString(sealed))
}

// Flush returns when all batched changes are written.
func (s *Store) Flush(ctx context.Context) error {
	return errors.Join(s.db.Batch.Flush(ctx), s.db.Alone.Flush(ctx))
}

// View runs fn in a reading transaction, which occupies a connection until fn returns.
func (s *Store) View(ctx context.Context, fn func() error) error {
	return s.db.View(ctx, func(tx *gorm.DB) error { return fn() })
}

// Transaction runs fn in a writing transaction of its own; exec runs raw SQL in it.
func (s *Store) Transaction(ctx context.Context, fn func(exec func(sql string) error) error) error {
	return s.db.Write.WithContext(ctx).Transaction(
		func(tx *gorm.DB) error { return fn(func(sql string) error { return tx.Exec(sql).Error }) })
}

// Readers returns how many connections there are for reading, and how many of them are in use.
func (s *Store) Readers() (most, used int) {
	db, err := s.db.Read.DB()
	if err != nil {
		panic(err)
	}
	return db.Stats().MaxOpenConnections, db.Stats().InUse
}

// Later queues a change that nobody waits for.
func (s *Store) Later(write func() error) { s.db.Batch.Later(func(*gorm.DB) error { return write() }) }

// MigrateTo brings the schema of an empty database to an older version.
func (s *Store) MigrateTo(ctx context.Context, version int64) error {
	return s.db.MigrateTo(ctx, version)
}
