package activities

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"go.temporal.io/sdk/activity"

	"litmus/models"
	"litmus/store"
)

// How what is old is deleted.
const (
	keepBatch = 1000                   // rows in one transaction; on SQLite bookings wait for it
	keepPause = 200 * time.Millisecond // between two transactions
)

// Bounds of an attempt at deleting what is old: so long a worker that was killed is not missed, and so long an attempt
// takes at most. A statement that looks for rows may take longer than the former, so heartbeats do not wait for it.
const (
	KeepSilence = 30 * time.Second
	KeepAttempt = 12 * time.Hour

	keepBeat = KeepSilence / 3
)

// CodeStopped is the code of an attempt that ended because its worker does; another one goes on.
const CodeStopped = "worker_stopped"

// Deleted says how many rows of one sort of [models.Retention] were deleted.
type Deleted struct {
	What string
	Rows int64
}

// Retained is what one deletion of what is old did, by the sorts of which there was something.
type Retained struct {
	Deleted    []Deleted
	Searchable bool
}

// DeleteOld deletes what is older than it is kept ([models.Retentions]). An attempt goes on where the former one ended,
// whose rows are gone; they are counted as far as its last heartbeat told. It ends with its worker, between two
// transactions.
func (a *Activities) DeleteOld(ctx context.Context) (Retained, error) {
	all, now := map[string]int64{}, map[string]int64{} // by all attempts, and by this one
	if activity.HasHeartbeatDetails(ctx) {
		_ = activity.GetHeartbeatDetails(ctx, &all) // what cannot be read is not counted
	}
	var mu sync.Mutex
	beat := func(what string, rows int64) {
		mu.Lock()
		defer mu.Unlock()
		if rows > 0 {
			all[what] += rows
			now[what] += rows
		}
		activity.RecordHeartbeat(ctx, all)
	}
	going, end := context.WithCancel(ctx)
	stopped := activity.GetWorkerStopChannel(ctx)
	var beating sync.WaitGroup
	beating.Go(func() {
		tick := time.NewTicker(keepBeat)
		defer tick.Stop()
		for {
			select {
			case <-going.Done():
				return
			case <-stopped:
				end()
				return
			case <-tick.C:
				beat("", 0)
			}
		}
	})
	err := KeepOnce(going, a.Store, models.Retentions(a.AuditDays), keepPause, beat)
	ended := going.Err() != nil && ctx.Err() == nil
	end()
	beating.Wait()
	for _, what := range slices.Sorted(maps.Keys(now)) {
		a.Log.InfoContext(ctx, "retention", "what", what, "deleted", now[what])
	}
	switch {
	case ctx.Err() != nil: // an operator canceled it, or it is another attempt's by now
		return Retained{}, ctx.Err()
	case ended:
		return Retained{}, coded(CodeStopped, 0)
	case err != nil:
		a.Log.WarnContext(ctx, "retention is behind", "error", err)
		return Retained{}, coded(CodeDatabase, 0)
	}
	out := Retained{Searchable: a.Searchable}
	for _, what := range slices.Sorted(maps.Keys(all)) {
		out.Deleted = append(out.Deleted, Deleted{what, all[what]})
	}
	return out, nil
}

// KeepOnce deletes what is older than it is kept, in small transactions with a rest after each, and tells did how many
// of which sort each deleted. One sort that fails does not hold up the others.
func KeepOnce(ctx context.Context, s *store.Store, kept []models.Retention, rest time.Duration,
	did func(what string, rows int64)) error {
	var failed error
	for _, r := range kept {
		for {
			n, err := s.PruneOld(ctx, r.What, r.Before(s.Now()), keepBatch)
			if err != nil {
				failed = errors.Join(failed, err)
				break
			}
			did(r.What, n)
			if n < keepBatch {
				break
			}
			select {
			case <-ctx.Done():
			case <-time.After(rest):
			}
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return failed
}
