// Package pages reads what only pages show: the first page, lists of candidates, a candidate's record.
package pages

import (
	"litmus/store/internal/db"
	"litmus/store/interviews"
)

// Store reads what pages show.
type Store struct {
	db         *db.DB
	interviews *interviews.Store
}

// New returns the store of a database.
func New(db *db.DB, i *interviews.Store) *Store {
	return &Store{db: db, interviews: i}
}
