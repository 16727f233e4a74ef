// Command river is the bench's baseline (c): what a team would build without Temporal. A booking inserts the candidate,
// the interview and three jobs of River in one transaction on PostgreSQL; workers in the same process send the two
// letters, and the third job is the reminder a day before. The bench builds and starts it; its one argument is
// [options] as JSON, and it prints its origin when it is ready.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
)

// options are what the baseline needs to know.
type options struct {
	Database string // URL of a copy of the service's database
	Mail     string // host:port of the mail server
	Minutes  int    // an interview takes
	Booked   struct{ PostingID, RoundID, TrackID, AssessmentID string }
}

// connections are enough for the bench's clients and the queue.
const connections = 20

func main() {
	slog.SetDefault(slog.New(slog.NewJSONHandler(os.Stderr, nil)))
	if err := run(); err != nil {
		slog.Error("river", "error", err)
		os.Exit(1)
	}
}

func run() error {
	var o options
	if len(os.Args) != 2 {
		return errors.New("usage: river OPTIONS")
	}
	if err := json.Unmarshal([]byte(os.Args[1]), &o); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	settings, err := pgxpool.ParseConfig(o.Database)
	if err != nil {
		return err
	}
	settings.MaxConns = connections
	pool, err := pgxpool.NewWithConfig(ctx, settings)
	if err != nil {
		return err
	}
	defer pool.Close()
	queue, err := startQueue(ctx, pool, o.Mail)
	if err != nil {
		return err
	}
	defer queue.Stop(context.Background())
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Printf("http://%s\n", l.Addr())
	mux := http.NewServeMux()
	mux.Handle("POST /api/v1/interviews", &bookings{options: o, pool: pool, queue: queue})
	server := &http.Server{Handler: mux}
	go func() { <-ctx.Done(); server.Close() }()
	if err := server.Serve(l); ctx.Err() == nil {
		return err
	}
	return nil
}

// startQueue makes River's tables and starts its workers.
func startQueue(ctx context.Context, pool *pgxpool.Pool, mail string) (*river.Client[pgx.Tx], error) {
	driver := riverpgxv5.New(pool)
	migrator, err := rivermigrate.New(driver, nil)
	if err != nil {
		return nil, err
	}
	if _, err := migrator.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return nil, err
	}
	workers := river.NewWorkers()
	river.AddWorker(workers, &letterWorker{pool: pool, mail: mail})
	queue, err := river.NewClient(driver, &river.Config{
		Queues:  map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: 64}}, // like baseline (b)'s activities
		Workers: workers,
		Logger:  slog.New(slog.NewJSONHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn})),
	})
	if err != nil {
		return nil, err
	}
	return queue, queue.Start(context.WithoutCancel(ctx)) // stopped by its owner
}
