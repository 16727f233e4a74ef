package testdb

import (
	"testing"
	"time"
)

// Until waits for condition, looking again every few milliseconds, and fails the test when it does not hold within
// limit. what completes "waiting for …"; the condition's words say how far it got.
func Until(t testing.TB, limit time.Duration, what string, condition func() (done bool, state string)) {
	t.Helper()
	end := time.NewTimer(limit)
	defer end.Stop()
	look := time.NewTicker(15 * time.Millisecond)
	defer look.Stop()
	for {
		done, state := condition()
		if done {
			return
		}
		select {
		case <-end.C:
			t.Fatalf("waiting for %s: not within %s; %s", what, limit, state)
		case <-t.Context().Done():
			t.Fatalf("waiting for %s: the test ended; %s", what, state)
		case <-look.C:
		}
	}
}
