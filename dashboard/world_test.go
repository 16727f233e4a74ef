package dashboard

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/keyring"
	"litmus/models/setup"
	"litmus/orgfile"
	"litmus/scheduling"
	"litmus/store"
	"litmus/store/setups"
	"litmus/testdb"
)

func TestMain(m *testing.M) { os.Exit(testdb.Main(m)) }

var (
	ctx    = context.Background()
	secret = keyring.Secret("0123456789abcdef0123456789abcdef")
	noon   = time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC) // a Monday; the default time of all tests
)

// Members of the world's organization, which is the demonstration's: Marlowe Tidal, in Europe/Amsterdam.
const (
	ines  = "ines@marlowe.example"  // admin
	mei   = "mei@marlowe.example"   // recruiter, and interviewer of site operations
	jonas = "jonas@marlowe.example" // interviewer
	priya = "priya@marlowe.example" // interviewer
	tomas = "tomas@marlowe.example" // interviewer with working hours

	ada = "ada@acme.example" // admin of the other organization
)

// Names of cookies in the world, which is served by https.
const (
	secureSessionCookie = "__Host-" + "litmus"
	secureFlowCookie    = "__Host-" + "litmus-oidc"
)

// world is a dashboard over a SQLite database with the demonstration's organization and another one.
type world struct {
	*store.Store
	t          *testing.T
	clock      *testdb.Clock
	org, other models.Organization
	applied    setups.Applied // ids of the demonstration's records, by their keys
	site       *Site
	handler    http.Handler
	log        *bytes.Buffer

	beside   func() (*sql.DB, error) // opens the database without the store, once
	prepared map[string]any          // what rows of foreigns share

	mu         sync.Mutex
	queries    []string
	browsers   map[string]*browser
	logWriting sync.Mutex
}

// begun is the database of every world with both organizations.
var begun testdb.Beginnings[setups.Applied]

// newWorld makes the world; change alters the site before it serves.
func newWorld(t *testing.T, change ...func(*Site)) *world {
	t.Helper()
	file := testdb.SQLite(t)
	applied := begun.Begin(t, file, "both", func() setups.Applied { return applyBoth(t, file) })
	w := serve(t, file, change...)
	w.applied = applied
	var err error
	w.org, err = w.Team.Organization(ctx, "marlowe")
	w.must(err)
	w.other, err = w.Team.Organization(ctx, "acme")
	w.must(err)
	return w
}

// newEmptyWorld is a dashboard over a database without organizations.
func newEmptyWorld(t *testing.T) *world {
	t.Helper()
	return serve(t, testdb.SQLite(t))
}

// serve makes a world of a database.
func serve(t *testing.T, file string, change ...func(*Site)) *world {
	t.Helper()
	w := &world{t: t, clock: testdb.NewClock(noon), log: &bytes.Buffer{}, browsers: map[string]*browser{},
		prepared: map[string]any{}}
	s, err := store.Open(ctx, file, store.Options{Secret: secret, Policy: models.DefaultPolicy, Now: w.clock.Now,
		Queries: func(q string) {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.queries = append(w.queries, q)
		}})
	w.must(err)
	w.Store = s
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	w.beside = sync.OnceValues(func() (*sql.DB, error) {
		db, err := besideStore(file)
		if err == nil {
			t.Cleanup(func() { db.Close() })
		}
		return db, err
	})
	w.site = &Site{Store: s, Acts: scheduling.New(s, nil, nil), BaseURL: "https://hire.marlowe.example",
		Log: slog.New(slog.NewTextHandler(lockedWriter{w}, nil))}
	for _, c := range change {
		c(w.site)
	}
	w.handler = w.site.Handler()
	return w
}

// besideStore opens a database's file without the store.
func besideStore(file string) (*sql.DB, error) {
	return sql.Open("sqlite", "file:"+strings.TrimPrefix(file, "sqlite:")+"?_pragma=busy_timeout(10000)")
}

// originDashboard makes everything the dashboard's own: what a file keeps is read-only (D24).
const originDashboard = `
update people set origin = 'dashboard';
update calendars set origin = 'dashboard';
update assessments set origin = 'dashboard';
update postings set origin = 'dashboard';
update imports set origin = 'dashboard';
update submissions set origin = 'dashboard'`

// applyBoth applies both organizations, and returns the ids of the demonstration's records, by their keys.
func applyBoth(t *testing.T, file string) setups.Applied {
	t.Helper()
	s, err := store.Open(ctx, file, store.Options{Secret: secret, Policy: models.DefaultPolicy,
		Now: func() time.Time { return noon }})
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.Setups.Apply(ctx, acme(), setups.Options{})
	applied, failure := s.Setups.Apply(ctx, orgfile.Demo(noon), setups.Options{})
	db, opening := besideStore(file)
	if err := errors.Join(err, failure, s.Close(), opening); err != nil {
		t.Fatal(err)
	}
	_, err = db.ExecContext(ctx, originDashboard)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	return applied
}

// lockedWriter writes into the world's log.
type lockedWriter struct{ w *world }

func (l lockedWriter) Write(p []byte) (int, error) {
	l.w.logWriting.Lock()
	defer l.w.logWriting.Unlock()
	return l.w.log.Write(p)
}

// logged returns the log so far.
func (w *world) logged() string {
	w.logWriting.Lock()
	defer w.logWriting.Unlock()
	return w.log.String()
}

// acme is the other organization.
func acme() setup.Setup {
	return setup.Setup{Organization: setup.Organization{Slug: "acme", Name: "Acme", Approved: true,
		TimeZone: "America/New_York", MailFrom: "hiring@acme.example", Admins: []string{ada}}}
}

// as returns a browser in which somebody is signed in: "admin", "recruiter" or "interviewer" of the organization,
// "other", an admin of the other organization, or the address of a member. It is the same browser each time.
func (w *world) as(t *testing.T, who string) *browser {
	t.Helper()
	org, email := w.org, who
	switch who {
	case "admin":
		email = ines
	case "recruiter":
		email = mei
	case "interviewer":
		email = jonas
	case "other":
		org, email = w.other, ada
	}
	w.mu.Lock()
	b, known := w.browsers[who]
	w.mu.Unlock()
	if known {
		return b
	}
	b = w.browser(t)
	token, err := w.Team.BeginSession(ctx, org.ID, email, b.agent, "")
	if err != nil {
		t.Fatalf("sign %s in: %v", who, err)
	}
	b.cookies[secureSessionCookie] = token
	w.mu.Lock()
	defer w.mu.Unlock()
	w.browsers[who] = b
	return b
}

// at moves the clock.
func (w *world) at(now time.Time) { w.clock.Set(now) }

// counted returns how many statements fn makes the database run.
func (w *world) counted(fn func()) int {
	w.mu.Lock()
	before := len(w.queries)
	w.mu.Unlock()
	fn()
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.queries) - before
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// must1 fails the test if what was done was refused.
func (w *world) must1(_ any, err error) {
	w.t.Helper()
	w.must(err)
}

// must2 fails the test if a change of an interview was refused.
func (w *world) must2(_ any, _ bool, err error) {
	w.t.Helper()
	w.must(err)
}

// equal fails the test unless what a page or a rule says is what it has to.
func equal[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %#v, want %#v", what, got, want)
	}
}

// person returns the id of somebody of the organization, by which pages name them.
func (w *world) person(email string) string { return w.Availability.PersonID(w.org.ID, email) }

// posting returns the id of the demonstration's posting with that key, such as "turbine-software".
func (w *world) posting(key string) string { return w.applied.Postings[key].ID }

// turbine is the id of the posting "turbine-software", and design of its live round, to which most tests book.
func (w *world) turbine() string { return w.posting("turbine-software") }

func (w *world) design() string { return w.round("turbine-software", "default", "design") }

// round returns the id of a round, such as round("turbine-software", "default", "design").
func (w *world) round(posting, track, step string) string {
	return w.applied.Postings[posting].Tracks[track].Steps[step]
}

// exec runs SQL outside of the store.
func (w *world) exec(query string, args ...any) {
	w.t.Helper()
	db, err := w.beside()
	w.must(err)
	_, err = db.ExecContext(ctx, query, args...)
	w.must(err)
}

// rows returns the rows of every table as text, except for when sessions were last seen.
func (w *world) rows() []string {
	w.t.Helper()
	db, err := w.beside()
	w.must(err)
	return testdb.Rows(w.t, db, "seen_at")
}

// unchanged fails the test if rows differ from before, which [world.rows] returned.
func (w *world) unchanged(t *testing.T, before []string, by string) {
	t.Helper()
	testdb.Unchanged(t, before, w.rows(), by)
}
