package worlds

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"litmus/api"
	"litmus/gate"
	"litmus/models"
	"litmus/models/act"
	"litmus/models/keyring"
	"litmus/models/upkeep"
	"litmus/scheduling"
	"litmus/store"
	"litmus/testdb"
	"litmus/tools"
	"litmus/workflows"
)

// Main runs the tests of a package. They also fail if anything was logged to the default logger, dropped writes for
// instance.
func Main(m *testing.M) {
	stray := &Logbook{}
	slog.SetDefault(slog.New(slog.NewJSONHandler(stray, &slog.HandlerOptions{Level: slog.LevelWarn})))
	status := testdb.Main(m)
	if lines := stray.String(); lines != "" {
		fmt.Fprintln(os.Stderr, "the log of the whole run, which should be empty:", lines)
		status = 1
	}
	os.Exit(status)
}

// Prefix is where REST is served.
const Prefix = "/api/v1"

var (
	ctx = context.Background()

	// Secret is that of every world.
	Secret = keyring.Secret("0123456789abcdef0123456789abcdef")

	// Noon is the time in every test unless it says otherwise.
	Noon = time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC)
)

// World is the two doors for machines over a database with two organizations of the same shape: ours and theirs.
type World struct {
	*store.Store
	T            testing.TB
	Ours, Theirs Organization
	Key          string // full access to ours
	Handler      http.Handler
	Log          *Logbook
	Fail         atomic.Bool // makes reading the clock panic

	flows   *workflows.Client
	mu      sync.Mutex
	queries []string
	later   atomic.Int64 // seconds after noon
}

// Setup is what a test may change before a world serves.
type Setup struct {
	gate.Options
	Store        *store.Store
	AdvanceClock func(ctx context.Context, orgID string, m upkeep.ClockMove) (now time.Time, err error)
}

// Open makes a world on the database at url; change alters what it serves by.
func Open(t testing.TB, url string, change ...func(*Setup)) *World {
	t.Helper()
	b := beginnings.Begin(t, url, "ours and theirs", func() begun {
		w := ServeWorld(t, url)
		defer w.End(t)
		return w.settleBoth()
	})
	w := ServeWorld(t, url, change...)
	t.Cleanup(func() { w.End(t) })
	w.Ours, w.Theirs, w.Key = b.ours.copied(), b.theirs.copied(), b.key
	w.Do("GET", "/roles", "", w.Key).Want(http.StatusOK) // as where they are made, the key has been let in
	w.mu.Lock()
	seen := len(w.queries)
	w.mu.Unlock()
	if seen == 0 {
		t.Fatal("no statement was seen: the bounds on statements would hold for anything")
	}
	w.Rest()
	return w
}

// ServeWorld is [Open] without organizations. The caller ends the world.
func ServeWorld(t testing.TB, url string, change ...func(*Setup)) *World {
	t.Helper()
	w := &World{T: t, Log: &Logbook{}}
	var err error
	w.Store, err = store.Open(ctx, url, store.Options{
		Secret: Secret, Policy: models.DefaultPolicy, Now: w.clock, Queries: w.note,
		// What nobody waits for is written when somebody does: a request whose statements are counted meets no lock.
		Patience: time.Hour,
	})
	w.Must(err)
	log := slog.New(slog.NewJSONHandler(w.Log, nil))
	w.flows = workflows.NewClient(Temporal{}, w.Store, log)
	setup := &Setup{Store: w.Store, Options: gate.Options{Log: log}}
	for _, c := range change {
		c(setup)
	}
	const origin = "https://hire.example"
	acts, g := scheduling.New(w.Store, w.flows, log), gate.New(w.Store, setup.Options)
	rest := &api.API{Store: w.Store, Acts: acts, Gate: g, BaseURL: origin, AdvanceClock: setup.AdvanceClock}
	agents := &tools.Server{Store: w.Store, Acts: acts, Gate: g, BaseURL: origin, AdvanceClock: setup.AdvanceClock}
	w.Handler = agents.Handler(rest.Handler())
	return w
}

// End closes what the world has opened.
func (w *World) End(t testing.TB) {
	t.Helper()
	w.flows.Close()
	if err := w.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
}

func (w *World) clock() time.Time {
	if w.Fail.Load() {
		panic("the clock fell down")
	}
	return Noon.Add(time.Duration(w.later.Load()) * time.Second)
}

// Advance moves the clock to so many seconds after noon.
func (w *World) Advance(seconds int) { w.later.Store(int64(seconds)) }

// NewKey creates a key of the organization with these scopes, nil for a legacy key.
func (w *World) NewKey(orgID string, scopes []string) string {
	w.T.Helper()
	key, _, err := w.Team.CreateKey(ctx, act.By{}, orgID, "key of a test", scopes)
	w.Must(err)
	return key
}

func (w *World) Must(err error) {
	w.T.Helper()
	if err != nil {
		w.T.Fatal(err)
	}
}

// note collects the statements of requests, except those that are written in the background.
func (w *World) note(sql string) {
	if strings.HasPrefix(sql, `INSERT INTO "audit"`) || strings.HasPrefix(sql, `UPDATE "keys" SET "last_used_at"`) ||
		strings.Contains(sql, `"woken_revision"=`) {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.queries = append(w.queries, sql)
}

// Rest forgets the statements collected so far.
func (w *World) Rest() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.queries = nil
}

// Statements returns the number of statements that fn runs.
func (w *World) Statements(fn func()) int {
	w.Rest()
	fn()
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.queries)
}
