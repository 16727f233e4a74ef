// Package wakes finds the rows whose workflows are to be woken, and moves test clocks.
package wakes

import (
	"litmus/store/candidates"
	"litmus/store/internal/db"
	"litmus/store/team"
)

// Store finds what is to be woken.
type Store struct {
	db         *db.DB
	candidates *candidates.Store
	team       *team.Store
}

// New returns the store of a database.
func New(db *db.DB, c *candidates.Store, t *team.Store) *Store {
	return &Store{db: db, candidates: c, team: t}
}
