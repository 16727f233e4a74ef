package e2e

import (
	"strings"
	"testing"
	"time"
)

// Killed without warning and started again after every step of every way in, the service has lost nothing that it
// answered, and each letter comes.
func TestPagesKilledAtEachStep(t *testing.T) {
	t.Parallel()
	s := Start(t, KeepPorts())
	o := s.NewOrg(t)
	const zone = "Asia/Tokyo"
	first, second := daysAhead(4, 10, 0), daysAhead(5, 10, 0)
	o.Offer(t, "graduates", "ilse", first, second)
	crash := func() {
		t.Helper()
		s.Kill9(t)
		s.Restart(t)
	}

	home := o.Invite(t, "home", "engineer", "lens").Want(201)
	pick := o.Invite(t, "pick", "graduates", "portfolio").Want(201)
	booked := o.Do(t, "POST", "/interviews", o.External("external")).Want(201)
	crash() // the letters are on their way or not
	o.Invite(t, "home", "engineer", "lens").Want(200)
	o.Invite(t, "pick", "graduates", "portfolio").Want(200)
	homeLink, pickLink, link := o.linkFor(t, "home", assessmentLink), o.linkFor(t, "pick", scheduleLink),
		booked.Text("candidate_link")
	if homeLink != home.Text("invite_url") || pickLink != pick.Text("invite_url") {
		t.Fatalf("the letters after the crash link to %q and %q", homeLink, pickLink)
	}

	h, p, e := o.Visitor(t), o.Visitor(t), o.Visitor(t)
	h.Open(homeLink).Click("Start the assessment").Want(200).Click("Start now").Want(200, "Your answer")
	p.Open(pickLink+"?zone="+zone).Pick(first, zone)
	e.Open(link).Want(200, "Start session")
	crash()
	h.Reload().Fill("Your answer", "half an answer").saves().Want(200)
	// the page of before the crash
	p.Click("Book this time").Want(200, "Your interview is booked", told(first, 30*time.Minute, zone))
	e.Click("Start session").Want(200, "Your session is running")
	id := o.Interviews(t, "pick").Text("interviews.0.id")
	started := o.Do(t, "GET", "/interviews/"+booked.Text("interview.id"), nil).Want(200)
	crash()
	h.Reload()
	if got := h.Value("Your answer"); got != "half an answer" {
		t.Errorf("the draft is %q after the crash", got)
	}
	h.Fill("Your answer", "the whole answer").Click("Check and hand in").Want(200, "the whole answer")
	crash()
	h.Click("Hand in").Want(200, "You have handed in your answer", "the whole answer")
	p.Reload().Want(200, "Your interview is booked", told(first, 30*time.Minute, zone)).Click("Change the time").
		Pick(second, zone).Click("Move to this time").Want(200, told(second, 30*time.Minute, zone))
	e.Reload().Want(200, "Your session is running")
	crash()
	h.Reload().Want(200, "You have handed in your answer", "the whole answer")
	p.Reload().Want(200, "Your interview has a new time", told(second, 30*time.Minute, zone))
	e.Open(link).Want(200, "Your session is running")
	o.Visitor(t).Open(link).Want(410)
	if r := o.Do(t, "GET", "/interviews/"+booked.Text("interview.id"), nil).Want(200); r.JSON("") != started.JSON("") {
		t.Errorf("the used session changed: %s, before %s", r.Body, started.Body)
	}
	o.MustRun(t, "interviews", "end-call", booked.Text("interview.id"))
	crash()
	e.Open(link).Want(200, "Your session is over")
	o.Do(t, "GET", "/submissions/"+o.submissionOf(t, home.Text("invite_id")), nil).Want(200)

	o.Settled(t, afterCrash, id, booked.Text("interview.id"))
	o.Letters(t, o.Email("home"), 2)
	o.oneLetter(t, o.Email("home"), "", 2) // the invitation and the receipt
	if last := o.Inbox(t, o.Email("pick"))[0].Event(t); !last.Start.Equal(second) || last.Method != "REQUEST" {
		t.Errorf("the last letter to pick is a %s for %s", last.Method, last.Start)
	}
	if l := o.Inbox(t, o.Email("external")); len(l) != 0 {
		t.Errorf("external got %s, want nothing", subjects(l))
	}
}

// Killed after it has used a link and before its answer was read, the service lets the candidate in when they press the
// button of the same page again; nobody else.
func TestPagesLinkAnswerLost(t *testing.T) {
	t.Parallel()
	s := Start(t, KeepPorts())
	o := s.NewOrg(t)
	booked := o.Do(t, "POST", "/interviews", o.External("cleo")).Want(201)
	link := booked.Text("candidate_link")
	browser := func() []string { // as the page's answer makes one
		t.Helper()
		cookie, _, _ := strings.Cut(o.Get(t, link).Want(200).Header.Get("Set-Cookie"), ";")
		if cookie == "" {
			t.Fatal("the page gives no cookie")
		}
		return []string{"Cookie", cookie}
	}
	mine, other := browser(), browser()
	o.Post(t, link, mine).Want(303) // its answer is thrown away
	s.Kill9(t)
	s.Restart(t)
	started := o.Do(t, "GET", "/interviews/"+booked.Text("interview.id"), nil).Want(200)
	if started.Text("status") != "scheduled" {
		t.Fatalf("the use is lost: %s", started.Body)
	}
	o.Get(t, link).Want(410)
	o.Post(t, link, other).Want(410)
	o.Post(t, link, mine).Want(303)
	if body := string(o.Get(t, link, mine...).Want(200).Body); !strings.Contains(body, "Your session is running") {
		t.Errorf("whoever used the link sees\n%s", body)
	}
	if again := o.Do(t, "GET", "/interviews/"+
		booked.Text("interview.id"), nil).Want(200); again.JSON("") != started.JSON("") {
		t.Errorf("coming again changed the interview: %s, before %s", again.Body, started.Body)
	}
}
