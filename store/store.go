package store

import (
	"context"
	"database/sql"
	"time"

	"litmus/models"
	"litmus/models/keyring"
	"litmus/models/upkeep"
	"litmus/store/audit"
	"litmus/store/availability"
	"litmus/store/bookings"
	"litmus/store/candidates"
	"litmus/store/effects"
	"litmus/store/erasures"
	"litmus/store/internal/db"
	"litmus/store/interviews"
	"litmus/store/pages"
	"litmus/store/pipelines"
	"litmus/store/pools"
	"litmus/store/setups"
	"litmus/store/team"
	"litmus/store/wakes"
	"litmus/store/watchers"
)

// Store has one store for each noun.
type Store struct {
	db *db.DB

	Audit        *audit.Store        // requests, and the histories of records
	Watchers     *watchers.Store     // who watches a posting, and how they are told
	Team         *team.Store         // the organization, its members, their sign-ins and sessions, its keys
	Interviews   *interviews.Store   // what is read of interviews, and their links
	Effects      *effects.Store      // the ledger
	Pools        *pools.Store        // people who can take a seat
	Pipelines    *pipelines.Store    // postings, tracks, steps, assessments
	Availability *availability.Store // hours, absences, painted slots, calendars, and why not
	Candidates   *candidates.Store   // invitations, answers, submissions, grades, decisions
	Bookings     *bookings.Store     // booking and everything that changes an interview
	Erasures     *erasures.Store     // candidates who are forgotten, and what is stored of one
	Wakes        *wakes.Store        // which workflows are to be woken, and test clocks
	Pages        *pages.Store        // what only pages show
	Setups       *setups.Store       // organization files
}

// Options configure a store.
type Options = db.Options

// Clock is the test clock of an organization: by how much its time is ahead of the machine's, and by how much it was
// asked to be. Between the two it is on its way.
type Clock = db.Clock

// Errors of [Open] and [Store.Ping].
var (
	ErrNoDatabase = db.ErrNoDatabase
	ErrMovedClock = db.ErrMovedClock
)

// Open connects to the database at url: postgres://… or sqlite:PATH. It does not migrate. Errors about the address do
// not contain its password.
func Open(ctx context.Context, url string, o Options) (*Store, error) {
	opened, err := db.Open(ctx, url, o)
	if err != nil {
		return nil, err
	}
	return compose(opened), nil
}

// compose is the store of a database.
func compose(db *db.DB) *Store {
	s := &Store{db: db, Audit: audit.New(db), Watchers: watchers.New(db), Interviews: interviews.New(db),
		Effects: effects.New(db), Pools: pools.New(db)}
	s.Team = team.New(db, s.Watchers)
	s.Pipelines = pipelines.New(db, s.Team, s.Watchers)
	s.Availability = availability.New(db, s.Team, s.Interviews, s.Pipelines)
	s.Candidates = candidates.New(db, s.Team, s.Availability)
	s.Bookings = bookings.New(db, s.Team, s.Availability)
	db.Vacancies = s.Bookings
	s.Erasures = erasures.New(db, s.Effects)
	s.Wakes = wakes.New(db, s.Candidates, s.Team)
	s.Pages = pages.New(db, s.Interviews)
	s.Setups = setups.New(db, s.Team, s.Pipelines, s.Availability, s.Watchers)
	return s
}

// Now returns the machine's time, in UTC milliseconds. What belongs to an organization follows [Store.NowOf].
func (s *Store) Now() time.Time { return s.db.Now() }

// NowOf returns the organization's time, in UTC milliseconds: the machine's, unless its test clock was moved. Whatever
// an organization's people see or are told follows it. The machine's time is for keys, sessions, links to sign in,
// consents, limits, the audit, leases, pauses and callbacks.
func (s *Store) NowOf(orgID string) time.Time { return s.db.NowOf(orgID) }

// Ahead returns by how much the organization's time is ahead of the machine's, as far as this process has read it. An
// instant of the organization that lies ahead comes for the machine that much earlier.
func (s *Store) Ahead(orgID string) time.Duration { return s.db.Ahead(orgID) }

// Clocks reads the test clocks of all organizations, and from then on this process has the time that they show.
func (s *Store) Clocks(ctx context.Context) ([]Clock, error) { return s.db.Clocks(ctx) }

// OnPostgres reports whether the database is PostgreSQL.
func (s *Store) OnPostgres() bool { return s.db.Dialect.Postgres }

// Policy returns the policy that applies to what is written.
func (s *Store) Policy() models.Policy { return s.db.Policy() }

// Secret returns the secret that signs links and makes pseudonyms.
func (s *Store) Secret() keyring.Secret { return s.db.Secret() }

// Migrate brings the schema up to date under a lock, and returns the versions that it applied. On PostgreSQL services
// may run meanwhile: a migration that would keep them waiting for a table gives way, and is begun again.
func (s *Store) Migrate(ctx context.Context) ([]int64, error) { return s.db.Migrate(ctx) }

// Ping reports whether the database answers, its schema is up to date, and its organizations have the time that this
// process has.
func (s *Store) Ping(ctx context.Context) error { return s.db.Ping(ctx) }

// Away reports whether an error says that the database cannot be reached or has no room, time or connections now.
func Away(err error) bool { return db.Away(err) }

// Versions returns the version of the database's schema, and the one that this program needs.
func (s *Store) Versions(ctx context.Context) (schema, needed int64, err error) {
	return s.db.Versions(ctx)
}

// Identity returns who the database is. The first process that asks decides it.
func (s *Store) Identity(ctx context.Context) (upkeep.Identity, error) { return s.db.Identity(ctx) }

// PeekIdentity returns who the database is, nil while nobody has decided it.
func (s *Store) PeekIdentity(ctx context.Context) (*upkeep.Identity, error) {
	return s.db.PeekIdentity(ctx)
}

// Claimed notes that a process claims the namespace of Temporal, which knows of so many claims, and returns how many
// there are with this one. The namespace is told afterwards. If it knows of more than the database does, or
// the database was adopted, an older one was restored beside a newer Temporal, whose workflows wait for what has since
// been undone: then all that have something to do are to be woken.
func (s *Store) Claimed(ctx context.Context, id, namespace, place string, known int64) (claims int64, err error) {
	return s.db.Claimed(ctx, id, namespace, place, known, wakes.All)
}

// Adopt notes that an operator says whose the database is: with another a copy, which gets an identity of its own.
func (s *Store) Adopt(ctx context.Context, another bool) (upkeep.Identity, error) {
	return s.db.Adopt(ctx, another)
}

// AdoptAs notes that an operator says that it is the database with that id, whose backup is from before it had one. An
// error of kind [models.Invalid] says that it is no id of a database.
func (s *Store) AdoptAs(ctx context.Context, id string) (upkeep.Identity, error) {
	return s.db.AdoptAs(ctx, id)
}

// Place says where the database is, such that a restored or copied one is elsewhere; "" where that cannot be told.
func (s *Store) Place(ctx context.Context) string { return s.db.Place(ctx) }

// Server asks the database which it is ("PostgreSQL 15.5 …", "SQLite 3.50"), and by how much its clock is ahead of now,
// the caller's machine, give or take half of the time that the question took.
func (s *Store) Server(ctx context.Context, now func() time.Time) (version string, ahead time.Duration, err error) {
	return s.db.Server(ctx, now)
}

// Connections returns those of each pool by its name: "main" on PostgreSQL, "read" and "write" on SQLite, and
// "keys", by which keys are looked up.
func (s *Store) Connections() map[string]sql.DBStats { return s.db.Connections() }

// Close writes the collected changes and closes the connections.
func (s *Store) Close() error {
	s.Audit.Close()
	return s.db.Close()
}
