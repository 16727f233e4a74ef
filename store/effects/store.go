// Package effects keeps the ledger: what was told to whom, and what was made where.
package effects

import (
	"litmus/store/internal/db"
)

// Store reads and writes the ledger.
type Store struct {
	db *db.DB
}

// New returns the store of a database.
func New(db *db.DB) *Store {
	return &Store{db: db}
}
