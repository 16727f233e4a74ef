package client_test

import (
	"context"
	"log"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"time"

	"litmus/api"
	"litmus/gate"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/act"
	"litmus/models/keyring"
	"litmus/orgfile"
	"litmus/scheduling"
	"litmus/store"
	"litmus/store/setups"
	"litmus/testdb/worlds"
	"litmus/web"
	"litmus/workflows"
)

// service is a real service for the examples: the API and the candidate pages over SQLite, with the organization of
// orgfile/testdata/acme.yaml, on a morning in February 2031.
type service struct {
	URL, Key string
	mu       sync.Mutex
	now      time.Time
	stop     []func()
}

func serve() *service {
	s := &service{now: time.Date(2031, 2, 28, 8, 0, 0, 0, time.UTC)}
	must := func(err error) {
		if err != nil {
			log.Fatal(err)
		}
	}
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "litmus-example-")
	must(err)
	db, err := store.Open(ctx, "sqlite:"+filepath.Join(dir, "litmus.db"),
		store.Options{Secret: keyring.Secret("0123456789abcdef0123456789abcdef"), Policy: models.DefaultPolicy,
			Now: s.clock})
	must(err)
	_, err = db.Migrate(ctx)
	must(err)
	text, err := os.ReadFile("../orgfile/testdata/acme.yaml")
	must(err)
	setup, err := orgfile.Parse("acme.yaml", text)
	must(err)
	_, err = db.Setups.Apply(ctx, setup, setups.Options{})
	must(err)
	org, err := db.Team.Organization(ctx, "acme")
	must(err)
	s.Key, _, err = db.Team.CreateKey(ctx, act.By{}, org.ID, "example", access.Scopes)
	must(err)

	mux, quiet := http.NewServeMux(), slog.New(slog.DiscardHandler)
	server := httptest.NewServer(mux)
	s.URL = server.URL
	w := workflows.NewClient(worlds.Temporal{}, db, quiet)
	acts := scheduling.New(db, w, quiet)
	mux.Handle("/api/", (&api.API{Store: db, Acts: acts, BaseURL: s.URL,
		Gate: gate.New(db, gate.Options{Log: quiet})}).Handler())
	mux.Handle("/", (&web.Site{Store: db, Acts: acts, BaseURL: s.URL, Log: quiet}).Handler())
	s.stop = []func(){server.Close, w.Close, func() { _ = db.Close() }, func() { _ = os.RemoveAll(dir) }}
	return s
}

func (s *service) close() {
	for _, stop := range s.stop {
		stop()
	}
}

func (s *service) clock() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

// later moves the clock.
func (s *service) later(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = s.now.Add(d)
}

// pick picks a time as the candidate does on the page.
func pick(page string, start time.Time) {
	resp, err := http.PostForm(page, url.Values{"start": {start.Format(time.RFC3339)}, "zone": {"Europe/Berlin"}})
	if err != nil {
		log.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		log.Fatalf("the page answers %s", resp.Status)
	}
}
