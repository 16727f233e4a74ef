// Package pipelines keeps postings with their tracks and steps, and assessments with their rubrics.
package pipelines

import (
	"litmus/store/internal/db"
	"litmus/store/team"
	"litmus/store/watchers"
)

// Store reads and writes postings and assessments.
type Store struct {
	db       *db.DB
	team     *team.Store
	watchers *watchers.Store
}

// New returns the store of a database.
func New(db *db.DB, t *team.Store, w *watchers.Store) *Store {
	return &Store{db: db, team: t, watchers: w}
}
