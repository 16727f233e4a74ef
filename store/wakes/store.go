// Package wakes finds the rows whose workflows are to be woken, and moves test clocks.
package wakes

import (
	"litmus/store/candidates"
	"litmus/store/internal/db"
)

// Store finds what is to be woken.
type Store struct {
	db         *db.DB
	candidates *candidates.Store
}

// New returns the store of a database.
func New(db *db.DB, c *candidates.Store) *Store {
	return &Store{db: db, candidates: c}
}
