package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"litmus/testdb"
)

// common is a service that tests share; each of them works in an organization of its own.
type common struct {
	once     sync.Once
	service  *Service
	err      error
	cleanups []func()
}

var (
	onSQLite, onPostgres common
	commons              = []*common{&onSQLite, &onPostgres}
)

// Shared returns the service that all tests share, on SQLite, for tests that neither stop nor configure it: one in this
// process, or a process where this run has them.
func Shared(t testing.TB) *Service {
	t.Helper()
	return onSQLite.get(t, func() []Option {
		if processes {
			return []Option{Env(private)} // it migrates as users do
		}
		return []Option{Database(testdb.SQLite(lasting{t, &onSQLite}))}
	})
}

// SharedPostgres is [Shared] on PostgreSQL; without one the test is skipped.
func SharedPostgres(t testing.TB) *Service {
	t.Helper()
	return onPostgres.get(t, func() []Option { return []Option{Database(testdb.Postgres(lasting{t, &onPostgres}))} })
}

// EachOrgPaired is [EachOrg] for what one client asks after another: with processes on PostgreSQL alone. What differs
// between the databases lies below what differs between the lanes, so three of the four pairs say all.
func EachOrgPaired(t *testing.T, fn func(t *testing.T, o *Org), edits ...string) {
	t.Helper()
	noteLane()
	if processes {
		t.Run("postgres", func(t *testing.T) {
			t.Parallel()
			fn(t, SharedPostgres(t).NewOrg(t, edits...))
		})
		return
	}
	EachOrg(t, fn, edits...)
}

// EachOrg runs fn as the subtests sqlite and postgres, each with an organization of its own on a shared service.
func EachOrg(t *testing.T, fn func(t *testing.T, o *Org), edits ...string) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		fn(t, Shared(t).NewOrg(t, edits...))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		fn(t, SharedPostgres(t).NewOrg(t, edits...))
	})
}

func (c *common) get(t testing.TB, options func() []Option) *Service {
	t.Helper()
	c.once.Do(func() { c.err = c.start(options()) })
	if c.service == nil && c.err == nil {
		t.Skip("the shared service was skipped")
	}
	if c.err != nil {
		t.Fatalf("start the shared service: %v", c.err)
	}
	return c.service
}

func (c *common) start(options []Option) error {
	dir, err := os.MkdirTemp("", "litmus-e2e-")
	if err != nil {
		return err
	}
	s := &Service{Log: &record{}, Data: filepath.Join(dir, "data")}
	c.service = s
	for _, o := range options {
		o(s)
	}
	if err := os.Mkdir(s.Data, 0o700); err != nil {
		return err
	}
	if processes {
		Args("--empty")(s)
		return s.start()
	}
	return s.serve()
}

// stop ends the service and says what was wrong with its end or its log.
func (c *common) stop() error {
	defer func() {
		for _, clean := range c.cleanups {
			clean()
		}
	}()
	s := c.service
	if s == nil {
		return nil
	}
	defer os.RemoveAll(filepath.Dir(s.Data))
	if err := s.stop(); err != nil {
		return fmt.Errorf("%w\n%s", err, tail(s.Log.String()))
	}
	if found := leaks(s.Log.String()); found != "" {
		return fmt.Errorf("the log holds what is nobody's business: %s", found)
	}
	return nil
}

// lasting is the test that happens to need a shared thing first; what it makes lasts until all tests are done.
type lasting struct {
	testing.TB
	common *common
}

func (l lasting) Cleanup(f func()) { l.common.cleanups = append(l.common.cleanups, f) }

func (l lasting) TempDir() string {
	l.Helper()
	dir, err := os.MkdirTemp("", "litmus-e2e-")
	if err != nil {
		l.Fatal(err)
	}
	l.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}
