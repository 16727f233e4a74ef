// Package audit keeps what was requested of the service, and the histories of records.
package audit

import (
	"time"

	"litmus/store/internal/db"
)

// Audit entries have a queue of their own, with few and small transactions: on SQLite a booking waits for at most one
// of them.
const (
	auditSize     = 128
	auditPatience = 100 * time.Millisecond
)

// Store reads and writes the audit and the histories.
type Store struct {
	db       *db.DB
	entries  *db.Batcher // separate, because audit entries are many and must not delay other small writes
	failures failures
}

// New returns the store of a database.
func New(db *db.DB) *Store {
	return &Store{db: db, entries: db.NewBatcher(auditSize, auditPatience, writeAudit)}
}

// Close writes the collected entries.
func (s *Store) Close() { s.entries.Close() }

// Failed is the first error of an entry, where the database is one transaction.
func (s *Store) Failed() error { return s.entries.Failed }
