package store

import (
	"context"
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"gorm.io/gorm"

	"litmus/models"
)

// Blocks selects the interviews that keep their interviewer busy.
const Blocks = blocks

// Exec runs raw SQL as the store's writer.
func (s *Store) Exec(ctx context.Context, sql string, args ...any) error {
	return s.write.WithContext(ctx).Exec(sql, args...).Error
}

// Query reads raw SQL into dest, a pointer to a value, a struct or a slice of them.
func (s *Store) Query(ctx context.Context, dest any, sql string, args ...any) error {
	return s.read.WithContext(ctx).Raw(sql, args...).Scan(dest).Error
}

// Text reads rows as text: a line for each, with the names of its columns and their values in JSON.
func (s *Store) Text(ctx context.Context, sql string) (string, error) {
	rows, err := s.read.WithContext(ctx).Raw(sql).Rows()
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
func (s *Store) Constraint(err error) string { return s.dialect.constraint(err) }

// Postgres reports whether the database is PostgreSQL.
func (s *Store) Postgres() bool { return s.dialect.postgres }

// Schema returns the text of the migrations.
func (s *Store) Schema() string {
	var all string
	entries, _ := migrationFiles.ReadDir("migrations/" + s.dialect.name)
	for _, e := range entries {
		text, _ := migrationFiles.ReadFile("migrations/" + s.dialect.name + "/" + e.Name())
		all += string(text)
	}
	return all
}

// OpenSealed opens a person's stored credentials.
func (s *Store) OpenSealed(orgID, email string, sealed []byte) (models.CalendarAccount, error) {
	return s.openSealed(orgID, email, sealed)
}

// Flush returns when all batched changes are written.
func (s *Store) Flush(ctx context.Context) error { return s.batch.flush(ctx) }

// View runs fn in a reading transaction, which occupies a connection until fn returns.
func (s *Store) View(ctx context.Context, fn func() error) error {
	return s.view(ctx, func(tx *gorm.DB) error { return fn() })
}

// Transaction runs fn in a writing transaction of its own; exec runs raw SQL in it.
func (s *Store) Transaction(ctx context.Context, fn func(exec func(sql string) error) error) error {
	return s.write.WithContext(ctx).Transaction(
		func(tx *gorm.DB) error { return fn(func(sql string) error { return tx.Exec(sql).Error }) })
}

// Readers returns how many connections there are for reading, and how many of them are in use.
func (s *Store) Readers() (most, used int) {
	db, err := s.read.DB()
	if err != nil {
		panic(err)
	}
	return db.Stats().MaxOpenConnections, db.Stats().InUse
}

// KeepBusy sets the limit of cached busy times.
func (s *Store) KeepBusy(most int) { s.busy.most = most }

// BusyKept returns the number of cached busy times.
func (s *Store) BusyKept() (spans int) {
	s.busy.mu.Lock()
	defer s.busy.mu.Unlock()
	for _, kept := range s.busy.of {
		spans += len(kept.spans)
	}
	return spans
}

// Later queues a change that nobody waits for.
func (s *Store) Later(write func() error) { s.batch.later(func(*gorm.DB) error { return write() }) }

// MigrateTo brings the schema of an empty database to an older version.
func (s *Store) MigrateTo(ctx context.Context, version int64) error {
	db, err := s.write.DB()
	if err != nil {
		return err
	}
	p, err := s.dialect.provider(db)
	if err != nil {
		return err
	}
	_, err = p.UpTo(ctx, version)
	return err
}
