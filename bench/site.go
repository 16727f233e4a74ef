package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // database/sql's driver pgx

	"litmus/bench/openloop"
)

// Where a load is measured: names for --on.
const (
	embeddedSite = "embedded" // `litmus up`: everything in one process, on SQLite
	splitSite    = "split"    // two api, two workers of each queue and a Temporal server, each a process, on PostgreSQL
)

// Where Temporal keeps its data on a split site: what --temporal takes.
const (
	temporalOnSQLite   = "sqlite"
	temporalOnPostgres = "postgres" // on the server that the service's database is on, as people mostly have it
)

var temporals = []string{temporalOnSQLite, temporalOnPostgres}

const benchURL = "https://bench.example" // of links; requests go to the loopback address

const benchSecret = "of-the-bench-0123456789-and-nobody-else" // in a folder that goes with the bench

// siteOptions are what a site starts with.
type siteOptions struct {
	files, slugs []string // organization files, and the organizations in them that send requests
	env          []string // more variables of the environment
	// fill writes more rows when the files are applied and nothing has started; nil writes none.
	fill func(context.Context, *sql.DB, placeholders) error
	// copy says whether a copy of the database as it is then is kept for a baseline.
	copy bool
}

// site is a deployment that is measured.
type site struct {
	on       string
	address  string            // of its database: sqlite:… or postgres://…
	origins  []string          // of its api processes
	keys     map[string]string // by the organization's slug
	sink     openloop.Sink
	counted  int      // letters that were looked at
	logs     string   // pattern of the files that say what went wrong
	copied   string   // the copy of the database: a file, or a URL
	mail     string   // split: host:port of the mail server
	database string   // split: its name
	urls     []string // split: of its database and the copy
	temporal *temporalProcess
	parts    []sitePart // the binary's processes

	stops []func() error
}

// temporalProcess is the Temporal server of a split site.
type temporalProcess struct {
	*process
	options temporalOptions // to start it again at the same address
}

// open starts a site.
func (b *bench) open(ctx context.Context, on, name string, o siteOptions) (*site, error) {
	s := &site{on: on, keys: map[string]string{}, logs: filepath.Join(b.dir, name+"*.log")}
	start := b.openEmbedded
	if on == splitSite {
		start = b.openSplit
	}
	if err := start(ctx, s, name, o); err != nil {
		return nil, errors.Join(fmt.Errorf("%s on %s: %w", name, on, err), s.close())
	}
	return s, nil
}

// close ends what was started, the last first.
func (s *site) close() error {
	var errs []error
	for n := len(s.stops) - 1; n >= 0; n-- {
		errs = append(errs, s.stops[n]())
	}
	s.stops = nil
	return errors.Join(errs...)
}

// targets are the api processes for an organization's requests.
func (s *site) targets(slug string) []target {
	var out []target
	for _, origin := range s.origins {
		out = append(out, target{origin, s.keys[slug]})
	}
	return out
}

// settle waits until the mail server has accepted n letters more than were looked at before, and returns them. One too
// many is an error: it was sent twice.
func (s *site) settle(ctx context.Context, n int) ([]openloop.Letter, error) {
	for end := time.Now().Add(5 * time.Minute); ; {
		got, err := s.sink.Count()
		switch got -= s.counted; {
		case err != nil:
			return nil, err
		case got > n:
			return nil, fmt.Errorf("%d letters were sent, want %d: one was sent twice", got, n)
		case got == n:
			letters, err := s.sink.Since(s.counted)
			s.counted += n
			return letters, err
		case time.Now().After(end):
			return nil, fmt.Errorf("%d letters were sent in five minutes, want %d; %s may say why", got, n, s.logs)
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// command runs a command of the binary on a database, and returns what it printed.
func (b *bench) command(ctx context.Context, databaseURL string, args ...string) (string, error) {
	c := exec.CommandContext(ctx, b.litmus, args...)
	c.Env = append(os.Environ(), "LITMUS_DATABASE_URL="+databaseURL, "LITMUS_SECRET="+benchSecret,
		"LITMUS_BASE_URL="+benchURL)
	out, err := c.Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return "", fmt.Errorf("litmus %s: %w\n%s", args[0], err, exit.Stderr)
	}
	return strings.TrimSpace(string(out)), err
}

// prepare migrates the database, applies the files and makes the keys, by the binary's own commands.
func (b *bench) prepare(ctx context.Context, s *site, databaseURL string, o siteOptions) error {
	s.address = databaseURL
	if _, err := b.command(ctx, databaseURL, "migrate"); err != nil {
		return err
	}
	for _, file := range o.files {
		if _, err := b.command(ctx, databaseURL, "apply", "--file", file); err != nil {
			return err
		}
	}
	for _, slug := range o.slugs {
		key, err := b.command(ctx, databaseURL, "keys", "create", "--org", slug, "--name", "bench", "--full-access")
		if err != nil {
			return err
		}
		s.keys[slug] = key
	}
	return nil
}

func (b *bench) openEmbedded(ctx context.Context, s *site, name string, o siteOptions) error {
	data := filepath.Join(b.dir, name)
	if err := os.Mkdir(data, 0o700); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(data, "secret"), []byte(benchSecret+"\n"), 0o600); err != nil {
		return err
	}
	file := filepath.Join(data, "litmus.db")
	if err := b.prepare(ctx, s, "sqlite:"+file, o); err != nil {
		return err
	}
	if o.fill != nil {
		db, err := openSQLite(file, true)
		if err != nil {
			return err
		}
		if err := errors.Join(o.fill(ctx, db, sqlitePlaceholders), db.Close()); err != nil {
			return fmt.Errorf("fill the database: %w", err)
		}
	}
	if o.copy {
		s.copied = b.copyOf(name)
		if err := b.fork(ctx, file, s.copied, place{}, false); err != nil {
			return err
		}
	}
	up, err := b.upWith(ctx, o.env, data)
	if err != nil {
		return err
	}
	s.stops, s.parts = append(s.stops, up.stop), []sitePart{{roleUp, up.process}}
	s.origins, s.sink = []string{up.origin}, openloop.Folder(filepath.Join(data, "inbox"))
	return nil
}
