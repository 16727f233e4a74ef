package booking_test

import (
	"testing"
	"time"

	"litmus/models"
	"litmus/models/booking"
	"litmus/models/desk"
)

// TestActionsOf proves that a page offers nothing that the decision which carries it out refuses (D11), whatever the
// interview and the time.
func TestActionsOf(t *testing.T) {
	t.Parallel()
	offered := map[string]int{}
	for name, i := range desk.Sorts() {
		for _, now := range []time.Time{desk.Thu, desk.Thu.Add(25 * time.Hour), desk.Mon(14, 0), desk.Mon(15, 0),
			desk.Mon(15, 30), desk.Mon(16, 0),
			desk.Mon(16, 0).AddDate(0, 0, 30)} {
			a := booking.ActionsOf(i, now)
			check := func(action string, may bool, err error, changed bool) {
				t.Helper()
				if may {
					offered[action]++
				}
				if may && (err != nil || !changed) {
					t.Errorf("%s at %s: %s is offered, and the decision says changed %t, %v", name, now, action,
						changed, err)
				}
			}
			_, changed := booking.DecideCancel(i, now)
			check("cancel", a.Cancel, nil, changed)
			_, changed, err := booking.DecideEndCall(i, now)
			check("end call", a.EndCall, err, changed)
			_, err = booking.DecideFreshLink(i, "token", models.DefaultPolicy, now)
			check("link", a.IssueLink, err, true)
			if (err == nil) != a.IssueLink {
				t.Errorf("%s at %s: a fresh link is offered: %t, and the decision says %v", name, now, a.IssueLink, err)
			}
			_, changed, err = booking.DecideReassign(booking.ReassignFacts{Interview: i}, "new@acme.example",
				models.DefaultPolicy, now)
			check("reassign", a.Reassign, err, changed)
			if a.Move == a.BookAgain {
				t.Errorf("%s at %s: it is moved or booked again, never both or neither: %+v", name, now, a)
			}
			if over := i.StatusAt(now) == models.StatusCompleted; a.CancelLate != over {
				t.Errorf("%s at %s: it is late to cancel it: %t", name, now, a.CancelLate)
			}
			check("join", a.Join, nil, i.MeetingLink != "")
			check("notes", a.WriteNotes, nil, i.CanceledAt == nil)
			check("artifacts", a.StoreArtifacts, nil, i.CanceledAt == nil && !i.Unused())
		}
	}
	if len(offered) != 7 {
		t.Errorf("offered was %v: the fixture lacks an interview for some action", offered)
	}
}
