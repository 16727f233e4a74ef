package worker

import (
	"cmp"
	"context"
	"log/slog"
	"slices"
	"time"

	"golang.org/x/time/rate"

	"litmus/store"
	"litmus/workflows"
)

// Bounds of healing.
const (
	healProbe = 20          // rows of each sort that are asked about first, those changed last
	healBatch = 500         // rows read at a time
	healPause = time.Minute // the longest between two rounds that fail
	healPace  = 25          // wake-ups a second: new bookings are not to wait behind all that is made again
)

// Heal makes again what Temporal has lost: its store was put back as it was some time ago, came up empty, or lost its
// last moments with the power (decision 123). It looks when it starts and whenever Temporal was away, until ctx ends. A
// row says that its wake-up was accepted and that something is still to be done; where Temporal does not know of it, it
// is woken. A loss takes what came last, so the rows changed last are asked about first, and when Temporal knows these
// it knows all.
func Heal(ctx context.Context, s *store.Store, c *workflows.Client, namespace string, log *slog.Logger) {
	tick := time.NewTicker(relayEvery)
	defer tick.Stop()
	h := healer{store: s, client: c, namespace: namespace, log: log, pace: rate.NewLimiter(healPace, healPace)}
	var again time.Time // after a failure, with growing pauses
	pause := relayEvery
	for healed := false; ; {
		switch {
		case !c.Reachable():
			healed, again, pause = false, time.Time{}, relayEvery
		case !healed && !time.Now().Before(again):
			woken, err := h.heal(ctx)
			if healed = err == nil; !healed {
				again, pause = time.Now().Add(pause), min(2*pause, healPause)
			}
			switch {
			case ctx.Err() != nil:
				return
			case err != nil:
				log.Warn("what temporal lost is not made again yet", "woken", woken, "error", err)
			case woken > 0:
				log.Warn("what temporal had lost is made again", "woken", woken)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

type healer struct {
	store     *store.Store
	client    *workflows.Client
	namespace string
	log       *slog.Logger
	pace      *rate.Limiter
}

// heal wakes what Temporal should know and does not, the soonest due first, and returns how many.
func (h healer) heal(ctx context.Context) (woken int, err error) {
	if lost, err := h.lost(ctx); err != nil || !lost {
		return 0, err
	}
	h.log.Warn("temporal has lost workflows: each that is under way is looked for")
	var failed error
	for last := (store.Carried{}); ; {
		page, err := h.store.Carried(ctx, last, healBatch)
		if err != nil || len(page) == 0 {
			return woken, cmp.Or(err, failed)
		}
		for _, one := range page {
			did, err := h.healOne(ctx, one)
			if did {
				woken++
			}
			if err == nil {
				continue
			}
			failed = err // of one; the others are looked for all the same
			if ctx.Err() != nil || !h.client.Reachable() {
				return woken, err
			}
		}
		last = page[len(page)-1]
	}
}

// healOne wakes the workflow of a row that Temporal should know and does not.
func (h healer) healOne(ctx context.Context, one store.Carried) (woken bool, err error) {
	known, err := h.client.Knows(ctx, h.namespace, one)
	if err != nil || known {
		return false, err
	}
	if err := h.pace.Wait(ctx); err != nil {
		return false, err
	}
	err = h.client.WakeNow(ctx, one.PendingWake)
	return err == nil, err
}

// lost reports whether Temporal does not know one of the rows that were changed last, or of those that are due first,
// which owe something already.
func (h healer) lost(ctx context.Context) (bool, error) {
	latest, err := h.store.CarriedLately(ctx, healProbe)
	if err != nil {
		return false, err
	}
	first, err := h.store.Carried(ctx, store.Carried{}, healProbe)
	if err != nil {
		return false, err
	}
	for _, one := range slices.Concat(latest, first) {
		if known, err := h.client.Knows(ctx, h.namespace, one); err != nil || !known {
			return err == nil, err
		}
	}
	return false, nil
}
