package wire

import (
	"time"

	"litmus/models"
)

// Clock is the organization's time, and by how much it is ahead of the machine's.
type Clock struct {
	Now          string  `json:"now"`
	AheadSeconds float64 `json:"ahead_seconds"`
}

// ClockOf renders a test clock.
func ClockOf(now time.Time, ahead time.Duration) Clock {
	return Clock{models.FormatInstant(now), ahead.Seconds()}
}
