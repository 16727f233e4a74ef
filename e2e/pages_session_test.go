package e2e

import (
	"fmt"
	"testing"
	"time"
)

// The page of a booked interview, from the confirmation letter on. Package web holds what it says when.
func TestPagesSession(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	eachManner(t, func(t *testing.T, m manner) {
		shown := m.zone
		if m.n == 1 { // without JavaScript nobody knows the visitor's zone: it is the booking's
			shown = "Europe/Rome"
		}
		name, far := fmt.Sprintf("far-%d", m.n), time.Date(2032, 6, 1, 10, 0, 0, 0, time.UTC)
		id := o.Book(t, name, "interviewer_email", o.Email(fmt.Sprintf("host-%d", m.n)), "scheduled_start_at", wire(far),
			"meeting_link", roomOfTheirOwn, "time_zone", "Europe/Rome",
			"round_id", o.Round("engineer", "referral", "portfolio")).Text("interview.id")
		v := o.Visitor(t, m.habits...)
		v.Open(o.linkFor(t, name, sessionLink)).Want(200, "Your interview with Northwind Optics",
			told(far, 30*time.Minute, shown), "Portfolio", "Imaging Engineer", "Join the interview")
		m.looks(v, "session-before")
		if got := v.Link("Join the interview"); got != roomOfTheirOwn {
			t.Errorf("the button leads to %q", got)
		}
		file := Letter{ICS: string(o.Get(t, v.Link("Add to your calendar")).Want(200).Body)}
		if e := file.Event(t); !e.Start.Equal(far) {
			t.Errorf("the event in the file begins at %s", e.Start)
		}
		o.Do(t, "DELETE", "/interviews/"+id, nil).Want(200)
		v.Reload().Want(410, "canceled")
	})
}
