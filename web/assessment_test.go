package web_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/candidacy"
	"litmus/models/keyring"
)

// TestAssessment walks through a take-home: title, instructions, time limit; start, save, submit, done. A saved draft
// survives a new browser.
func TestAssessment(t *testing.T) {
	t.Parallel()
	f := open(t)
	c, path := f.invite(cleo, "takehome")
	r := f.get(path).want(http.StatusOK, "Take-home <em>", "Acme & Söhne", "Backend Engineer", "3 hours",
		"Instructions", "Build", "service", "Start the assessment").lacks("alert(1)", "Your answer", cleo)
	if strings.Contains(r.Body, "<em>") || !strings.Contains(r.Body, "<strong>service</strong>") ||
		attr(r.element("begin"), "href") != path+"/start" || !has(r.all("html")[0], "data-detect") {
		t.Errorf("the page is\n%s", r.Body)
	}

	f.get(path).want(http.StatusOK, "Open until", "Monday, 17 March 2031, 13:00 (Berlin time, UTC+1)")
	b := f.browser()
	r = b.follow(b.post(path+"/start")).want(http.StatusOK, "You have started", "Started", "Monday, 3 March 2031, "+
		"13:00 (Berlin time, UTC+1)", "The time limit ends in 3 hours, on Monday, 3 March 2031, 16:00 (Berlin time, "+
		"UTC+1).", "Once the time limit has passed you can still hand in", "Build", "Your answer", "Links",
		"Save draft", "Check and hand in").lacks("Open until") // what was started stays open
	equal(t, "cookies of the page", len(b.cookies), 0)
	f.woken("invitation/" + c.ID)
	if attr(r.element("answer"), "action") != path+"/hand-in" || attr(r.element("save"), "formaction") != path+
		"/draft" || has(r.element("text"), "maxlength") {
		t.Error("the form goes elsewhere")
	}

	f.at(noon.Add(time.Hour))
	const text, links = "\n  <b>Bold</b> & \"quoted\"\r\nsecond line",
		"https://git.example/a?b=c&d=<e>\r\n\r\nhttp://docs.example/"
	saved := b.post(path+"/draft?zone=Asia/Tokyo", "text", text, "links", links).want(http.StatusSeeOther)
	if to := saved.Header.Get("Location"); to != path+"?said=saved&zone=Asia%2FTokyo" {
		t.Errorf("after saving it goes on at %q", to)
	}
	r = b.follow(saved).want(http.StatusOK, "Your draft is saved.", "Draft last saved: Monday, 3 March 2031, 22:00 "+
		"(Tokyo time, UTC+9).")
	if m := r.element("message"); attr(m, "role") != "status" || !has(m, "autofocus") {
		t.Errorf("the message is %v", m.Attr)
	}
	if got := content(r.element("text")); got != "  <b>Bold</b> & \"quoted\"\nsecond line" {
		t.Errorf("the answer came back as %q", got)
	}
	if got := content(r.element("links")); got != "https://git.example/a?b=c&d=<e>\nhttp://docs.example/" {
		t.Errorf("the links came back as %q", got)
	}
	equal(t, "where the form goes", attr(r.element("answer"), "action"), path+"/hand-in?zone=Asia%2FTokyo")

	f.at(noon.Add(4 * time.Hour)) // late, and accepted nevertheless
	f.get(path).want(http.StatusOK, "The time limit has passed. You can still hand in", "Time limit ends",
		"Monday, 3 March 2031, 16:00 (Berlin time, UTC+1)").lacks("The time limit ends")
	r = b.follow(b.post(path+"/submit", "text", text, "links", links)).want(http.StatusOK,
		"You have handed in your answer", "Handed in", "Monday, 3 March 2031, 17:00 (Berlin time, UTC+1)",
		"<b>Bold</b> & \"quoted\"", "second line", "http://docs.example/").lacks("Hand in", "Instructions")
	if strings.Contains(r.Body, "<b>Bold") {
		t.Error("the answer is markup")
	}
	a, err := f.Candidates.Assessed(ctx, candidateOf(path))
	f.must(err)
	if a.Candidate.State != models.CandidateSubmitted || a.SubmissionID == "" {
		t.Errorf("handed in: %+v", a)
	}
}

// TestAnswersRefused proves that an answer which cannot be accepted is refused in words beside the field, and that
// nothing that was typed is lost.
func TestAnswersRefused(t *testing.T) {
	t.Parallel()
	f := open(t)
	path := f.started(cleo)
	before := f.rows()
	const script = "</textarea><script>alert(1)</script>"
	for _, c := range []struct{ about, text, links, field, says string }{
		{"too long", strings.Repeat("x", candidacy.MaxAnswerRunes+1), "https://a.example", "text",
			"Your answer has 100,001 characters; at most 100,000 are possible."},
		{"no address", script, "\nhttps://a.example\n\n ftp://b.example \n", "links", "Link 2 is not a web address."},
		{"too many links", script, strings.Repeat("https://a.example\n", 21), "links",
			"At most 20 links are possible."},
	} {
		for _, action := range []string{"/draft", "/submit"} {
			r := f.post(path+action, "text", c.text, "links", c.links).want(http.StatusBadRequest, c.says,
				"Take-home <em>", "Build")
			m, field := r.element("message"), r.element(c.field)
			verify.Each(t, c.about+": the message", verify.Fields{"role": {attr(m, "role"), "alert"},
				`has(m, "autofocus")`: {has(m, "autofocus"), true},
				"aria-invalid":        {attr(field, "aria-invalid"), "true"},
				`content( r.element(c.field + "-problem"))`: {content(r.element(c.field + "-problem")), content(m)},
				"aria-describedby": {attr(field,
					"aria-describedby"), verify.Says{c.field + "-problem"}},
				`content(r.all("title")[0]) begins`: {content(r.all("title")[0]),
					verify.Begins("Please check: ")}})
			if content(r.element("text")) != c.text ||
				strings.TrimLeft(content(r.element("links")), "\n") != strings.TrimLeft(c.links, "\n") {
				t.Errorf("%s: what was typed came back as %.200q and %.200q",
					c.about, content(r.element("text")), content(r.element("links")))
			}
			if strings.Contains(r.Body, script) || has(r.all("html")[0], "data-detect") {
				t.Errorf("%s: the page is\n%.2000s", c.about, r.Body)
			}
		}
	}
	f.post(path+"/submit", "text", "", "links", "").want(http.StatusBadRequest, "There is nothing to hand in yet").
		element("text-problem")
	f.unchanged(before, "a refused form")
	f.post(path+"/draft", "text", "", "links", "").want(http.StatusSeeOther) // an empty draft may be saved
}

// TestSentTwice proves that a double click has the effect of one click, and that what comes too late is not lost.
func TestSentTwice(t *testing.T) {
	t.Parallel()
	t.Run("at once", func(t *testing.T) {
		t.Parallel()
		f := open(t)
		_, path := f.invite(cleo, "takehome")
		for _, action := range []string{"/start", "/submit"} {
			var sent sync.WaitGroup
			replies := make([]*reply, 6)
			for n := range replies {
				sent.Go(func() { replies[n] = f.post(path+action, "text", "my answer", "links", "") })
			}
			sent.Wait()
			for _, r := range replies {
				if r.Status != http.StatusSeeOther || r.Header.Get("Location") != path {
					t.Errorf("%s: status %d to %s", action, r.Status, r.Header.Get("Location"))
				}
			}
		}
		equal(t, "submissions", strings.Count(strings.Join(f.rows(), "\n"), "\nsubmissions "), 1)
	})
	t.Run("before the start", func(t *testing.T) {
		t.Parallel()
		f := open(t)
		_, path := f.invite(cleo, "takehome")
		before := f.rows()
		for _, action := range []string{"/submit", "/draft"} {
			r := f.post(path+action, "text", "too early").want(http.StatusConflict, "Your draft was not saved",
				"Start the assessment")
			equal(t, action+": what was typed", content(r.element("typed")), "too early")
		}
		f.unchanged(before, "it")
	})
}

// TestSavesByItself proves that the page's script is told when a draft was saved, by the rules of the form.
func TestSavesByItself(t *testing.T) {
	t.Parallel()
	f := open(t)
	c, path := f.invite(cleo, "takehome")
	f.post(path + "/start").want(http.StatusSeeOther)
	b := f.browser()
	f.at(noon.Add(time.Hour))
	save := func(body string) *reply {
		return b.do("POST", path+"/draft?zone=Asia/Tokyo", body, "Accept", "application/json")
	}
	r := save(form("saved_at", "", "text", "by itself"))
	want := `{"said":"Draft last saved: Monday, 3 March 2031, 22:00 (Tokyo time, UTC+9).",` +
		`"saved_at":"2031-03-03T13:00:00.000Z"}`
	if r.Status != http.StatusOK || r.Header.Get("Content-Type") != "application/json" || r.Body != want {
		t.Errorf("a draft is answered %d, %v:\n%s\nwant\n%s", r.Status, r.Header, r.Body, want)
	}
	equal(t, "whose drafts the page keeps", attr(f.get(path).all("html")[0], "data-drafts"), "invitation/"+c.ID)
	save(form("saved_at", "", "text", "of another tab")).want(http.StatusConflict, "You saved a newer draft")
	save(form("links", "nowhere")).want(http.StatusBadRequest, "Link 1 is not a web address.")
	f.post(path+"/submit", "text", "final").want(http.StatusSeeOther)
	equal(t, "whose drafts the browser forgets",
		attr(f.get(path).all("html")[0], "data-drafts-end"), "invitation/"+c.ID)
}

// TestStaleTab proves that a tab which does not know the newest draft neither overwrites it nor submits an older one.
func TestStaleTab(t *testing.T) {
	t.Parallel()
	f := open(t)
	path := f.started(cleo)
	seen := func(r *reply) string {
		t.Helper()
		fields := r.fields("answer")
		if len(fields) < 2 || fields[0] != "saved_at" {
			t.Fatalf("the form's fields are %q", fields)
		}
		return fields[1]
	}
	old := seen(f.get(path)) // before the first draft
	f.post(path+"/draft", "saved_at", old, "text", "first").want(http.StatusSeeOther)
	f.post(path+"/draft", "saved_at", old, "text", "first").want(http.StatusSeeOther) // a double click
	first := seen(f.get(path))
	f.at(noon.Add(time.Hour))
	f.post(path+"/draft", "saved_at", first, "text", "newer <b>", "links",
		"https://a.example").want(http.StatusSeeOther)
	before := f.rows()
	for _, known := range []string{old, first, "nonsense"} {
		for _, action := range []string{"/draft", "/submit"} {
			r := f.post(path+action, "saved_at", known, "text", "older", "links", "https://b.example").
				want(http.StatusConflict, "You saved a newer draft", "Draft last saved: Monday, 3 March 2031, 14:00")
			if content(r.element("typed")) != "older\n\nhttps://b.example" ||
				content(r.element("text")) != "newer <b>" || content(r.element("links")) != "https://a.example" ||
				seen(r) != seen(f.get(path)) {
				t.Errorf("%s from a tab that knows of %q shows\n%s", action, known, r.text())
			}
			// A form that is shown again knows no more than it did before.
			r = f.post(path+action, "saved_at", known, "text", "older", "links", "none").want(http.StatusBadRequest,
				"Link 1 is not a web address")
			f.post(path+action, append(r.fields("answer"), "text", "older")...).want(http.StatusConflict,
				"You saved a newer draft")
		}
	}
	f.unchanged(before, "a tab from before")
	f.post(path+"/draft", "text", "by a script").want(http.StatusSeeOther) // without the time of the draft it knows
	f.post(path+"/submit", "saved_at", seen(f.get(path)), "text", "final").want(http.StatusSeeOther)
	f.post(path+"/draft", "saved_at", old, "text", "late").want(http.StatusConflict, "You handed in your answer before")
}

func TestAssessmentClosed(t *testing.T) {
	t.Parallel()
	t.Run("expired", func(t *testing.T) {
		t.Parallel()
		f := open(t)
		_, path := f.invite(cleo, "takehome")
		started := f.started("started@c.example")
		f.at(noon.Add(14 * 24 * time.Hour))
		f.get(path).want(http.StatusGone, "This invitation has expired", "Reply to the email")
		f.post(path+"/start").want(http.StatusGone, "This invitation has expired")
		f.post(path+"/submit", "text", "late").want(http.StatusConflict, "This invitation has expired", "late")
		f.get(started).want(http.StatusOK, "You have started") // started in time, so it goes on
	})
	t.Run("withdrawn", func(t *testing.T) {
		t.Parallel()
		f := open(t)
		path := f.started(cleo)
		f.exec("update candidates set state = 'withdrawn'")
		f.get(path).want(http.StatusGone, "This assessment is closed")
		r := f.post(path+"/draft", "text", "mine").want(http.StatusConflict, "This assessment is closed",
			"Your draft was not saved")
		equal(t, "what was typed", content(r.element("typed")), "mine")
	})
}

// TestLiveAssessment proves that the letter of a booking that created the candidate links here, and the page of
// a live assessment shows the interview.
func TestLiveAssessment(t *testing.T) {
	t.Parallel()
	f := open(t)
	b := f.book(cleo, on(5, 9, 0))
	path := assessmentPath(b.Candidate)
	r := f.get(path).want(http.StatusOK, "Your interview with Acme & Söhne", "Wednesday, 5 March 2031, 10:00–11:00",
		"Grace <b>Hopper</b>", "How to prepare", "We draw", "together")
	if r.find("start") != nil || r.find("calendar") != nil {
		t.Error("there is something to start")
	}
	before := f.rows()
	f.post(path+"/start").want(http.StatusConflict, "Your interview with")
	f.post(path+"/submit", "text", "x").want(http.StatusConflict)
	f.unchanged(before, "it")
	c, schedule := f.invite("picker@c.example", "design")
	r = f.get(assessmentPath(c)).want(http.StatusOK, "Design interview", "Pick a time", "How to prepare")
	equal(t, "where it leads", attr(r.element("pick"), "href"), schedule)
}

// TestElsewhere: while an external session waits for its link to be used, the candidate's own pages still say how to
// prepare, and show what they said that they need.
func TestElsewhere(t *testing.T) {
	t.Parallel()
	f := open(t)
	i, _ := f.external(cleo)
	c, err := f.Candidates.Candidate(ctx, models.Ref{OrgID: i.OrgID, ID: i.CandidateID})
	f.must(err)
	path := assessmentPath(c)
	r := f.get(path).want(http.StatusOK, "How to prepare", "We draw", "a link of its own").lacks("No interview is booked")
	f.browser().follow(f.post(path+"/accommodation", append(r.fields("accommodation-form"), "text", "A ramp")...)).
		want(http.StatusOK, "has what you need", "A ramp")
	schedule := models.SchedulePath + secret.SignLink(keyring.LinkSchedule, c.OrgID+"/"+c.ID, c.AccessEpoch)
	r = f.get(schedule).want(http.StatusOK, "takes place another way", "A ramp")
	form := r.fields("accommodation-form")
	f.post(schedule+"/accommodation", append(form, "text", strings.Repeat("x", 2001))...).want(http.StatusBadRequest,
		"takes place another way", "2,001 characters").lacks("could not be read")
	f.browser().follow(f.post(schedule+"/accommodation", append(form, "text", "Captions")...)).want(http.StatusOK,
		"has what you need", "Captions")
}

// TestWoken proves that a change wakes the right workflow and no other.
func TestWoken(t *testing.T) {
	t.Parallel()
	f := open(t)
	home, path := f.invite(cleo, "takehome")
	_, schedule := f.invite("picker@c.example", "design")
	session, external := f.external("external@c.example")
	b := f.browser()
	for range 2 {
		b.post(path + "/start").want(http.StatusSeeOther)
		b.post(schedule, "start", wire(on(4, 9, 0)), "zone", "UTC").want(http.StatusSeeOther)
		b.post(external).want(http.StatusSeeOther)
	}
	p, err := f.Bookings.Picking(ctx, candidateOf(schedule), noon, noon)
	f.must(err)
	f.woken("invitation/" + home.ID) // two waiting wake-ups of one workflow would be sent as one
	b.post(path+"/draft", "text", "mine").want(http.StatusSeeOther)
	f.wokenOnce("invitation/"+home.ID, "interview/"+p.Interview.ID, "interview/"+session.ID)
	f.signals.mu.Lock()
	f.signals.ids = nil
	f.signals.mu.Unlock()
	for range 2 {
		b.post(path+"/submit", "text", "mine").want(http.StatusSeeOther)
	}
	f.woken("invitation/" + home.ID)
}
