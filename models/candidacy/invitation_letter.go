package candidacy

import (
	"time"

	"litmus/models"
	"litmus/models/effect"
)

// How the letter of an invitation stands, see [Invitation.LetterReport].
const (
	LetterNever    = "never"    // there is none: the candidate was not invited
	LetterHeld     = "held"     // it waits until the organization is approved
	LetterUnderway = "underway" // it was not tried yet, or an attempt is under way
	LetterFailing  = "failing"  // it was not accepted, and is tried again
	LetterSent     = "sent"     // the mail server accepted it
	LetterUnknown  = "unknown"  // it may have been accepted, and is not tried again
	LetterRefused  = "refused"  // it was refused for good
	LetterDropped  = "dropped"  // the invitation ended before it left
)

// LetterReport is how the letter that was asked for last stands.
type LetterReport struct {
	State string    // one of the constants above
	Code  string    // of the last failure, "" for none
	At    time.Time // of the last attempt's beginning or end, zero for none
	Tries int
}

// LetterReport says how the letter that was asked for last stands at now.
func (v Invitation) LetterReport(now time.Time) LetterReport {
	if v.Candidate.InvitedAt == nil {
		return LetterReport{State: LetterNever}
	}
	r, e, open := LetterReport{State: LetterDropped}, v.Current(), models.ActiveState(v.StateAt(now))
	if e != nil {
		r.Code, r.At, r.Tries = e.Code, e.UpdatedAt, e.Tries
	}
	switch {
	case e != nil && e.State == effect.Done:
		r.State = LetterSent
	case e != nil && e.Permanent && e.State == effect.Intent:
		r.State = LetterUnknown
	case e != nil && e.Permanent:
		r.State = LetterRefused
	case open && !v.Approved:
		r.State = LetterHeld
	case open && e != nil && e.State == effect.Failed:
		r.State = LetterFailing
	case open, e != nil && e.State == effect.Intent:
		r.State = LetterUnderway
	}
	return r
}
