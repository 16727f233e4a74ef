// Package bookings books interviews and changes them, each in one transaction: lock, gather the facts, let models
// decide, write the row with its next revision.
package bookings

import (
	"litmus/store/availability"
	"litmus/store/internal/db"
	"litmus/store/team"
)

// Store books and changes interviews.
type Store struct {
	db           *db.DB
	team         *team.Store
	availability *availability.Store
}

// New returns the store of a database.
func New(db *db.DB, t *team.Store, a *availability.Store) *Store {
	return &Store{db: db, team: t, availability: a}
}
