package e2e

import (
	"testing"
	"time"
)

// The lives of links, sessions and invitations, by variable on the running service, through a kill -9 while they run.
// They are long enough for a browser on a busy machine to act within them.
func TestClocksOfExternalSessions(t *testing.T) {
	t.Parallel()
	const link, session, invite = 90 * time.Second, 150 * time.Second, 120 * time.Second
	s := Start(t, KeepPorts(), Env("LITMUS_LINK_TTL="+link.String(), "LITMUS_SESSION_TTL="+session.String(),
		"LITMUS_INVITE_TTL="+invite.String()))
	o := s.NewOrg(t, "  invite_days: 14\n", "") // the organization's own would win
	asks := time.Now()
	booked := o.Do(t, "POST", "/interviews", o.External("kept")).Want(201)
	kept, keptLink := booked.Text("interview.id"), booked.Text("candidate_link")
	asked := o.Invite(t, "asked", "engineer", "lens").Want(201).Text("invite_url")
	answered := time.Now()
	o.Letters(t, o.Email("asked"), 1)
	s.Kill9(t)
	s.Restart(t)

	v := o.Visitor(t)
	v.Open(keptLink).Want(200, "Start session")
	gone := func(page string, life time.Duration) { // which began between asks and answered
		t.Helper()
		Until(t, time.Until(answered.Add(life))+time.Minute, "the link to die", func() (bool, string) {
			<-time.After(time.Second) // pages are limited by address, and the browser has the same
			r := o.Get(t, page)
			if early := time.Until(asks.Add(life)); r.Status == 410 && early > 0 {
				t.Fatalf("the link is dead %s too early", early)
			}
			return r.Status == 410, string(r.Body)
		})
	}
	gone(keptLink, link)
	v.Open(keptLink).Want(410, "This link cannot be used").Looks("external-expired")
	gone(asked, invite)
	v.Open(asked).Want(410, "expired").Looks("take-home-expired")
	Until(t, session+time.Minute, "the session to expire", func() (bool, string) {
		status := o.Do(t, "GET", "/interviews/"+kept, nil).Want(200).Text("status")
		return status == "expired", status
	})

	// The timers themselves went on: nothing is left to wait for.
	Until(t, afterCrash, "the timers", func() (bool, string) {
		due := o.column(t, "select count(*) from candidates where email = $1 and next_due_at is not null",
			o.Email("asked"))
		return due == "0", due + " are due"
	})
}
