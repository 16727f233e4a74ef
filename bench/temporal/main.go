// Command temporal serves what the bench needs of Temporal, in processes of its own: a Temporal server, which can be
// killed, and the bare workflows. The bench builds and starts it.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"litmus/embedded"
)

// options are what the bench writes as JSON into the second argument; the first one names what is served.
type options struct {
	File     string // the server's SQLite file
	Database string // of PostgreSQL instead: postgres://…
	// Address is the server's, "" for a free port; of bare workflows that of a server that runs already, "" for one of
	// their own.
	Address string

	// Of the bare workflows.
	Clients    int // that start them at once
	Activities int // of each
}

func main() {
	if err := serve(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "temporal:", err)
		os.Exit(1)
	}
}

// serve serves until it is told to end, or is killed.
func serve(args []string) error {
	var o options
	if len(args) != 2 {
		return fmt.Errorf("started with %d arguments, want server or workflows, and their options", len(args))
	}
	d := json.NewDecoder(strings.NewReader(args[1]))
	d.DisallowUnknownFields()
	if err := d.Decode(&o); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	log := slog.New(slog.NewJSONHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	switch args[0] {
	case "server":
		return serveServer(ctx, o, log)
	case "workflows":
		return serveWorkflows(ctx, o, log)
	}
	return fmt.Errorf("%q is neither server nor workflows", args[0])
}

// serveServer serves Temporal. Started again on the same file it goes on.
func serveServer(ctx context.Context, o options, log *slog.Logger) error {
	server, err := embedded.StartTemporal(ctx, embedded.TemporalOptions{Addr: o.Address, File: o.File,
		Database: o.Database, Logger: log})
	if err != nil {
		return err
	}
	defer server.Stop()
	fmt.Println(server.Addr())
	<-ctx.Done()
	return nil
}
