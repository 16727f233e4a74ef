package calendar

import "time"

// Fate is what a failure means for what was tried.
type Fate int

const (
	Retry   Fate = iota // try again later, not before After
	GiveUp              // it will not work until somebody changes something: visible, not tried again until the row changes
	Revoked             // GiveUp, and the connection itself is broken: credentials refused
)

// Error is a provider's refusal.
type Error struct {
	Fate  Fate
	Code  string        // for histories, logs and tables: caldav_503, google_403_rateLimitExceeded, graph_timeout (decision 95)
	Text  string        // the provider's words, bounded, on one line, without addresses or credentials: for operators only
	After time.Duration // the delay that the provider asked for, 0 for none
}

func (e *Error) Error() string { return e.Code }
