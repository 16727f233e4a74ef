package testdb

import (
	"sync"
	"time"
)

// Clock is the time that a store sees: it stands still until the test moves it.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// NewClock is a clock that stands at now.
func NewClock(now time.Time) *Clock { return &Clock{now: now} }

// Now is what the clock says: the Now of [store.Options].
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Set moves the clock.
func (c *Clock) Set(now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = now
}
