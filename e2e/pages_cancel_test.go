package e2e

import (
	"regexp"
	"strings"
	"testing"
	"time"
)

var shownStart = regexp.MustCompile(`name="start" value="([^"]+)"`)

// D27 and §3 T3: candidates cancel on their pages, those who picked a time and those for whom the team booked one. A
// look at the page cancels nothing. The calendar's own notice tells both sides, with the reason, and no letter goes
// beside it; whoever watches the posting is told who canceled and why. Who was invited picks anew.
func TestCandidatesCancel(t *testing.T) {
	t.Parallel()
	o := NewOrg(t, "    title: Graduate cohort", "    title: Graduate cohort\n    recruiters: [root@northwind.example]")
	session := []string{"Cookie", o.signsIn(t, o.signInLink(t, "root")), "Sec-Fetch-Site", "same-origin"}
	start := daysAhead(5, 10, 0)
	o.Offer(t, "graduates", "ilse", start, start.Add(24*time.Hour))
	cancels := func(page, why string, more ...string) *Response {
		t.Helper()
		asked := string(o.Get(t, page+"/cancel").Want(200).Body)
		at := shownStart.FindStringSubmatch(asked)
		if at == nil || !strings.Contains(asked, "This cannot be taken back") {
			t.Fatalf("%s/cancel does not ask:\n%s", page, asked)
		}
		return o.Post(t, page+"/cancel", nil, append([]string{"start", at[1], "why", why}, more...)...)
	}

	// Cleo's was booked by the team.
	cleo, ilse := o.Email("cleo"), o.Email("ilse")
	id := o.Book(t, "cleo", "interviewer_email", ilse).Text("interview.id")
	page := o.linkFor(t, "cleo", sessionLink)
	o.Letters(t, ilse, 1)
	if said := string(o.Get(t, page).Want(200).Body); !strings.Contains(said, `id="cancel"`) {
		t.Errorf("the page offers no way to cancel:\n%s", said)
	}
	o.Get(t, page+"/cancel").Want(200)
	if got := o.Do(t, "GET", "/interviews/"+id, nil).Text("status"); got != "scheduled" {
		t.Fatalf("after a look at the page it is %s", got)
	}
	cancels(page, "I took another offer, sorry").Want(303)
	for range 2 { // it stays as it is
		said := string(o.Get(t, page+"/cancel").Want(200).Body)
		if !strings.Contains(said, "Your interview is canceled") || !strings.Contains(said, "for Northwind Optics to say") {
			t.Errorf("the page says\n%s", said)
		}
		o.Post(t, page+"/cancel", nil, "start", wire(start), "why", "again").Want(303)
	}
	o.Get(t, page).Want(410)
	for _, l := range []Letter{o.Letters(t, cleo, 2)[0], o.Letters(t, ilse, 2)[0]} {
		if !strings.Contains(l.ICS, "METHOD:CANCEL") || !strings.Contains(l.ICS, `COMMENT:I took another offer\, sorry`) ||
			!l.tells("\nReason: I took another offer, sorry\n") {
			t.Errorf("the notice of the calendar is\n%s\n%s", l.Text, l.ICS)
		}
	}
	o.Settled(t, letterTimeout, id)
	if got := len(o.Inbox(t, cleo)) + len(o.Inbox(t, ilse)); got != 4 {
		t.Errorf("there are %d letters, want no other one beside the notices", got)
	}
	said := string(o.Get(t, "/dashboard/interviews/"+id, session...).Want(200).Body)
	if !strings.Contains(said, "Canceled: “I took another offer, sorry”") {
		t.Errorf("the history says\n%s", said)
	}

	// Pim picked theirs, cancels on the same page, and picks another time.
	link := o.Invite(t, "pim", "graduates", "portfolio").Want(201).Text("invite_url")
	o.Post(t, link, nil, "start", wire(start), "zone", "UTC").Want(303)
	done := cancels(link, "Exams", "interview", o.Interviews(t, "pim").Text("interviews.0.id")).Want(303)
	said = string(o.Get(t, done.Header.Get("Location")).Want(200).Body)
	if !strings.Contains(said, "Your interview is canceled") || !strings.Contains(said, "you can pick another time") {
		t.Errorf("the page says\n%s", said)
	}
	if said = string(o.Get(t, "/dashboard/news", session...).Want(200).Body); !strings.Contains(said,
		"Casey Quillon</bdi></b></a> canceled: <q><bdi>Exams</bdi></q>") {
		t.Errorf("what is new is\n%s", said)
	}
	o.Post(t, link, nil, "start", wire(start.Add(24*time.Hour)), "zone", "UTC").Want(303)
	if got := o.Interviews(t, "pim").Texts("interviews", "status"); len(got) != 2 {
		t.Errorf("Pim has interviews that are %v", got)
	}
	checkRuns(t, o.Service, []string{"interview/" + id}, "another offer", "Exams")
}

// The same in a browser, from the letter on: the page asks, and says that it is done. TestPagesWalk does it by keyboard
// and without scripts.
func TestPagesCancel(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	o.Book(t, "cancels")
	v := o.Visitor(t)
	v.Open(o.linkFor(t, "cancels", sessionLink)).Click("Cancel the interview").
		Want(200, "Cancel your interview?", "This cannot be taken back").Looks("cancel-asks")
	v.Click("Keep the interview").Want(200, "Your interview with Northwind Optics").Click("Cancel the interview")
	v.Fill("Reason (optional)", strings.Repeat("x", 501)).Click("Cancel the interview").
		Want(400, "501 characters").Looks("cancel-refused")
	v.Fill("Reason (optional)", "Exams").Click("Cancel the interview").
		Want(200, "Your interview is canceled").Looks("cancel-done")
	if got := o.Interviews(t, "cancels").Text("interviews.0.status"); got != "canceled" {
		t.Errorf("it is %s", got)
	}
}

// An organization keeps its candidates from canceling late, or at all: the pages say so, and whom they ask.
func TestCancellingHasItsBounds(t *testing.T) {
	t.Parallel()
	late := NewOrg(t, "  undo_seconds: 0", "  undo_seconds: 0\n  candidate_cancel: {cutoff_hours: 48}")
	never := NewOrg(t, "  undo_seconds: 0", "  undo_seconds: 0\n  candidate_cancel: {allowed: false}")
	for says, o := range map[string]*Org{"The start is too near": late, "cancels it for you": never} {
		id := o.Book(t, "cleo", "scheduled_start_at", fromNow(30*time.Hour)).Text("interview.id")
		page := o.linkFor(t, "cleo", sessionLink)
		if said := string(o.Get(t, page).Want(200).Body); strings.Contains(said, `id="cancel"`) {
			t.Errorf("the page offers to cancel:\n%s", said)
		}
		refused := o.Post(t, page+"/cancel", nil, "start", fromNow(30*time.Hour), "why", "I have the flu").Want(409)
		if said := string(refused.Body); !strings.Contains(said, says) || !strings.Contains(said, "I have the flu") {
			t.Errorf("want an answer that says %q and has what was typed:\n%s", says, said)
		}
		if got := o.Do(t, "GET", "/interviews/"+id, nil).Text("status"); got != "scheduled" {
			t.Errorf("it is %s", got)
		}
	}
}
