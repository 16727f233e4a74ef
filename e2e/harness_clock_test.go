package e2e

import (
	"testing"
	"time"
)

// within begins a limit of time for what comes next; what it returns ends it, and fails the test when that took longer,
// less what the machine held everybody up meanwhile.
func within(t testing.TB, limit time.Duration, what string) func() {
	began, lost := time.Now(), lostTime()
	return func() {
		t.Helper()
		if took, lost := time.Since(began), lost(); took-lost > limit {
			t.Errorf("%s took %s, of which the machine lost %s; want %s at most", what, took, lost, limit)
		}
	}
}

// lostTime begins to count by how much somebody who only sleeps wakes too late; what it returns ends that and says the
// sum.
func lostTime() func() time.Duration {
	const nap = 10 * time.Millisecond
	end, sum := make(chan struct{}), make(chan time.Duration)
	go func() {
		lost, last := time.Duration(0), time.Now()
		for {
			select {
			case <-end:
				sum <- lost
				return
			case <-time.After(nap):
				now := time.Now()
				lost, last = lost+now.Sub(last)-nap, now
			}
		}
	}()
	return func() time.Duration {
		close(end)
		return <-sum
	}
}
