package dashboard

import (
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/effect"
	"litmus/models/keyring"
	"litmus/store/effects"
	"litmus/store/interviews"
)

// tuesday is a time of the day after noon, in UTC; Amsterdam is an hour ahead.
func tuesday(hour, minute int) time.Time { return time.Date(2031, 3, 4, hour, minute, 0, 0, time.UTC) }

// ordered is an order for the design round with Jonas at 10:00 in Amsterdam, which he offers.
func (w *world) ordered(candidate string) booking.Order {
	return booking.Order{PostingID: w.turbine(), RoundID: w.design(), CandidateEmail: candidate,
		InterviewerEmail: jonas, Start: tuesday(9, 0)}
}

// bookedFor books an interview for a candidate, who is named by the address; change alters the order.
func (w *world) bookedFor(candidate string, change ...func(*booking.Order)) models.Interview {
	w.t.Helper()
	o := w.ordered(candidate)
	name, _, _ := strings.Cut(candidate, "@")
	o.CandidateName = strings.ToUpper(name[:1]) + name[1:]
	for _, c := range change {
		c(&o)
	}
	b, err := w.Bookings.Book(ctx, act.By{}, w.org, o)
	w.must(err)
	return b.Interview
}

// external books an external session with Jonas.
func (w *world) external(candidate string) models.Interview {
	w.t.Helper()
	return w.bookedFor(candidate, func(o *booking.Order) {
		o.Kind, o.Start, o.MeetingLink = booking.OrderExternal, time.Time{}, "https://meet.example/own"
	})
}

// interview is the interview as it is stored.
func (w *world) interview(id string) interviews.InterviewRow {
	w.t.Helper()
	row, err := w.Interviews.Interview(ctx, w.org.ID, id)
	w.must(err)
	return row
}

// later moves the clock and signs somebody in again, whose session may have ended.
func (w *world) later(t *testing.T, who string, now time.Time) *browser {
	t.Helper()
	w.at(now)
	w.mu.Lock()
	delete(w.browsers, who)
	w.mu.Unlock()
	return w.as(t, who)
}

const (
	cleo = "cleo@candidate.example"
	dora = "dora@candidate.example"
)

// startingAt returns a change of an order: another start and interviewer.
func startingAt(start time.Time, interviewer string) func(*booking.Order) {
	return func(o *booking.Order) { o.Start, o.InterviewerEmail = start, interviewer }
}

// TestInterviewsList proves D11: the list has the views, filters and free text, and shows an interviewer their own
// interviews only (D2).
func TestInterviewsList(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.bookedFor(cleo)
	w.bookedFor(dora, startingAt(tuesday(13, 0), priya))
	w.external("ext@candidate.example")
	canceled := w.bookedFor("gone@candidate.example", startingAt(tuesday(15, 0), ""))
	w.must2(w.Bookings.Change(ctx, act.By{}, w.org.ID, canceled.ID, booking.Cancel))
	names := func(r *reply) string {
		t.Helper()
		return strings.ReplaceAll(r.want(200).text("tbody th a"), "\n", ", ")
	}
	recruiter, interviewer := w.as(t, "recruiter"), w.as(t, "interviewer")
	for _, c := range []struct{ query, want string }{
		{"", "Cleo, Dora"},
		{"?view=external", "Ext"},
		{"?view=past", "Noor van Dalen"},
		{"?view=canceled", "Gone"},
		{"?view=all", "Gone, Dora, Cleo, Ext, Noor van Dalen"},
		{"?q=turbine+DORA", "Dora"},
		{"?from=2031-03-04&to=2031-03-04", "Cleo, Dora"},
		{"?round=" + w.design(), "Cleo, Dora"},
		{"?candidate=" + w.interview(canceled.ID).CandidateID + "&view=all", "Gone"},
		{"?interviewer=" + w.person(priya), "Dora"},
		{"?view=all&updated_since=2031-03-03T13:00:00Z", ""},
	} {
		equal(t, c.query, names(recruiter.get(site.InterviewsPath+c.query)), c.want)
	}
	recruiter.get(site.InterviewsPath+"?view=external").want(200, "pending, link ends in 24 hours", "Fresh link")
	w.later(t, "recruiter", noon.Add(25*time.Hour)).get(site.InterviewsPath+"?view=external").want(200, "Link ended",
		"Fresh link")
	recruiter = w.later(t, "recruiter", noon)
	for query, says := range map[string]string{"?from=tomorrow": "is not a date",
		"?after=x": "no place in this list", "?updated_since=x": "is not a date and a time of day", "?interviewer=00": "no member"} {
		recruiter.get(site.InterviewsPath+query).want(400, says)
	}
	equal(t, "what Jonas sees", names(interviewer.get(site.InterviewsPath+"?view=all")), "Cleo, Ext, Noor van Dalen")
	equal(t, "what Jonas finds of Dora", names(interviewer.get(site.InterviewsPath+"?view=all&q=dora")), "")
	interviewer.get(site.InterviewsPath).lacks("Cancel the chosen", "Book", "Priya")
}

// TestInterviewsPages proves that the list goes on from page to page and back, without losing what it is narrowed to
// (D11).
func TestInterviewsPages(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.grown(70)
	admin := w.as(t, "admin")
	first := admin.get(site.InterviewsPath + "?view=all&q=stored")
	equal(t, "interviews on the first page", len(first.want(200).all("tbody tr")), 50)
	second := admin.get(attr(first.one("a[rel=next]"), "href")).want(200, "First page")
	if n := len(second.all("tbody tr")); n != 20 || len(second.all("a[rel=next]")) > 0 {
		t.Errorf("the second page has %d interviews", n)
	}
	if !strings.Contains(attr(first.one("a[rel=next]"), "href"), "q=stored") {
		t.Error("the next page is of another list")
	}
}

// TestInterviewsFile proves D11: the list as CSV, in which no cell is taken for a formula, for whoever may see it.
func TestInterviewsFile(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.bookedFor(cleo, func(o *booking.Order) { o.CandidateName = "=HYPERLINK(\"evil\")" })
	w.bookedFor(dora, startingAt(tuesday(13, 0), priya))
	file := w.as(t, "recruiter").get(site.InterviewsPath + ".csv?q=cleo").want(200)
	if d := file.Header.Get("Content-Disposition"); d != `attachment; filename="interviews-2031-03-03.csv"` {
		t.Errorf("it is downloaded as %s", d)
	}
	rows := file.csv()
	if len(rows) != 2 {
		t.Fatalf("the file is %q", rows)
	}
	verify.Each(t, "the file", verify.Fields{"rows[1][1]": {rows[1][1], "scheduled"},
		"rows[1][2]": {rows[1][2], "2031-03-04T10:00:00+01:00"}, "rows[1][5]": {rows[1][5], `'=HYPERLINK("evil")`},
		"rows[1][6]": {rows[1][6], cleo}, "rows[1][9]": {rows[1][9], "Jonas Brandt"}})
	own := w.as(t, priya).get(site.InterviewsPath + ".csv").want(200).Body
	if strings.Contains(own, cleo) || !strings.Contains(own, dora) {
		t.Errorf("Priya gets %s", own)
	}
	w.as(t, "recruiter").get(site.InterviewsPath+".csv?from=x").want(400, "is not a date")
}

// TestInterviewPage proves D11: facts, what is and will be sent, the timeline, the history, and the links, with the
// buttons of what the viewer may do (D2).
func TestInterviewPage(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(s *Site) { s.TemporalUI = "https://temporal.example/namespaces/x/workflows" })
	i := w.bookedFor(cleo)
	recruiter := w.as(t, "recruiter")
	page := recruiter.get(site.InterviewPath(i.ID)).want(200, "Cleo", cleo, "Tue 4 Mar 2031, 10:00–11:00 CET", "60 minutes",
		"Turbine Software Engineer", "System design", "Jonas Brandt", "https://meet.marlowe.example/jonas",
		"Confirmation with calendar invitation to cleo@candidate.example.", "to be done", "Look again",
		"The interview starts", "Booked", i.ID, "There are no notes yet")
	hrefs := map[string]bool{}
	for _, a := range page.all("main a") {
		hrefs[attr(a, "href")] = true
	}
	for _, want := range []string{"https://meet.marlowe.example/jonas",
		"https://temporal.example/namespaces/x/workflows/interview%2F" + i.ID, w.site.BaseURL + models.SessionPath +
			secret.SignLink(keyring.LinkSession, w.org.ID+"/"+i.ID, i.AccessEpoch), site.InterviewPath(i.ID, "move"),
		site.InterviewPath(i.ID, "reassign"), site.InterviewPath(i.ID, "cancel"), site.InterviewPath(i.ID, "notes")} {
		if !hrefs[want] {
			t.Errorf("the page does not link to %s but to %v", want, hrefs)
		}
	}
	if !has(page.one("#effects"), "data-busy") {
		t.Error("the page does not say that its script has something to follow")
	}
	own := w.as(t, "interviewer").get(site.InterviewPath(i.ID)).want(200, "Cleo", "Write notes")
	for _, n := range own.all("main a") {
		if href := attr(n, "href"); slices.Contains([]string{site.InterviewPath(i.ID, "move"), site.InterviewPath(i.ID, "cancel"),
			site.InterviewPath(i.ID, "reassign"), site.InterviewPath(i.ID, "artifact")}, href) {
			t.Errorf("Jonas is offered %s, which would be refused (D2)", href)
		}
	}
	w.as(t, priya).get(site.InterviewPath(i.ID)).want(403, "only if it is their own").lacks(cleo)
	w.as(t, "admin").get(site.InterviewPath("int_none")).want(404)

	past, _, err := w.Interviews.Search(ctx, w.org.ID, models.InterviewSearch{Words: []string{"noor"}}, nil, 1)
	w.must(err)
	imported := past[0].ID
	recruiter.get(site.InterviewPath(imported)).want(200, "Imported from Greenhouse", "Completed", "54 minutes",
		"Thinks about the people", "A turbine goes silent", "Nothing is sent to anybody")
	if over := recruiter.get(site.InterviewPath(imported)); len(over.all(".danger")) != 0 ||
		attr(over.one(".seldom a"), "href") != site.InterviewPath(imported, "cancel") {
		t.Error("to cancel a completed interview is not folded away")
	}
}

// confirming is the candidate's letter about a booking.
func confirming(email string) effect.Effect {
	return effect.Effect{Target: effect.Recipient{Role: effect.RoleCandidate, Email: email}.Target(),
		Kind: effect.LetterConfirmation, Role: effect.RoleCandidate, Email: email, Invitation: true}
}

// intended begins an attempt at an effect, as a worker does.
func (w *world) intended(e effect.Entry, revision int64) {
	w.t.Helper()
	outcome, _, err := w.Effects.Intend(ctx, e, revision, time.Minute)
	w.must(err)
	equal(w.t, "the intent", outcome, effects.IntentWritten)
}

// settled ends an attempt at an effect.
func (w *world) settled(e effect.Entry, state, code string, permanent bool) {
	w.t.Helper()
	e.State, e.Code, e.Permanent = state, code, permanent
	w.must1(w.Effects.Settle(ctx, e, effects.MadeLink{}))
}

// TestTroubles proves that every sort of failure has words and a mending (D11).
func TestTroubles(t *testing.T) {
	t.Parallel()
	event := effect.EventTarget(jonas)
	for _, c := range []struct{ target, code, what, mend, path string }{
		{"mail:candidate:" + cleo, "smtp_550", "does not accept letters to Cleo", "Check the address", ""},
		{"mail:candidate:" + cleo, "mail_returned", "to Cleo came back", "Check the address", ""},
		{"mail:candidate:" + cleo, "smtp_connect", "does not take the letter now", "tell Cleo yourself", ""},
		{"mail:candidate:" + cleo, "smtp_no_tls", "refuses our access", "mail settings", ""},
		{"mail:candidate:" + cleo, "smtp_unconfirmed", "did not confirm it", "may have arrived", ""},
		{event, "caldav_401", "refuses our access", "Connect the calendar again", "/calendar"},
		{event, "caldav_403", "cannot be written to", "that may be changed", "/calendar"},
		{event, "caldav_timeout", "does not answer", "has to be reachable", "/calendar"},
		{event, "calendar_link_pending", "has not made its meeting link", "with a meeting link", ""},
		{effect.TargetMeeting, "zoom_401", "provider refuses our access", "renew its credentials", ""},
		{effect.TargetMeeting, "zoom_400", "refuses this meeting", "with a meeting link", ""},
		{effect.TargetMeeting, "zoom_timeout", "does not answer", "with a meeting link", ""},
		{effect.TargetNotetaker, "notetaker_422", "refuses this meeting", "takes place all the same", ""},
	} {
		got := site.TroubleOf(c.target, c.code, "Cleo", "/calendar", false)
		if !strings.Contains(got.Problem, c.what) || !strings.Contains(got.Mend, c.mend) || got.Path != c.path ||
			(got.Path == "") != (got.Button == "") {
			t.Errorf("%s on %s: %+v", c.code, c.target, got)
		}
		if again := site.TroubleOf(c.target, c.code, "Cleo", "/calendar", true); !strings.HasPrefix(again.Mend,
			"It is tried again by itself. ") {
			t.Errorf("%s on %s, tried again: %+v", c.code, c.target, again)
		}
	}
}

// TestInterviewQueries proves that the page of an interview takes as many queries whatever happened to it (D11).
func TestInterviewQueries(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	i := w.bookedFor(cleo)
	admin := w.as(t, "admin")
	few := w.counted(func() { admin.get(site.InterviewPath(i.ID)).want(200) })
	for _, email := range []string{priya, tomas, jonas, priya} {
		w.must2(w.Bookings.Reassign(ctx, act.By{}, w.org.ID, i.ID, email))
		row := w.interview(i.ID)
		for _, e := range effect.Owed(row.Interview, cleo, nil, w.Policy(), noon) {
			w.intended(effect.EntryOf(row.Interview, e), row.Revision)
			w.settled(effect.EntryOf(row.Interview, e), effect.Done, "", false)
		}
	}
	equal(t, "statements after four changes, and after the booking",
		w.counted(func() { admin.get(site.InterviewPath(i.ID)).want(200, "done") }), few)
}
