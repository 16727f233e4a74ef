package dashboard

import (
	"strings"
	"testing"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/booking"
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
	own.post(path, having(fields, "why", strings.Repeat("x", models.MaxReasonRunes+1))...).
		want(400, "at most 500 are allowed", "xxxx")
	w.as(t, priya).get(path).want(403, "only if it is their own")
	w.as(t, priya).post(path, fields...).want(403)

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
	w.later(t, "interviewer", tuesday(13, 0)).get(path).want(409, "that has not begun", "Back to the interview")
}

// TestAskForReplacement_panel proves P10: everybody of a panel asks in their own place, and nobody takes back what
// somebody else of it asked for; recruiters find both on the first page. Its page says what each answered.
func TestAskForReplacement_panel(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	i := w.bookedFor(cleo, startingAt(tuesday(13, 0), priya),
		func(o *booking.Order) { o.Panel = []string{priya, jonas} })
	at, path := site.InterviewPath(i.ID), site.InterviewPath(i.ID, "replacement")
	leads, other, recruiter := w.as(t, priya), w.as(t, jonas), w.as(t, "recruiter")
	ask := func(b *browser, why string) {
		t.Helper()
		fields := b.get(path).want(200, "What will be sent").fields("form#ask")
		b.follow(b.post(path, having(fields, "why", why)...)).want(200, "A replacement is asked for.")
	}
	ask(other, "I am ill.")
	back := recruiter.get(at).want(200, "Jonas Brandt asked for a replacement").fields("#replacement form")
	leads.post(path+"/withdraw", back...).want(403, "only if it is their own")
	ask(leads, "I am away.")
	seat := site.InterviewPath(i.ID, "panel") + "?seat=1"
	recruiter.get(models.DashboardPath).want(200, "I am ill.", "I am away.", "Jonas Brandt", "Priya").one(`a[href="` + seat + `"]`)
	recruiter.get(at).one(`#main .notice a[href="` + seat + `"]`)
	other.get(at).lacks("Choose somebody else")
	back = recruiter.get(at).fields("#replacement form") // the lead's stands first
	recruiter.follow(recruiter.post(path+"/withdraw", back...)).want(200, "The request is taken back.")
	if left := w.interview(i.ID).ReplacementsAskedAt(w.Now()); len(left) != 1 || left[0].Interviewer != jonas {
		t.Errorf("left is %+v", left)
	}
	w.must2(w.Bookings.Answer(ctx, w.org.ID, i.ID, booking.Given{Email: priya, Start: i.StartsAt,
		Response: models.Accepted, By: models.AnsweredByMail}))
	recruiter.get(at).want(200, "accepted by mail, ", "Answered accepted: by mail")
}
