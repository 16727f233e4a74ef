package testdb

import (
	"testing"
	"time"
)

// Until waits until condition is done, checking it every few milliseconds, and fails the test if that takes longer than
// limit. what completes the message "waiting for …", and state describes how far the condition got.
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
