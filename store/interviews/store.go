// Package interviews reads interviews: one, lists, searches. Those that nobody can join get their link here.
package interviews

import (
	"litmus/store/internal/db"
)

// Store reads interviews.
type Store struct {
	db *db.DB
}

// New returns the store of a database.
func New(db *db.DB) *Store {
	return &Store{db: db}
}
