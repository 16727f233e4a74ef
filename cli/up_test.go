package cli

import (
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"litmus/workflows"
)

// upArgs are the arguments of `litmus up` on free ports and that folder.
func upArgs(data string) []string {
	return []string{"up", "--data", data, "--addr", "127.0.0.1:0", "--temporal-addr", "127.0.0.1:0", "--ui-addr",
		"127.0.0.1:0", "--inbox-addr", "127.0.0.1:0"}
}

// A program without a Temporal server refuses `litmus up` before it makes a file, and says what to run instead.
func TestUp_withoutTemporal(t *testing.T) {
	t.Parallel()
	x := newTerminal(t)
	data := filepath.Join(t.TempDir(), "data")
	x.refused(exitFailed, "there is no Temporal server to start: this program was built without one; run litmus api "+
		"and litmus worker beside a server of your own", upArgs(data)...)
	if _, err := os.Stat(data); !os.IsNotExist(err) {
		t.Errorf("its folder: %v, want none", err)
	}
}

// What Temporal or the database says when it does not start is the reason that `litmus up` gives. What has started by
// then is stopped, and the folder is free for the next one.
func TestUp_startFails(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		database string // "" for one that opens
		err      error  // of Temporal's start
		reason   string // "" for any
		stops    int    // of the Temporal server
	}{
		"Temporal":     {err: errors.New("start temporal server: no room"), reason: "start temporal server: no room"},
		"the database": {database: "sqlite:/dev/null/litmus.db", stops: 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := newTerminal(t)
			if c.database != "" {
				x.env["LITMUS_DATABASE_URL"] = c.database
			}
			data := filepath.Join(t.TempDir(), "data")
			server := &stoppedServer{}
			x.startTemporal = func(_ context.Context, o TemporalOptions) (TemporalServer, error) {
				if o.Addr != "127.0.0.1:0" || o.File != filepath.Join(data, "temporal.db") || o.Logger == nil ||
					len(o.SearchAttributes) != len(workflows.SearchAttributes) {
					t.Errorf("Temporal is started with %+v", o)
				}
				return server, c.err
			}
			for range 2 { // the second one finds the folder free
				server.stops = 0
				got := x.run(upArgs(data)...)
				if got.status != exitFailed || got.stdout != "" || server.stops != c.stops ||
					c.reason != "" && got.stderr != "litmus: "+c.reason+"\n" {
					t.Errorf("%+v, and the server was stopped %d times; want status %d, %q and %d", got, server.stops,
						exitFailed, c.reason, c.stops)
				}
			}
		})
	}
}

// stoppedServer is a Temporal server that counts how often it is stopped.
type stoppedServer struct{ stops int }

func (*stoppedServer) Addr() string              { return "127.0.0.1:1" }
func (*stoppedServer) UI() (http.Handler, error) { return nil, errors.New("none") }
func (s *stoppedServer) Stop()                   { s.stops++ }
