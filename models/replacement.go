package models

import (
	"time"
)

// How often a replacement can be asked for: each time is a letter to every recruiter.
const (
	MaxReplacementAsks = 3  // of the interviewer of an interview
	MaxAsksOfPerson    = 20 // by one person in [AskSpan]: who is ill for a week asks for each of their interviews

	AskSpan = 24 * time.Hour
)

// Replacement says that somebody asked for another interviewer (D2). It is stored with the interview. One that was
// taken back stays, without reason and recipients, and counts.
type Replacement struct {
	Interviewer string    `json:"interviewer"` // who was named then: of somebody else it asks nothing
	By          string    `json:"by"`          // the member who asked
	Reason      string    `json:"why"`         // "" for no reason given
	To          []string  `json:"to"`          // who is told by letter
	AskedAt     time.Time `json:"asked_at"`
	Revision    int64     `json:"revision"` // of the interview with it: an older letter told of another one

	Times     int  `json:"times"` // how often it was asked for of that interviewer; 0 of rows that did not count yet
	Withdrawn bool `json:"withdrawn,omitempty"`
	Declined  bool `json:"declined,omitempty"` // they declined the interview in their calendar, see [Drift]
}

// ReplacementAsked returns what asks for a replacement at now, nil for nothing: the interview is still to come, and its
// interviewer is the one of then.
func (i Interview) ReplacementAsked(now time.Time) *Replacement {
	if a := i.Replacement; a != nil && !a.Withdrawn && a.Interviewer == i.InterviewerEmail && i.Replaceable(now) {
		return a
	}
	return nil
}

// ReplacementsAsked is how often a replacement was asked for of who interviews.
func (i Interview) ReplacementsAsked() int {
	if a := i.Replacement; a != nil && a.Interviewer == i.InterviewerEmail {
		return max(a.Times, 1)
	}
	return 0
}

// ReplacementsSpent reports whether a replacement can be asked for no more, though nothing asks for one at now: it was
// asked for and taken back [MaxReplacementAsks] times.
func (i Interview) ReplacementsSpent(now time.Time) bool {
	return i.Replaceable(now) && i.ReplacementAsked(now) == nil && i.ReplacementsAsked() >= MaxReplacementAsks
}

// Replaceable reports whether it is of use to look for another interviewer at now: [booking.DecideReassign] takes one,
// and the session has not begun.
func (i Interview) Replaceable(now time.Time) bool {
	return i.StatusAt(now) == StatusScheduled && now.Before(i.StartsAt)
}
