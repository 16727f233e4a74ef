package worker

import (
	"cmp"
	"context"
	"log/slog"
	"slices"
	"time"

	"golang.org/x/time/rate"

	"litmus/models"
	"litmus/store"
	"litmus/store/wakes"
	"litmus/workflows"
)

// Bounds of healing.
const (
	healProbe = 20          // rows, of those changed last and of those due first, that Temporal is asked about first
	healBatch = 500         // rows that are read at a time
	healPause = time.Minute // longest pause after a failure
	healPace  = 25          // wake-ups a second, so that new bookings do not wait behind them
)

// Heal starts again the workflows that Temporal has lost because its store was restored from a backup, came up empty,
// or lost its last moments in a power failure. It checks at the start and whenever Temporal was away, until ctx ends. A
// row says that its wake-up was accepted and that something is still to be done; if Temporal does not know its
// workflow, the row is woken. A loss affects the newest writes, so the rows that changed last are checked first: if
// Temporal knows them, nothing was lost. Wake-ups are sent round robin by organization, so rows that are due first are
// checked beside them. If one is missing, every row that is not finished is checked (ADR temporal-may-lose-everything).
func Heal(ctx context.Context, s *store.Store, c *workflows.Client, namespace string, log *slog.Logger) {
	tick := time.NewTicker(relayEvery)
	defer tick.Stop()
	h := healer{store: s, client: c, namespace: namespace, log: log, pace: rate.NewLimiter(healPace, healPace)}
	var again time.Time // when to try again after a failure
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
				log.Warn("cannot start all workflows again that Temporal lost", "woken", woken, "error", err)
			case woken > 0:
				log.Warn("workflows that Temporal had lost were started again", "woken", woken)
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

// heal wakes the rows whose workflows Temporal has lost, the soonest due first, and returns how many.
func (h healer) heal(ctx context.Context) (woken int, err error) {
	if lost, err := h.lost(ctx); err != nil || !lost {
		return 0, err
	}
	h.log.Warn("Temporal has lost workflows; checking every row that should have one")
	var failed error
	for last := (wakes.ExpectedWorkflow{}); ; {
		page, err := h.store.Wakes.ExpectedWorkflows(ctx, last, healBatch)
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
			failed = err // of one row; the others are checked nevertheless
			if ctx.Err() != nil || !h.client.Reachable() {
				return woken, err
			}
		}
		last = page[len(page)-1]
	}
}

// healOne wakes a row if Temporal does not know its workflow.
func (h healer) healOne(ctx context.Context, one wakes.ExpectedWorkflow) (woken bool, err error) {
	known, err := h.client.Knows(ctx, h.namespace, one)
	if err != nil || known {
		return false, err
	}
	err = h.wake(ctx, one.PendingWake)
	return err == nil, err
}

// wake wakes a row at the pace of healing.
func (h healer) wake(ctx context.Context, one models.PendingWake) error {
	if err := h.pace.Wait(ctx); err != nil {
		return err
	}
	return h.client.WakeNow(ctx, one)
}

// lost reports whether Temporal does not know the workflow of one of the rows that changed last, or of those that are
// due first.
func (h healer) lost(ctx context.Context) (bool, error) {
	latest, err := h.store.Wakes.LatestExpectedWorkflows(ctx, healProbe)
	if err != nil {
		return false, err
	}
	first, err := h.store.Wakes.ExpectedWorkflows(ctx, wakes.ExpectedWorkflow{}, healProbe)
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
