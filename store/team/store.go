// Package team keeps an organization with its settings, members, sign-ins, sessions and keys.
package team

import (
	"litmus/store/internal/db"
	"litmus/store/watchers"
)

// Store reads and writes the team.
type Store struct {
	db       *db.DB
	watchers *watchers.Store
}

// New returns the store of a database.
func New(db *db.DB, w *watchers.Store) *Store {
	return &Store{db: db, watchers: w}
}
