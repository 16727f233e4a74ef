package worker

import (
	"context"
	"log/slog"
	"time"

	"litmus/workflows"
)

// How the workflow of retention is looked after.
const (
	retainEvery = time.Hour       // how often it is started, in case that somebody ended it or Temporal lost it
	retainAgain = 2 * time.Minute // after a failure
)

// Retain starts the workflow that deletes what is old ([workflows.Retention]) and sees that it runs, until ctx ends. An
// older worker, which deletes by itself, knows no such workflow and would fail its tasks, so while another build polls
// it is not started; but for an hour only, since a worker may have been forgotten. Temporal gives what that fails to
// another one.
func Retain(ctx context.Context, w *Workers, c *workflows.Client, log *slog.Logger) {
	tick := time.NewTicker(relayEvery)
	defer tick.Stop()
	r := retaining{patience: time.Now().Add(retainEvery)}
	for {
		r.look(ctx, time.Now(), w.builds.only.Load(), c, log)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// retaining is what [Retain] remembers.
type retaining struct {
	next     time.Time // when the workflow is started again
	patience time.Time // until when it waits for other builds
}

// look starts the workflow if it is time; only says that no other build polls.
func (r *retaining) look(ctx context.Context, now time.Time, only bool, c *workflows.Client, log *slog.Logger) {
	if now.Before(r.next) || !only && now.Before(r.patience) || !c.Reachable() {
		return
	}
	r.next, r.patience = now.Add(retainEvery), now.Add(2*retainEvery)
	if err := c.StartRetention(ctx); err != nil && ctx.Err() == nil {
		r.next, r.patience = now.Add(retainAgain), now.Add(retainAgain)
		log.Warn("retention cannot begin", "error", err)
	}
}
