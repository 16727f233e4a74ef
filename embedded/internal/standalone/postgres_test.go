package standalone

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"litmus/internal/verify"
)

func TestPostgresConfig(t *testing.T) {
	t.Parallel()
	c, err := postgresConfig("postgres://te%20mp:p%40ss@db.example/temporal?sslmode=require", visibilitySuffix)
	if err != nil {
		t.Fatal(err)
	}
	verify.Each(t, "it connects by", verify.Fields{"DatabaseName": {c.DatabaseName, "temporal_visibility"},
		"ConnectAddr": {c.ConnectAddr, "db.example:5432"}, "User": {c.User, "te%20mp"},
		"Password": {c.Password, "p@ss"}, "sslmode": {c.ConnectAttributes["sslmode"], "require"},
		"PluginName": {c.PluginName, "postgres12_pgx"}})
	c, err = postgresConfig("postgres://temporal@/temporal?host=/run/postgresql", "")
	if err != nil || c.ConnectAddr != "" || c.ConnectAttributes["host"] != "/run/postgresql" ||
		c.ConnectAttributes["sslmode"] != "prefer" {
		t.Errorf("by a socket it connects by %+v (%v)", c, err)
	}
	for _, malformed := range []string{"postgres://a:secret@h", "postgres://a:secret@h/one/two",
		"postgres://a:secret@h:port/one"} {
		if _, err := postgresConfig(malformed, ""); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v, want an error without the password", malformed, err)
		}
	}
}

// silent is a connection whose other end is gone, once it has answered that often.
type silent struct{ answers int }

func (c *silent) Ping(ctx context.Context) error {
	if c.answers--; c.answers >= 0 {
		return nil
	}
	<-ctx.Done()
	return ctx.Err()
}

func (*silent) Close(context.Context) error { return nil }

// TestKeep: a lock whose connection fell silent is taken again, and is lost if that does not succeed in time.
func TestKeep(t *testing.T) {
	t.Parallel()
	away := errors.New("no route to host")
	for name, c := range map[string]struct {
		fails int // so many attempts to take it again
		err   error
		lost  bool
	}{
		"taken again":              {0, nil, false},
		"taken again in time":      {2, away, false},
		"never":                    {1000, away, true},
		"another server has it":    {1, errServed, true},
		"no answer to the attempt": {1, nil, true},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, stop := context.WithTimeout(t.Context(), time.Hour)
			defer stop()
			began, lost := time.Now(), error(nil)
			keep(ctx, &silent{3}, func(ctx context.Context, _ time.Time) (lock, error) {
				if c.fails--; c.fails < 0 {
					return &silent{1e6}, nil
				}
				if c.err == nil {
					<-ctx.Done()
					return nil, ctx.Err()
				}
				return nil, c.err
			}, func(err error) { lost = err })
			if (lost != nil) != c.lost || c.lost && time.Since(began) > 3*lockEvery+lockPatience+2*lockEvery ||
				c.err != nil && c.lost && !errors.Is(lost, c.err) {
				t.Errorf("%s: after %s it is lost: %v", name, time.Since(began), lost)
			}
		})
	}
}
