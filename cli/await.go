package cli

import (
	"context"
	"log/slog"
	"time"

	"litmus/models"
	"litmus/workflows"
)

// awaitTemporal returns when Temporal answers and is claimed for the database, however long that takes, since a worker
// may start before its server. The error says that it is another database's.
func awaitTemporal(ctx context.Context, c *workflows.Client, log *slog.Logger) error {
	return awaitCall(ctx, log, func() error {
		if err := c.Check(ctx); err != nil {
			return err
		}
		return c.Claim(ctx)
	}, func(err error) bool { return models.KindOf(err) == models.Conflict })
}

// awaitCall calls Temporal until that succeeds, or fails for good.
func awaitCall(ctx context.Context, log *slog.Logger, call func() error, forGood func(error) bool) error {
	for pause := 50 * time.Millisecond; ; pause = min(2*pause, 5*time.Second) {
		err := call()
		if err == nil || forGood(err) {
			return err
		}
		if pause > time.Second {
			log.Warn("waiting for Temporal", "error", err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
}
