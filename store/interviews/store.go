// Package interviews reads interviews: one, lists, searches, and those that nobody can join.
package interviews

import (
	"litmus/store/internal/db"
)

// Store reads and writes them.
type Store struct {
	db *db.DB
}

// New returns the store of a database.
func New(db *db.DB) *Store {
	return &Store{db: db}
}
