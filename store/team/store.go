// Package team keeps an organization with its settings, members, sign-ins, sessions and keys.
package team

import (
	"litmus/store/internal/db"
)

// Store reads and writes the team.
type Store struct {
	db *db.DB
}

// New returns the store of a database.
func New(db *db.DB) *Store {
	return &Store{db: db}
}
