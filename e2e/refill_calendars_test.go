package e2e

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

// P2, P4, P6, P9, P10 and P11: a candidate picks a time of a round for two of a pool, a manager and a trainee. One of
// them declines in their calendar, and somebody else has the seat, without anybody's doing: real calendars, letters and
// pages agree on who comes.
func TestPanelInCalendars(t *testing.T) {
	t.Parallel()
	needsProcess(t, readingCalendars)
	everybody := []string{"eng0", "eng1", "eng2", "boss", "learner"}
	d := StartDiaries(t, everybody...)
	o := seatedRound(t, Start(t, Env(private), WithTestClock()), 3, d)
	Until(t, syncTimeout, "all calendars to be read", func() (bool, string) {
		all := o.Calendars(t)
		unread := slices.ContainsFunc(all, func(c Calendar) bool { return c.LastSyncedAt == nil })
		return len(all) == len(everybody) && !unread, fmt.Sprintf("%+v", all)
	})
	o.Invite(t, "cora", "engineer", "systems").Want(201)
	at := o.tuesday()
	v := o.Visitor(t, Zone("UTC"))
	v.Open(o.linkFor(t, "cora", scheduleLink)).Want(200, "Pick a time for your interview")
	v.Pick(at, "UTC").Click("Book this time").Want(200, "Your interview is booked").Looks("panel-candidate")
	id := o.Interviews(t, "cora").Text("interviews.0.id")
	o.Settled(t, letterTimeout, id)
	if got := strings.Join(o.panel(t, id), " "); got != "eng0 eng1 boss learner" {
		t.Fatalf("the panel is %s", got)
	}
	d.Counts(t, letterTimeout, "eng0 1 eng1 1 eng2 0 boss 1 learner 1")

	o.wait(t, 2*time.Minute) // what was written has settled
	uid := id + "@127.0.0.1"
	d.Radicale.do(t, http.MethodPut, d.urls["eng1"]+uid+".ics", declining(uid, at, o.Email("eng1")), http.StatusCreated)
	for _, c := range o.Calendars(t) {
		o.MustRun(t, "calendars", "sync", c.ID)
	}
	Until(t, letterTimeout, "somebody else to have the seat", func() (bool, string) {
		got := strings.Join(o.panel(t, id), " ")
		return got == "eng0 eng2 boss learner", got
	})
	o.Settled(t, letterTimeout, id)
	d.Counts(t, letterTimeout, "eng0 1 eng1 0 eng2 1 boss 1 learner 1")
	// Of whoever has a copy the copy alone goes: it was their invitation.
	for who, want := range map[string]int{"eng0": 1, "eng1": 1, "eng2": 1, "boss": 1, "learner": 1, "desk": 0} {
		if box := o.Inbox(t, o.Email(who)); len(box) != want {
			t.Errorf("%s got %d letters, want %d: %s", who, len(box), want, subjects(box))
		}
	}
	desk := o.signedIn(t, "desk").Want(200, "Refilled by itself", "eng2 Quillon").Looks("panel-home")
	desk.Open(o.API+"/dashboard/interviews/"+id).Want(200, "eng2 Quillon",
		"Declined in the calendar").Looks("panel-interview")
}
