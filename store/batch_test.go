package store_test

import (
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"litmus/testdb"
)

// TestWhatNobodyWaitsForIsTriedAgain proves that a change that nobody waits for is written once the database is back;
// the next sweep might be minutes away.
func TestWhatNobodyWaitsForIsTriedAgain(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := open(t, url)
		var away atomic.Bool
		var tries, written atomic.Int64
		away.Store(true)
		f.Later(func() error {
			tries.Add(1)
			if away.Load() {
				return errors.New("the database is away")
			}
			written.Add(1)
			return nil
		})
		f.must(f.Flush(ctx))
		if tries.Load() == 0 || written.Load() != 0 {
			t.Fatalf("%d tries, %d of them written; want it tried", tries.Load(), written.Load())
		}
		away.Store(false)
		testdb.Until(t, time.Minute, "it to be written", func() (bool, string) {
			return written.Load() > 0, fmt.Sprintf("%d tries", tries.Load())
		})
		f.must(f.Flush(ctx))
		if n := written.Load(); n != 1 {
			t.Errorf("it was written %d times", n)
		}
	})
}

// TestPanicInABatch proves that a panic in a change is the failure of that change: the process lives, and what was
// collected beside it is written.
func TestPanicInABatch(t *testing.T) {
	t.Parallel()
	f := open(t, testdb.SQLite(t))
	var broken, whole atomic.Int64
	f.Later(func() error {
		if broken.Add(1) < 3 {
			panic("a broken write")
		}
		return nil
	})
	f.Later(func() error { whole.Add(1); return nil })
	f.must(f.Flush(ctx))
	if whole.Load() == 0 {
		t.Error("the change beside the broken one is not written")
	}
	testdb.Until(t, time.Minute, "the broken change to be tried again", func() (bool, string) {
		return broken.Load() >= 3, fmt.Sprintf("%d tries", broken.Load())
	})
}
