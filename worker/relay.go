package worker

import (
	"context"
	"log/slog"
	"time"

	"litmus/store"
	"litmus/workflows"
)

// Times of the relay.
const (
	relayEvery = time.Second
	relayAfter = 2 * time.Second  // how long the one who changed a row has to get its wake-up through
	sweepEvery = 10 * time.Minute // for what was woken and never converged, or is overdue
	sweepAfter = 5 * time.Minute
	relayBatch = 500
)

// Relay wakes interviews and invitations whose wake-up did not get through and calendars that are to be read at once, and
// sweeps for those whose workflow may be lost, until ctx ends. It may run in any number of processes: a wake-up too many costs one load.
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

// relay runs one round.
func relay(ctx context.Context, s *store.Store, c *workflows.Client, log *slog.Logger, swept *time.Time) {
	if !c.Reachable() {
		return // later
	}
	now := s.Now()
	after := relayAfter + c.Waiting() // what is younger is still waiting for its turn here
	sleepers, err := s.Unwoken(ctx, now.Add(-after), relayBatch)
	sweep := now.Sub(*swept) >= sweepEvery
	if err == nil && sweep {
		var overdue []store.Sleeper
		overdue, err = s.Overdue(ctx, now.Add(-sweepAfter), relayBatch)
		sleepers = append(sleepers, overdue...)
	}
	if err != nil {
		if ctx.Err() == nil {
			log.Warn("relay cannot read the database", "error", err)
		}
		return
	}
	woken := 0
	for _, one := range sleepers {
		c.Turn(ctx)
		if err := c.WakeNow(ctx, one); err != nil {
			if ctx.Err() == nil {
				log.Warn("relay cannot wake", string(one.Entity), one.ID, "error", err)
			}
			if !c.Reachable() {
				return // Temporal is away again: the rows keep their place
			}
			continue
		}
		woken++
	}
	if sweep {
		*swept = now
	}
	if woken > 0 {
		log.Info("relay", "woken", woken)
	}
}
