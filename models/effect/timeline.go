package effect

import (
	"slices"
	"time"

	"litmus/models"
)

// Moment is an instant at which something becomes due or ends for an interview or an invitation.
type Moment struct {
	At time.Time `json:"at"`
	// Kind is reminder_24h, window_ends, link_expires, session_expires, invitation_expires or receipt_ends.
	Kind string `json:"kind"`
}

// Kinds of moments besides the reminders. The last two are an invitation's.
const (
	MomentUndoEnds          = "undo_ends" // what a change owes leaves, see [models.Held]
	MomentWindowEnds        = "window_ends"
	MomentLinkExpires       = "link_expires"
	MomentSessionExpires    = "session_expires"
	MomentInvitationExpires = "invitation_expires"
	MomentReceiptEnds       = "receipt_ends" // a receipt that could not be sent is given up
)

// Timeline returns the moments of the interview in order, past ones included. A scheduled interview has its reminders
// (unless it was scheduled elsewhere) and the end of its session window; an external session whose link is unused has
// its two clocks. A canceled interview, or one whose call ended, has none, and neither has an indefinite one after its
// start.
func Timeline(i models.Interview, p models.Policy) []Moment {
	if i.CanceledAt != nil || i.CallEndedAt != nil {
		return nil
	}
	if i.Unused() {
		return clocks(i)
	}
	var out []Moment
	if !i.ExternallyScheduled {
		for _, before := range p.Reminders {
			if at := i.StartsAt.Add(-before); at.After(i.StartSetAt) {
				out = append(out, Moment{at, reminderKind(before)})
			}
		}
	}
	if i.WindowEndsAt != nil {
		out = append(out, Moment{*i.WindowEndsAt, MomentWindowEnds})
	}
	slices.SortStableFunc(out, func(a, b Moment) int { return a.At.Compare(b.At) })
	return out
}

// clocks returns when the link of an unused external session dies and when the session expires.
func clocks(i models.Interview) (out []Moment) {
	if i.LinkExpiresAt != nil {
		out = append(out, Moment{*i.LinkExpiresAt, MomentLinkExpires})
	}
	if i.ExpiresAt != nil {
		out = append(out, Moment{*i.ExpiresAt, MomentSessionExpires})
	}
	return out
}

// NextMoment returns the first moment after now, nil if there is none.
func NextMoment(i models.Interview, p models.Policy, now time.Time) *Moment {
	for _, m := range Timeline(i, p) {
		if m.At.After(now) {
			return &m
		}
	}
	return nil
}
