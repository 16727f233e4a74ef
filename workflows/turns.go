package workflows

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

const (
	breath = 20 * time.Millisecond  // after a request the same client may send the next
	share  = 500 * time.Millisecond // a wake-up that often goes beside requests that never pause
)

// turns has whoever waits for an answer come before whoever waits for a letter. While requests are being answered one
// wake-up goes every share, so that letters go on under any load; in any pause of a breath all go.
type turns struct {
	taken    bool         // else nobody waits
	requests atomic.Int64 // being answered
	answered atomic.Int64 // when the last one was, in Unix nanoseconds

	mu   sync.Mutex
	next time.Time // when the next wake-up goes beside requests
}

func (t *turns) answering() (done func()) {
	t.requests.Add(1)
	return func() {
		t.requests.Add(-1)
		t.answered.Store(time.Now().UnixNano())
	}
}

// await returns when it is a wake-up's turn, or when ctx ends.
func (t *turns) await(ctx context.Context) {
	for t.taken && ctx.Err() == nil && !t.mine(time.Now()) {
		time.Sleep(2 * time.Millisecond)
	}
}

// mine reports whether a wake-up may go now, and then takes the turn.
func (t *turns) mine(now time.Time) bool {
	quiet := t.requests.Load() == 0 && now.Sub(time.Unix(0, t.answered.Load())) >= breath
	t.mu.Lock()
	defer t.mu.Unlock()
	if !quiet && now.Before(t.next) {
		return false
	}
	t.next = now.Add(share)
	return true
}
