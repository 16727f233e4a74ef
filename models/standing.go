package models

import (
	"time"
)

// LinkState says how the candidate link of an external session is (D13).
type LinkState string

// The states of a candidate link.
const (
	LinkNone    LinkState = ""        // the interview is no external session, or is canceled
	LinkWaiting LinkState = "waiting" // the candidate can open it
	LinkEnded   LinkState = "ended"   // it ran out unused; the session waits for a fresh one
	LinkExpired LinkState = "expired" // the session expired unused
	LinkUsed    LinkState = "used"    // the candidate opened it, and the session began
)

// LinkStateAt returns the state of the candidate link at now.
func (i Interview) LinkStateAt(now time.Time) LinkState {
	switch {
	case !i.External() || i.CanceledAt != nil:
		return LinkNone
	case !i.Unused():
		return LinkUsed
	case i.StatusAt(now) == StatusExpired:
		return LinkExpired
	case i.LinkAlive(now):
		return LinkWaiting
	}
	return LinkEnded
}

// Standing is the status of an interview with what a person wants to know beside it: whether it has begun, and how the
// link of an external session is.
type Standing string

// The standings.
const (
	StandingComing    Standing = "coming"
	StandingUnderWay  Standing = "under_way"
	StandingCompleted Standing = "completed"
	StandingCanceled  Standing = "canceled"
	StandingWaiting   Standing = "waiting"    // for the candidate to open the link
	StandingLinkEnded Standing = "link_ended" // a fresh link goes on
	StandingExpired   Standing = "expired"
)

// StandingAt returns the standing at now.
func (i Interview) StandingAt(now time.Time) Standing {
	switch i.StatusAt(now) {
	case StatusCanceled:
		return StandingCanceled
	case StatusCompleted:
		return StandingCompleted
	case StatusExpired:
		return StandingExpired
	case StatusPending:
		if i.LinkStateAt(now) == LinkWaiting {
			return StandingWaiting
		}
		return StandingLinkEnded
	}
	if now.Before(i.StartsAt) {
		return StandingComing
	}
	return StandingUnderWay
}

// ToCome reports whether the interview is still to come at now: it is scheduled and has not begun, or waits for its
// link to be used.
func (i Interview) ToCome(now time.Time) bool {
	switch i.StatusAt(now) {
	case StatusPending:
		return true
	case StatusScheduled:
		return now.Before(i.StartsAt)
	}
	return false
}
