// Package setups applies organization files, and exports them.
package setups

import (
	"litmus/store/availability"
	"litmus/store/internal/db"
	"litmus/store/pipelines"
	"litmus/store/team"
	"litmus/store/watchers"
)

// Store applies and exports organization files.
type Store struct {
	db           *db.DB
	team         *team.Store
	pipelines    *pipelines.Store
	availability *availability.Store
	watchers     *watchers.Store
}

// New returns the store of a database.
func New(db *db.DB, t *team.Store, p *pipelines.Store, a *availability.Store, w *watchers.Store) *Store {
	return &Store{db: db, team: t, pipelines: p, availability: a, watchers: w}
}
