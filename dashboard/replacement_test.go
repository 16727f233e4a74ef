package dashboard

import (
	"strings"
	"testing"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/act"
)

// TestAskForReplacement proves D2 and D11: the interviewer asks with a reason, after the page showed who is told; the
// interview says so until somebody else interviews or it is taken back; asking twice tells nobody twice.
func TestAskForReplacement(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	i := w.bookedFor(cleo, startingAt(tuesday(13, 0), jonas))
	own, recruiter, path := w.as(t, "interviewer"), w.as(t, "recruiter"), site.InterviewPath(i.ID, "replacement")
	if page := own.get(site.InterviewPath(i.ID)); len(page.all("main a[href="+path+"]")) != 1 {
		t.Fatal("nothing leads to the page")
	}
	const told = "Request for a replacement to mei@marlowe.example."
	fields := own.get(path).want(200, "What will be sent", told).fields("form#ask")
	w.as(t, priya)
	before := w.rows()
	own.post(path, having(fields, "why", strings.Repeat("x", models.MaxReasonRunes+1))...).
		want(400, "at most 500 are allowed", "xxxx")
	w.as(t, priya).get(path).want(403, "only if it is their own")
	w.as(t, priya).post(path, fields...).want(403)
	w.unchanged(t, before, "a refused request")

	ask := having(fields, "why", "I am ill <b>.")
	own.follow(own.post(path, ask...)).want(200, "A replacement is asked for.", "Jonas Brandt asked for a",
		"I am ill <b>.", told, "to be done", "Replacement asked for: a reason was given")
	revision := w.interview(i.ID).Revision
	own.follow(own.post(path, ask...)).want(200, "A replacement was asked for already.") // a double click
	own.get(path).leadsTo(site.InterviewPath(i.ID))
	page := recruiter.get(site.InterviewPath(i.ID)).want(200, "Jonas Brandt asked for a replacement",
		"I am ill <b>.", "Change interviewer")
	if len(page.all("main a[href="+path+"]")) > 0 || w.interview(i.ID).Revision != revision {
		t.Error("it can be asked for twice")
	}
	w.as(t, priya).post(path + "/withdraw").want(403)
	back := page.fields("#replacement form")
	own.follow(own.post(path+"/withdraw", back...)).want(200, "The request is taken back.").
		lacks("asked for a replacement,")
	own.follow(own.post(path+"/withdraw", back...)).want(200, "Nobody asks for a replacement any more.")

	own.follow(own.post(path, own.get(path).fields("form#ask")...)).want(200, "Jonas Brandt asked for a")
	w.must2(w.Bookings.Reassign(ctx, act.By{}, w.org.ID, i.ID, priya))
	recruiter.get(site.InterviewPath(i.ID)).want(200, "Priya Raman").lacks("asked for a replacement,")
	w.as(t, priya).get(path).want(200, told)
	w.at(tuesday(13, 0))      // it begins
	delete(w.browsers, priya) // her session has ended
	w.as(t, priya).get(path).want(409, "that has not begun", "Back to the interview")
	if page := w.as(t, priya).get(site.InterviewPath(i.ID)); len(page.all("main a[href="+path+"]")) > 0 {
		t.Error("there is a button that would be refused (D2)")
	}
}

// TestReplacementIsTakenBackAsShown proves that a form that showed an older request takes no newer one back.
func TestReplacementIsTakenBackAsShown(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	i := w.bookedFor(cleo, startingAt(tuesday(13, 0), jonas))
	own, recruiter, path := w.as(t, "interviewer"), w.as(t, "recruiter"), site.InterviewPath(i.ID, "replacement")
	ask := func(why string) {
		own.follow(own.post(path, having(own.get(path).fields("form#ask"), "why", why)...)).
			want(200, "A replacement is asked for.")
	}
	ask("I am ill.")
	older := recruiter.get(site.InterviewPath(i.ID)).fields("#replacement form")
	own.post(path+"/withdraw", older...).leadsTo(site.InterviewPath(i.ID))
	ask("I am at a funeral.")
	before := w.rows()
	recruiter.post(path+"/withdraw", older...).
		want(409, "after it was shown to you", "asked for a replacement", "I am at a funeral.")
	recruiter.post(path+"/withdraw").want(409, "after it was shown to you")
	w.unchanged(t, before, "an older form")
	newer := recruiter.get(site.InterviewPath(i.ID)).fields("#replacement form")
	recruiter.follow(recruiter.post(path+"/withdraw", newer...)).want(200, "The request is taken back.")
}

// TestReplacementsSpent proves that beyond the bound the page says so in words, and has no button (D2).
func TestReplacementsSpent(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	i := w.bookedFor(cleo, startingAt(tuesday(13, 0), jonas))
	own, path := w.as(t, "interviewer"), site.InterviewPath(i.ID, "replacement")
	var form []string
	for n := range models.MaxReplacementAsks {
		form = own.get(path).want(200).fields("form#ask")
		page := own.follow(own.post(path, form...)).want(200, "A replacement is asked for.")
		own.follow(own.post(path+"/withdraw", page.fields("#replacement form")...)).
			want(200, "The request is taken back.")
		if n == 0 {
			own.get(site.InterviewPath(i.ID)).lacks("tell a recruiter or an admin yourself")
		}
	}
	page := own.get(site.InterviewPath(i.ID)).want(200, "as often as letters are sent for",
		"tell a recruiter or an admin yourself")
	if len(page.all("main a[href="+path+"]")) > 0 {
		t.Error("there is a button that would be refused (D2)")
	}
	before := w.rows()
	own.get(path).want(409, "asked for and taken back 3 times", "Tell a recruiter or an admin yourself")
	own.post(path, form...).want(409, "asked for and taken back 3 times")
	w.unchanged(t, before, "a request beyond the bound")
	w.as(t, priya).get(site.InterviewPath(i.ID)).want(403).lacks("yourself")
}
