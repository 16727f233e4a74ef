package e2e

import (
	"testing"
	"time"
)

// Short lives by variable, long enough for a browser on a busy machine to act within them.
const (
	shortLink    = 90 * time.Second
	shortSession = 150 * time.Second
	shortInvite  = 120 * time.Second
)

// The lives of links, sessions and invitations, by variable on the running service, through a kill -9 while they run.
func TestClocksOfExternalSessions(t *testing.T) {
	t.Parallel()
	s := Start(t, KeepPorts(), Env("LITMUS_LINK_TTL="+shortLink.String(), "LITMUS_SESSION_TTL="+shortSession.String(),
		"LITMUS_INVITE_TTL="+shortInvite.String()))
	o := s.NewOrg(t, "  invite_days: 14\n", "") // the organization's own would win
	start := daysAhead(5, 10, 0)
	o.Offer(t, "graduates", "ilse", start, start.Add(time.Hour), start.Add(2*time.Hour))

	book := func(name string) (id, link string) {
		r := o.Do(t, "POST", "/interviews", o.External(name, "interviewer_email", o.Email("host-"+name))).Want(201)
		return r.Text("interview.id"), r.Text("candidate_link")
	}
	kept, keptLink := book("kept")        // left alone: its session expires
	renewed, renewedLink := book("fresh") // gets a fresh link
	began := time.Now()
	keptBefore := o.Do(t, "GET", "/interviews/"+kept, nil).Want(200)
	invite := func(name, posting, assessment string) *Response {
		return o.Invite(t, name, posting, assessment).Want(201)
	}
	asked := invite("asked", "engineer", "lens")         // does nothing
	begun := invite("begun", "engineer", "lens")         // starts, and goes on after the invitation's end
	idle := invite("idle", "graduates", "portfolio")     // picks nothing
	picked := invite("picked", "graduates", "portfolio") // has an interview when the invitation ends
	o.Post(t, begun.Text("invite_url")+"/start", nil).Want(303)
	o.Post(t, picked.Text("invite_url"), nil, "start", wire(start), "zone", "UTC").Want(303)
	invited := time.Now()
	for _, name := range []string{"asked", "begun", "idle"} {
		o.Letters(t, o.Email(name), 1)
	}
	o.Letters(t, o.Email("picked"), 2)
	s.Kill9(t)
	s.Restart(t)

	o.Visitor(t).Open(keptLink).Want(200, "Start session")
	status := func(id string) string { return o.Do(t, "GET", "/interviews/"+id, nil).Want(200).Text("status") }
	gone := func(link string, when time.Time) {
		t.Helper()
		Until(t, time.Until(when)+time.Minute, "the link to die", func() (bool, string) {
			r := o.Get(t, link)
			if r.Status == 410 && time.Now().Before(when.Add(-3*time.Second)) {
				t.Fatalf("the link is dead %s too early", time.Until(when))
			}
			return r.Status == 410, "it lives"
		})
	}
	gone(keptLink, began.Add(shortLink))
	v := o.Visitor(t)
	v.Open(keptLink).Want(410, "This link cannot be used").Looks("external-expired")
	o.Post(t, renewedLink, nil).Want(410)
	if got := status(kept); got != "pending" {
		t.Errorf("with a dead link the session is %s, want pending", got)
	}
	fresh := o.freshLink(t, renewed)
	o.Get(t, renewedLink).Want(410)
	v.Open(fresh).Click("Start session").Want(200, "Your session is running")

	Until(t, shortSession+time.Minute, "the session to expire", func() (bool, string) {
		s := status(kept)
		return s == "expired", s
	})
	if after := o.Do(t, "GET", "/interviews/"+
		kept, nil).Want(200); after.Text("updated_at") != keptBefore.Text("updated_at") ||
		after.JSON("scheduled_start_at") != "null" {
		t.Errorf("expiry changed the interview: %s, before %s", after.Body, keptBefore.Body)
	}
	if r := s.Run(t, "links", "issue", kept); r.Status != 1 || r.Stdout != "" {
		t.Errorf("a fresh link after expiry: status %d, %q", r.Status, r.Stdout)
	}
	if got := status(renewed); got != "scheduled" {
		t.Errorf("the used session is %s after the life of an unused one, want scheduled", got)
	}
	v.Reload().Want(200, "Your session is running")
	// Both clocks anew
	again := o.Do(t, "POST", "/interviews", o.External("kept", "replace_existing", true)).Want(201)
	if again.Text("interview.id") != kept || again.Text("interview.status") != "pending" {
		t.Errorf("booked again: %s", again.Body)
	}
	o.Get(t, again.Text("candidate_link")).Want(200)

	Until(t, time.Until(invited.Add(shortInvite))+time.Minute, "the invitation to expire", func() (bool, string) {
		r := o.Get(t, asked.Text("invite_url"))
		return r.Status == 410, string(r.Body)
	})
	v.Open(asked.Text("invite_url")).Want(410, "expired").Looks("take-home-expired")
	o.Post(t, asked.Text("invite_url")+"/start", nil).Want(410)
	o.Invite(t, "asked", "engineer", "lens").WantError(409, "ALREADY_INVITED")
	w := o.Visitor(t)
	w.Open(begun.Text("invite_url")).Fill("Your answer", "In time enough").Click("Submit").Want(200,
		"You have handed in your answer")
	w.Open(idle.Text("invite_url")).Want(410, "expired").Looks("pick-expired")
	o.Post(t, idle.Text("invite_url"), nil, "start", wire(start.Add(time.Hour)), "zone", "UTC").Want(410)
	o.Do(t, "POST", "/interviews", o.Booking("idle", "posting_id", o.Posting("graduates"),
		"round_id", o.Round("graduates", "main", "portfolio"))).WantError(409, "expired")
	w.Open(picked.Text("invite_url")).Want(200,
		"Your interview is booked").Click("Change the time").Pick(start.Add(2*time.Hour),
		"UTC").Click("Move to this time").Want(200, "Your interview has a new time")

	// The timers themselves went on: nothing is left to wait for.
	Until(t, afterCrash, "the timers", func() (bool, string) {
		due := o.column(t, "select count(*) from candidates where email = $1 and next_due_at is not null",
			o.Email("asked"))
		return due == "0", due + " are due"
	})
}
