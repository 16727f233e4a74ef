package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// The page of a booked interview through its life, from the confirmation letter on.
func TestPagesSession(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	const room = "https://meet.example/room"
	eachManner(t, func(t *testing.T, n int, zone string, open func(testing.TB, *Service) *Visitor) {
		looks := func(v *Visitor, picture string) {
			if n == 0 {
				v.Looks(picture)
			}
		}
		letter := func(name string, letters int) string {
			return sessionLink.FindString(o.Letters(t, o.Email(name), letters)[0].Text)
		}
		book := func(name, host string, start time.Time, changes ...any) string {
			host = fmt.Sprintf("%s-%d", host, n)
			return o.Book(t, name, append([]any{"interviewer_email", o.Email(host), "scheduled_start_at", wire(start),
				"meeting_link", room, "time_zone", "Europe/Rome",
				"round_id", o.Round("engineer", "referral", "portfolio")}, changes...)...).Text("interview.id")
		}
		name := func(s string) string { return fmt.Sprintf("%s-%d", s, n) }
		shown := zone
		if n == 1 { // without JavaScript nobody knows the visitor's zone: it is the booking's
			shown = "Europe/Rome"
		}
		const half = 30 * time.Minute

		far := time.Date(2032, 6, 1, 10, 0, 0, 0, time.UTC)
		id := book(name("far"), "a", far)
		v := open(t, o.Service)
		v.Open(letter(name("far"), 1)).Want(200, "Your interview with Northwind Optics", told(far, half,
			shown), "Portfolio", "Imaging Engineer", "Join the interview")
		looks(v, "session-before")
		if file, content := v.Download("Add to your calendar"); !strings.HasSuffix(file, ".ics") ||
			!(Letter{ICS: string(content)}).Event(t).Start.Equal(far) {
			t.Errorf("the download %q:\n%s", file, content)
		}
		stale := v.URL()
		book(name("far"), "a", far.Add(time.Hour), "replace_existing", true)
		v.Open(stale).Want(410, "out of date")
		v.Open(letter(name("far"), 2)).Want(200, told(far.Add(time.Hour), half, shown))
		o.Do(t, "DELETE", "/interviews/"+id, nil).Want(200)
		v.Reload().Want(410, "canceled")
		looks(v, "session-canceled")

		soon := machineNow().Add(10 * time.Minute).Truncate(time.Second)
		book(name("soon"), "b", soon)
		v.Open(letter(name("soon"), 1)).Want(200, "Your interview with Northwind Optics", "Join the interview")
		if got := v.Link("Join the interview"); got != room {
			t.Errorf("the button leads to %q", got)
		}
		looks(v, "session-soon")
		book(name("bare"), "d", soon, "meeting_link", nil)
		v.Open(letter(name("bare"), 1)).Want(200, "Your interview with Northwind Optics").WantNot("Join the interview")
		looks(v, "session-no-link")

	})
}

// While the window is open there is a button to join; when it closes the page says so, by itself where scripts run.
func TestPagesSessionEnds(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	o := NewOrg(t)
	for n, who := range []string{"script", "plain"} {
		o.Book(t, who, "interviewer_email", o.Email(fmt.Sprintf("host-%d", n)),
			"scheduled_start_at", fromNow(80*time.Second-30*time.Minute), "meeting_link", "https://meet.example/room",
			"round_id", o.Round("engineer", "referral", "portfolio"))
	}
	v, plain := o.Visitor(t), o.Visitor(t, Phone, NoScript)
	plain.Open(o.linkFor(t, "plain", sessionLink)).Want(200, "Join the interview")
	v.Open(o.linkFor(t, "script", sessionLink)).Want(200, "Join the interview").Looks("session-open")
	v.follows("is over")
	v.Want(200, "is over").WantNot("Join the interview").Looks("session-over")
	plain.Reload().Want(200, "is over").WantNot("Join the interview")
}

// An indefinite interview stays open until somebody ends the call.
func TestPagesIndefinite(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	o := NewOrg(t)
	id := o.Book(t, "cleo", "round_id", o.Round("engineer", "main", "pairing"),
		"scheduled_start_at", fromNow(-3*time.Hour), "meeting_link", "https://meet.example/x").Text("interview.id")
	v := o.Visitor(t)
	v.Open(sessionLink.FindString(o.Letters(t, o.Email("cleo"), 1)[0].Text)).Want(200,
		"Join the interview").Looks("session-indefinite")
	o.MustRun(t, "interviews", "end-call", id)
	v.Reload().Want(200, "is over").WantNot("Join the interview")
}
