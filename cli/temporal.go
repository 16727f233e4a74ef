package cli

import (
	"context"
	"errors"
	"log/slog"
	"net/http"

	enumspb "go.temporal.io/api/enums/v1"
)

// StartTemporal starts a Temporal server in this process, for `litmus up` and `litmus temporal`, and returns when it
// answers. cmd/litmus
// takes it from package embedded. It is most of the binary, so this package does not import it: whoever tests another
// command does not wait until the server is linked.
type StartTemporal func(ctx context.Context, o TemporalOptions) (TemporalServer, error)

// TemporalOptions are what is asked of a Temporal server.
type TemporalOptions struct {
	Addr string // of the frontend, "IP:port"; port 0 is a free one
	File string // the SQLite file, created if missing

	Database string // postgres://… instead of a file

	SearchAttributes map[string]enumspb.IndexedValueType // that workflows are found by
	Logger           *slog.Logger                        // gets warnings and errors
}

// TemporalServer is a Temporal server that runs in this process.
type TemporalServer interface {
	Addr() string              // "host:port" of the frontend for clients on this machine
	UI() (http.Handler, error) // its web interface
	Stop()                     // workflows continue at the next start on the same file
}

var errNoTemporal = errors.New("there is no Temporal server to start: this program was built without one; " +
	"run litmus api and litmus worker beside a server of your own")
