package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"litmus/embedded"
)

// serveTemporal names the process of a Temporal server beside the service's processes.
const serveTemporal = "serve-temporal"

// temporalOptions are what that process needs to know.
type temporalOptions struct {
	File string // SQLite
	Addr string // "" for a free port
}

// runTemporal serves until it is told to end, or is killed; started again on the same file it goes on.
func runTemporal(o temporalOptions) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	log := slog.New(slog.NewJSONHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	server, err := embedded.StartTemporal(ctx, embedded.TemporalOptions{Addr: o.Addr, File: o.File, Logger: log})
	if err != nil {
		return err
	}
	defer server.Stop()
	fmt.Println(server.Addr())
	<-ctx.Done()
	return nil
}
