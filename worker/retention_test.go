package worker

import (
	"context"
	"log/slog"
	"net/netip"
	"sync"
	"testing"
	"time"

	"litmus/store/audit"
	"litmus/testdb"
)

// TestKeep: at its start a worker deletes all audit entries that are older than the configured days, however many
// there are, and nothing else; two workers do not disturb each other; and it stops with its context.
func TestKeep(t *testing.T) {
	t.Parallel()
	o := open(t)
	const old, young = 2*keepBatch + 1, 3
	for n := range old + young {
		at := noon.AddDate(0, 0, -401).Add(-time.Duration(n) * time.Minute)
		if n >= old {
			at = noon.AddDate(0, 0, -399).Add(time.Duration(n) * time.Minute)
		}
		o.store.Audit.RecordFailure(netip.MustParsePrefix("192.0.2.1/32"), audit.Entry{Status: 401, At: at})
	}
	left := func() int {
		rows, err := o.store.Audit.Entries(t.Context(), audit.Filter{Limit: 10_000})
		o.must(err)
		return len(rows)
	}
	if got := left(); got != old+young {
		t.Fatalf("%d rows, want %d", got, old+young)
	}
	ctx, stop := context.WithCancel(t.Context())
	var workers sync.WaitGroup
	for range 2 {
		workers.Go(func() { Keep(ctx, o.store, 400, slog.New(slog.DiscardHandler)) })
	}
	testdb.Until(t, time.Minute, "old rows to be deleted", func() (bool, string) { n := left(); return n <= young, "" })
	stop()
	workers.Wait()
	if got := left(); got != young {
		t.Errorf("%d rows are left, want the %d young ones", got, young)
	}
}
