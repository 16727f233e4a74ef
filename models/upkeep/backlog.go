package upkeep

import (
	"time"

	"litmus/models"
)

// Backlog is how far behind the service is, over all organizations.
type Backlog struct {
	Owing      []Waiting        // rows that owe something now: letters, copies, what is due by their timeline
	Unsignaled []Waiting        // rows whose last change Temporal has not heard of
	Failing    []FailingEffects // effects whose last attempt failed within [FailingSpan]
	Calendars  map[string]int   // connected calendars by their state, such as ok
}

// Waiting are the rows of an entity that wait for the same.
type Waiting struct {
	Entity models.Entity
	Rows   int
	Oldest time.Duration // how long the first of them has waited, 0 without rows
}

// FailingEffects are effects of a kind that failed.
type FailingEffects struct {
	Kind    string
	GivenUp bool // they were refused for good; others are tried again
	Effects int
}

// FailingSpan is how long a failed attempt counts as failing: much longer than the pause before the next.
const FailingSpan = 24 * time.Hour
