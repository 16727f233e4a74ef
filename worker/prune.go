package worker

import (
	"context"
	"log/slog"
	"time"

	"litmus/store"
)

// How audit entries are pruned.
const (
	pruneEvery = time.Hour
	pruneBatch = 1000                   // rows in one transaction; on SQLite bookings wait for it
	prunePause = 200 * time.Millisecond // between two transactions
)

// Prune deletes audit entries that are older than that many days, sessions of the dashboard that have ended (D8), and
// plans of tools that nobody repeats any more, at the start and every hour, until ctx ends. It may run in any number of
// processes.
func Prune(ctx context.Context, s *store.Store, days int, log *slog.Logger) {
	for {
		n, err := PruneAudit(ctx, s, days, prunePause)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			log.Warn("audit not pruned", "error", err)
		case n > 0:
			log.Info("audit pruned", "rows", n)
		}
		if err := PruneSessions(ctx, s, prunePause); err != nil && ctx.Err() == nil {
			log.Warn("sessions not pruned", "error", err)
		}
		if err := PrunePlans(ctx, s, prunePause); err != nil && ctx.Err() == nil {
			log.Warn("plans not pruned", "error", err)
		}
		if !pause(ctx, pruneEvery) {
			return
		}
	}
}

// PruneAudit deletes the audit entries that are older than that many days, in small transactions with a pause after
// each, and returns how many there were.
func PruneAudit(ctx context.Context, s *store.Store, days int, rest time.Duration) (total int64, err error) {
	before := s.Now().AddDate(0, 0, -days)
	for {
		n, err := s.Audit.Prune(ctx, before, pruneBatch)
		if total += n; err != nil || n < pruneBatch {
			return total, err
		}
		if !pause(ctx, rest) {
			return total, ctx.Err()
		}
	}
}

// PruneSessions deletes the sessions of the dashboard that have ended, in small transactions with a pause after each.
func PruneSessions(ctx context.Context, s *store.Store, rest time.Duration) error {
	return inBatches(ctx, rest, s.Team.PruneSessions)
}

// PrunePlans deletes plans of tools that were carried out long ago, in small transactions with a pause after each.
func PrunePlans(ctx context.Context, s *store.Store, rest time.Duration) error {
	return inBatches(ctx, rest, s.PrunePlans)
}

func inBatches(ctx context.Context, rest time.Duration, prune func(context.Context, int) (int64, error)) error {
	for {
		n, err := prune(ctx, pruneBatch)
		if err != nil || n < pruneBatch {
			return err
		}
		if !pause(ctx, rest) {
			return ctx.Err()
		}
	}
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
