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
	for pause := 50 * time.Millisecond; ; pause = min(2*pause, 5*time.Second) {
		err := c.Check(ctx)
		if err == nil {
			err = c.Claim(ctx)
		}
		if err == nil || models.KindOf(err) == models.Conflict {
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
