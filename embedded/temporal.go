package embedded

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/server/common/log/tag"
	"go.temporal.io/server/temporal"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"litmus/embedded/internal/standalone"
)

// namespace is the only one, which clients use that name none.
const namespace = "default"

// TemporalOptions configure an embedded Temporal server.
type TemporalOptions struct {
	Addr string // of the frontend, "IP:port"; "" means loopback, port 0 a free one
	File string // the SQLite file, created with a second one beside it; "" means temporary files, deleted by Stop

	// Database is a URL of PostgreSQL instead of a file, postgres://…/NAME, with a database NAME_visibility beside it.
	Database string

	SearchAttributes map[string]enumspb.IndexedValueType // added to the namespace if missing, never removed
	Logger           *slog.Logger                        // gets warnings and errors; nil means slog.Default()
}

// Temporal is a running Temporal server: frontend, history, matching and the system worker, in this process.
type Temporal struct {
	addr   string
	server temporal.Server
	log    *standalone.Logger
	temp   string // folder that Stop removes, or "" if the file is the caller's
	unlock func() // gives up what keeps other servers away; nil on a file
	once   sync.Once
}

// StartTemporal starts a server and returns when the server answers for its namespace, which is called "default". Only
// one process at a time may use a file; on PostgreSQL a second one is refused.
//
// A server that was killed and is started again on the same file continues with its workflows. If the machine loses
// power, the file may lose the last commits, so the caller must be able to find out which workflows are missing and
// start them again. A file of an older server version is migrated; one of a newer version is refused.
func StartTemporal(ctx context.Context, o TemporalOptions) (*Temporal, error) {
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	t := &Temporal{log: standalone.NewLogger(o.Logger)}
	if err := t.start(ctx, o); err != nil {
		t.Stop()
		return nil, fmt.Errorf("start temporal server: %w", err)
	}
	return t, nil
}

// Addr returns the "host:port" of the frontend for clients on this machine.
func (t *Temporal) Addr() string { return t.addr }

// Stop stops the server, which takes about a second. Workflows continue at the next start.
func (t *Temporal) Stop() {
	t.once.Do(func() {
		t.log.Stopping()
		if t.server != nil {
			_ = t.server.Stop() // its only error is a timeout, and the process is about to end
		}
		if t.unlock != nil {
			t.unlock()
		}
		if t.temp != "" {
			_ = os.RemoveAll(t.temp)
		}
	})
}

func (t *Temporal) start(ctx context.Context, o TemporalOptions) error {
	s, err := t.openStores(ctx, o)
	if err != nil {
		return err
	}
	if err := standalone.EnsureNamespace(ctx, s, namespace, o.SearchAttributes); err != nil {
		return err
	}
	ports, err := standalone.FreePorts(o.Addr, temporal.DefaultServices)
	if err != nil {
		return err
	}
	t.addr = ports.Client()
	if t.server, err = temporal.NewServer(
		temporal.WithConfig(standalone.Config(ports, s)),
		temporal.ForServices(temporal.DefaultServices),
		temporal.WithStaticHosts(ports.Hosts()),
		temporal.WithDynamicConfigClient(standalone.Tuning),
		temporal.WithLogger(t.log),
	); err != nil {
		return err
	}
	if err := t.server.Start(); err != nil {
		return err
	}
	return t.awaitReady(ctx)
}

func (t *Temporal) openStores(ctx context.Context, o TemporalOptions) (s standalone.Stores, err error) {
	if o.Database != "" {
		t.unlock, err = standalone.LockPostgres(ctx, o.Database, func(err error) {
			t.log.Fatal("it ends, so that only one works on the database", tag.Error(err))
		})
		if err != nil {
			return nil, err
		}
		return standalone.OpenPostgres(o.Database, t.log)
	}
	file, durable := o.File, true
	if file == "" {
		dir, err := os.MkdirTemp("", "litmus-temporal-")
		if err != nil {
			return nil, err
		}
		t.temp = dir
		file, durable = filepath.Join(dir, "temporal.db"), false
	}
	return standalone.OpenStores(ctx, file, durable)
}

// awaitReady waits until the frontend answers and knows the namespace.
func (t *Temporal) awaitReady(ctx context.Context) error {
	conn, err := grpc.NewClient("passthrough:///"+t.addr, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return err
	}
	defer conn.Close()
	_, err = workflowservice.NewWorkflowServiceClient(conn).DescribeNamespace(ctx,
		&workflowservice.DescribeNamespaceRequest{Namespace: namespace}, grpc.WaitForReady(true))
	return err
}
