package worker

import (
	"context"
	"log/slog"
	"time"

	"litmus/models"
	"litmus/store"
	"litmus/workflows"
)

const (
	relayEvery = time.Second
	relayAfter = workflows.WakeTime          // how long the process that changed a row tries to wake it itself
	relayLease = workflows.RelayTime * 3 / 2 // how long a row is claimed for its wake-up; a wake-up takes less
	sweepEvery = 10 * time.Minute            // how often rows are swept that did not converge or are overdue
	sweepAfter = 5 * time.Minute             // how long they have had to converge
	sweepLease = sweepEvery - time.Minute    // how long a swept row is claimed: until the next sweep
	relayBatch = 500                         // rows of an entity that are claimed at a time
)

// Relay wakes the workflows of rows whose wake-up Temporal has not accepted, and sweeps for rows that were woken and
// did not converge or are overdue, until ctx ends. Every worker runs one; a relay claims the rows that it wakes.
func Relay(ctx context.Context, s *store.Store, c *workflows.Client, log *slog.Logger) {
	tick := time.NewTicker(relayEvery)
	defer tick.Stop()
	r := rounds{began: s.Now()}
	for {
		relay(ctx, s, c, log, &r)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// rounds is what a relay remembers from one round to the next.
type rounds struct {
	began     time.Time // when the relay began
	recovered bool      // it woke a batch of what had not converged when it began
	swept     time.Time // when it swept last
}

// relay runs one round. While Temporal is away it does nothing; a sweep that was missed is made up for afterwards.
func relay(ctx context.Context, s *store.Store, c *workflows.Client, log *slog.Logger, r *rounds) {
	now := s.Now()
	unwoken := func() ([]models.PendingWake, error) {
		return s.Wakes.ClaimUnwoken(ctx, now.Add(-relayAfter), relayLease, relayBatch)
	}
	for wakeClaimed(ctx, s, c, log, unwoken) >= relayBatch { // there may be more
	}
	// A process that was killed may have done all and not noted that a row converged. Its claims have ended by now. One
	// batch, and no more: rows whose effects keep failing stay in what is claimed here, and the sweep has the rest.
	if !r.recovered && now.Sub(r.began) >= relayLease {
		left := func() ([]models.PendingWake, error) {
			return s.Wakes.ClaimOverdue(ctx, r.began, relayLease, relayBatch)
		}
		r.recovered = wakeClaimed(ctx, s, c, log, left) >= 0
	}
	if now.Sub(r.swept) < sweepEvery || !c.Reachable() {
		return
	}
	overdue := func() ([]models.PendingWake, error) {
		return s.Wakes.ClaimOverdue(ctx, now.Add(-sweepAfter), sweepLease, relayBatch)
	}
	if wakeClaimed(ctx, s, c, log, overdue) >= 0 {
		r.swept = now
	}
}

// wakeClaimed wakes the rows that it claims and releases those that Temporal did not accept. It returns how many were
// woken, and a negative number if the database or Temporal was away.
func wakeClaimed(ctx context.Context, s *store.Store, c *workflows.Client, log *slog.Logger,
	claim func() ([]models.PendingWake, error)) int {
	if !c.Reachable() {
		return -1
	}
	claimed, err := claim()
	if err != nil {
		if ctx.Err() == nil {
			log.Warn("relay cannot read the database", "error", err)
		}
		return -1
	}
	if len(claimed) == 0 {
		return 0
	}
	failed := c.WakeAll(ctx, claimed)
	log.Info("relay", "woken", len(claimed)-len(failed), "failed", len(failed))
	if len(failed) == 0 {
		return len(claimed)
	}
	if err := s.Wakes.Unclaim(ctx, failed); err != nil && ctx.Err() == nil {
		log.Warn("relay cannot give back its claims", "error", err)
	}
	if !c.Reachable() {
		return -1
	}
	return len(claimed) - len(failed)
}
