package cli

import (
	"context"
	"log/slog"
	"time"

	"litmus/workflows"
)

// awaitTemporal returns when Temporal answers, however long that takes, since a worker may start before its server.
func awaitTemporal(ctx context.Context, c *workflows.Client, log *slog.Logger) error {
	for pause := 50 * time.Millisecond; ; pause = min(2*pause, 5*time.Second) {
		err := c.Check(ctx)
		if err == nil {
			return nil
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
