// Package erasures forgets candidates (ADR erased-in-two-steps), and tells what is stored of one. Which columns name a
// person is said once, in tables.go, for both.
package erasures

import (
	"context"
	"strings"
	"time"

	"litmus/models"
	"litmus/store/effects"
	"litmus/store/internal/db"
)

// Store asks for erasures and carries them out.
type Store struct {
	db      *db.DB
	effects *effects.Store
}

// New returns the store of a database.
func New(db *db.DB, e *effects.Store) *Store { return &Store{db, e} }

// tables are those with rows about candidates.
func (s *Store) tables() []table {
	return ofCandidates(func(column string) string {
		return strings.Replace(s.db.Dialect.After(column), "?", "@now", 1)
	})
}

// ofRecord are the parameters of the tables' statements about a candidate.
func ofRecord(c models.Candidate, now time.Time) map[string]any {
	return map[string]any{"org": c.OrgID, "candidate": c.ID, "now": models.Instant(now),
		"email": models.ErasedEmail(c.ID), "name": models.Erased}
}

// Scrub empties SQLite's log, in which pages from before an erasure may be.
func (s *Store) Scrub(ctx context.Context) error { return s.db.Scrub(ctx) }
