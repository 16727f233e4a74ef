package worker

import (
	"context"
	"log/slog"
	"time"

	"litmus/store"
	"litmus/workflows"
)

const (
	relayEvery = time.Second
	relayAfter = workflows.WakeTime          // how long the one who changed a row has to get its wake-up through
	relayLease = workflows.RelayTime * 3 / 2 // of a row that this relay wakes; longer than it takes
	sweepEvery = 10 * time.Minute            // for what was woken and never converged, or is overdue
	sweepAfter = 5 * time.Minute
	sweepLease = sweepEvery - time.Minute // of what one relay swept: the next sweep may take it again
	relayBatch = 500
)

// Relay wakes the workflows of rows whose wake-up did not get through, and sweeps for what was woken and came to
// nothing, until ctx ends. Every worker runs one: a row is claimed by the relay that wakes it.
func Relay(ctx context.Context, s *store.Store, c *workflows.Client, log *slog.Logger) {
	tick := time.NewTicker(relayEvery)
	defer tick.Stop()
	var swept time.Time
	for {
		relay(ctx, s, c, log, &swept)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// relay is one round. While Temporal is away it does nothing, and makes up for a sweep that it missed.
func relay(ctx context.Context, s *store.Store, c *workflows.Client, log *slog.Logger, swept *time.Time) {
	now := s.Now()
	unwoken := func() ([]store.PendingWake, error) {
		return s.ClaimUnwoken(ctx, now.Add(-relayAfter), relayLease, relayBatch)
	}
	for wakeClaimed(ctx, s, c, log, unwoken) >= relayBatch { // there may be more
	}
	if now.Sub(*swept) < sweepEvery || !c.Reachable() {
		return
	}
	overdue := func() ([]store.PendingWake, error) {
		return s.ClaimOverdue(ctx, now.Add(-sweepAfter), sweepLease, relayBatch)
	}
	if wakeClaimed(ctx, s, c, log, overdue) >= 0 {
		*swept = now
	}
}

// wakeClaimed wakes what it claims and gives back what Temporal did not take. It returns how many were woken, and a
// negative number when the database or Temporal was away.
func wakeClaimed(ctx context.Context, s *store.Store, c *workflows.Client, log *slog.Logger,
	claim func() ([]store.PendingWake, error)) int {
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
	if err := s.Unclaim(ctx, failed); err != nil && ctx.Err() == nil {
		log.Warn("relay cannot give back its claims", "error", err)
	}
	if !c.Reachable() {
		return -1
	}
	return len(claimed) - len(failed)
}
