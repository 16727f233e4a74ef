// Package availability keeps when people interview: hours, absences, painted slots, calendars. It says what is offered,
// and why something is not.
package availability

import (
	"litmus/store/internal/db"
	"litmus/store/interviews"
	"litmus/store/pipelines"
	"litmus/store/team"
)

// Store reads and writes what decides when people interview.
type Store struct {
	db         *db.DB
	team       *team.Store
	interviews *interviews.Store
	pipelines  *pipelines.Store
	busy       busyKept
}

// New returns the store of a database.
func New(db *db.DB, t *team.Store, i *interviews.Store, p *pipelines.Store) *Store {
	return &Store{db: db, team: t, interviews: i, pipelines: p, busy: busyKept{most: maxBusyKept}}
}
