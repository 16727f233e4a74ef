// Package candidates keeps candidates' records: invitations, answers, submissions, grades and decisions.
package candidates

import (
	"litmus/store/availability"
	"litmus/store/internal/db"
	"litmus/store/team"
)

// Store reads and writes candidates.
type Store struct {
	db           *db.DB
	team         *team.Store
	availability *availability.Store
}

// New returns the store of a database.
func New(db *db.DB, t *team.Store, a *availability.Store) *Store {
	return &Store{db: db, team: t, availability: a}
}
