package worker

import (
	"context"
	"log/slog"
	"time"

	"litmus/models"
	"litmus/store"
)

// How what is old is deleted.
const (
	keepEvery = 24 * time.Hour
	keepBatch = 1000                   // rows in one transaction; on SQLite bookings wait for it
	keepPause = 200 * time.Millisecond // between two transactions
)

// Keep deletes what is older than it is kept ([models.Retentions]), at the start and every day, until ctx ends. It may
// run in any number of processes.
func Keep(ctx context.Context, s *store.Store, auditDays int, log *slog.Logger) {
	for {
		deleted, err := KeepOnce(ctx, s, models.Retentions(auditDays), keepPause)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			log.Warn("retention is behind", "error", err)
		}
		for what, n := range deleted {
			if n > 0 {
				log.Info("retention", "what", what, "deleted", n)
			}
		}
		if !pause(ctx, keepEvery) {
			return
		}
	}
}

// KeepOnce deletes what is older than it is kept, in small transactions with a pause after each, and returns how many
// of each sort that were. One sort that fails does not hold up the others.
func KeepOnce(ctx context.Context, s *store.Store, kept []models.Retention, rest time.Duration) (out map[string]int64,
	failed error) {
	out = map[string]int64{}
	for _, r := range kept {
		for {
			n, err := s.PruneOld(ctx, r.What, r.Before(s.Now()), keepBatch)
			if out[r.What] += n; err != nil {
				failed = err
			}
			if err != nil || n < keepBatch {
				break
			}
			if !pause(ctx, rest) {
				return out, ctx.Err()
			}
		}
	}
	return out, failed
}

// pause waits for d and reports whether ctx still goes on.
func pause(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}
