package timetable

import (
	"time"
)

// What the tests see beside what is exported.
var (
	FirstAfter   = firstAfter
	Merge        = merge
	SortedStarts = sortedStarts
	Within       = within
)

func (c Connection) Jitter(pause time.Duration, now time.Time) time.Duration {
	return c.jitter(pause, now)
}
