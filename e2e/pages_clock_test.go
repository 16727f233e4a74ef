package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// The lives of links, sessions and invitations, by variable on the running service, go on over a kill -9: each ends by
// itself, not before its time, and refuses what comes after. What was started or booked in time does not run out.
func TestLivesGoOn(t *testing.T) {
	t.Parallel()
	const link, invite, session = 90 * time.Second, 100 * time.Second, 110 * time.Second
	s := Start(t, KeepPorts(), Env("LITMUS_LINK_TTL="+link.String(), "LITMUS_SESSION_TTL="+session.String(),
		"LITMUS_INVITE_TTL="+invite.String()))
	o := s.NewOrg(t, "  invite_days: 14\n", "") // the organization's own would win
	asks := time.Now()
	kept := o.Do(t, "POST", "/interviews", o.External("kept")).Want(201)
	id, keptLink := kept.Text("interview.id"), kept.Text("candidate_link")
	live, home, started := o.send(t, "live", "assessment_id", o.Assessment("systems")).Want(201),
		o.send(t, "home", "assessment_id", o.Assessment("lens")).Want(201),
		o.send(t, "started", "assessment_id", o.Assessment("lens")).Want(201)
	booked := o.send(t, "booked", "assessment_id", o.Assessment("systems")).Want(201)
	answered := time.Now()
	for _, r := range []*Response{live, home, started, booked} {
		o.InvitationSettled(t, r.Text("invite_id")) // a letter in flight at the kill may come twice
	}
	o.Book(t, "booked", "candidate_email", nil, "candidate_id", booked.Text("invite_id"))
	s.Post(t, started.Text("invite_url")+"/start", nil).Want(303)
	runClosed(t, s, letterTimeout, "invitation/"+started.Text("invite_id"))
	if time.Since(asks) > link {
		t.Fatal("the machine is too busy: lives were over before the kill")
	}
	s.Kill9(t)
	s.Restart(t)

	o.Get(t, keptLink).Want(200)
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
	gone(home.Text("invite_url"), invite)
	o.Visitor(t).Open(home.Text("invite_url")).Want(410, "expired").Looks("take-home-expired")
	Until(t, session+time.Minute, "the session to expire", func() (bool, string) {
		status := o.Do(t, "GET", "/interviews/"+id, nil).Want(200).Text("status")
		return status == "expired", status
	})
	runClosed(t, s, afterCrash, "interview/"+id) // nothing is left to wait for
	for _, r := range []*Response{live, home, booked} {
		closed := runClosed(t, s, afterCrash, "invitation/"+r.Text("invite_id"))
		shown := s.InvitationConverged(t, r.Text("invite_id"))
		expires, err := time.Parse(time.RFC3339, shown.ExpiresAt)
		if err != nil || closed.Before(expires) {
			t.Errorf("the workflow ended at %s, before the invitation at %s: %v", closed, expires, err)
		}
		if want := map[bool]string{true: "invited", false: "expired"}[r == booked]; shown.State != want ||
			len(shown.Timeline) != 0 {
			t.Errorf("past its end it is %+v, want %s", shown, want)
		}
	}

	// What is over can neither be used nor booked nor asked for again.
	o.Post(t, keptLink, nil).Want(410)
	if r := o.Run(t, "links", "issue", id); r.Status != 1 || !strings.Contains(r.Stderr, "replace_existing") {
		t.Errorf("a fresh link after the end: status %d, %s", r.Status, r.Stderr)
	}
	o.Do(t, "POST", "/interviews", o.External("kept")).WantError(409, "expired")
	again := o.Do(t, "POST", "/interviews", o.External("kept", "replace_existing", true)).Want(201)
	again.shows(map[string]string{"id": kept.JSON("interview.id"), "status": `"pending"`,
		"created_at": again.JSON("interview.updated_at")}) // the clocks are started anew
	o.Get(t, again.Text("candidate_link")).Want(200)
	o.Do(t, "POST", "/interviews", o.Booking("live", "candidate_email", nil,
		"candidate_id", live.Text("invite_id"))).WantError(409, "expired")
	o.send(t, "live", "assessment_id", o.Assessment("systems")).WantError(409, "ALREADY_INVITED")
	o.send(t, "home", "assessment_id", o.Assessment("lens")).WantError(409, "ALREADY_INVITED")
	o.send(t, "started", "assessment_id", o.Assessment("lens")).repeats(started.Text("invite_id"))
	o.send(t, "booked", "assessment_id", o.Assessment("systems")).repeats(booked.Text("invite_id"))
	for _, to := range []string{"live", "home", "started"} {
		if box := o.Inbox(t, o.Email(to)); len(box) != 1 {
			t.Errorf("%s got %s, want the invitation alone", to, subjects(box))
		}
	}
}

// The clock of an organization is moved in the dashboard, whose pages say which time it is, and a candidate's page goes
// by it.
func TestPagesOfTestClock(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	s := Start(t, WithTestClock())
	t.Run("an admin moves it", func(t *testing.T) {
		t.Parallel()
		o := s.NewOrg(t)
		v := o.signedIn(t, "root")
		v.Click("Test clock").Want(200, "It is", "Forward by").Fill("Forward by", "9d").Click("Move the clock").
			Want(200, "Test clock: it is", "9 days ahead of the real time").Looks("test-clock")
		v.Open(o.API+"/dashboard/interviews").Want(200, "9 days ahead of the real time")
		k := o.signedIn(t, "root", Keyboard)
		k.Open(o.API+"/dashboard").Click("Move it on").Fill("Forward by", "soon").Click("Move the clock").
			Want(400, "is no span of time", "9 days ahead").Looks("test-clock-refused")
	})
	t.Run("while the window is open there is a button to join; when it closes the page says so by itself",
		func(t *testing.T) {
			t.Parallel()
			o := s.NewOrg(t)
			o.Book(t, "cleo", "scheduled_start_at", fromNow(-10*time.Minute), "meeting_link", roomOfTheirOwn,
				"round_id", o.Round("engineer", "referral", "portfolio"))
			v := o.Visitor(t)
			v.Open(o.linkFor(t, "cleo", sessionLink)).Want(200, "Join the interview")
			const rest = 20 * time.Minute
			o.wait(t, rest)
			v.passes(rest)
			v.follows("is over")
			v.Want(200, "is over").WantNot("Join the interview")
		})
}

// passes moves the clock of the page that is open.
func (v *Visitor) passes(d time.Duration) {
	v.t.Helper()
	ask[bool](v, "move the page's clock", fmt.Sprintf("(() => { const real = Date.now; "+
		"Date.now = () => real() + %d; return true; })()", d.Milliseconds()))
}
