package web_test

import (
	"net/http"
	"strings"
	"testing"

	"litmus/models/act"
	"litmus/models/booking"
)

// TestCancel proves that a candidate knows what they give up, and that the reason that they typed stays on the page
// where it says why they cannot cancel.
func TestCancel(t *testing.T) {
	t.Parallel()
	const path = "/cancel"
	t.Run("moved meanwhile, on the page with the times", func(t *testing.T) {
		t.Parallel()
		f := open(t)
		_, page := f.invite(cleo, "design")
		f.post(page, "start", wire(on(6, 9, 0)), "zone", "UTC").want(http.StatusSeeOther)
		asked := f.get(page+path+"?zone=UTC").want(http.StatusOK, "Cancel your interview?", "09:00–10:00",
			"you can pick another time, until Monday, 17 March 2031", "Change the time instead")
		f.post(page, "start", wire(on(4, 10, 30)), "zone", "UTC", "change", "1").want(http.StatusSeeOther)
		before := f.rows()
		again := f.post(page+path, append([]string{"why", "Exams"}, asked.fields("cancel")...)...).want(http.StatusConflict,
			"moved in the meantime", "10:30–11:30", "Exams")
		f.unchanged(before, "a form from before")
		done := f.post(page+path, again.fields("cancel")...).want(http.StatusSeeOther)
		f.get(done.Header.Get("Location")).want(http.StatusOK, "Your interview is canceled").element("pick")
		f.post(page+path, again.fields("cancel")...).want(http.StatusSeeOther) // sent again
		f.get(page + path).want(http.StatusSeeOther)
		f.get(page).want(http.StatusOK, "Pick a time for your interview")
	})
	t.Run("moved meanwhile, on the page of the interview", func(t *testing.T) {
		t.Parallel()
		f := open(t)
		b := f.book(cleo, on(5, 9, 0))
		f.book("", on(6, 9, 0), func(o *booking.Order) { o.CandidateID, o.Replace = b.Candidate.ID, true })
		f.post(sessionPath(b.Interview)+path, "start", wire(on(5, 9, 0)), "why", "Exams").want(http.StatusGone,
			"This link is out of date", "Exams")
		_, _, err := f.Bookings.Change(ctx, act.By{}, f.org.ID, b.Interview.ID, booking.Cancel)
		f.must(err)
		f.get(sessionPath(b.Interview)+path).want(http.StatusGone, "This interview was canceled").lacks("Acme")
	})
	t.Run("a reason that is too long, a form that is cut, and once it has begun", func(t *testing.T) {
		t.Parallel()
		f := open(t)
		page := sessionPath(f.book(cleo, on(5, 9, 0)).Interview)
		before := f.rows()
		long := strings.Repeat("x", 501)
		r := f.post(page+path, "start", wire(on(5, 9, 0)), "why", long).want(http.StatusBadRequest, "501 characters")
		if !has(r.element("why"), "aria-invalid") || !strings.Contains(r.Body, long) {
			t.Error("what was typed is gone, or not marked")
		}
		f.post(page+path, "why", "Exams").want(http.StatusBadRequest, "could not be read", "Exams")
		f.unchanged(before, "a refused form")
		f.at(on(5, 9, 0))
		f.get(page+path).want(http.StatusOK, "cannot be canceled here", "It has begun")
	})
	t.Run("another candidate's", func(t *testing.T) {
		t.Parallel()
		f := open(t)
		other := f.book(cleo, on(5, 9, 0)).Interview
		_, page := f.invite("pim@c.example", "design")
		before := f.rows()
		f.get(page + path + "?interview=" + other.ID).want(http.StatusNotFound)
		f.post(page+path, "start", wire(other.StartsAt), "interview", other.ID).want(http.StatusNotFound)
		f.unchanged(before, "a form about another's")
	})
	t.Run("what the team canceled", func(t *testing.T) {
		t.Parallel()
		f := open(t)
		i := f.book(cleo, on(5, 9, 0)).Interview
		_, _, err := f.Bookings.Change(ctx, act.By{}, f.org.ID, i.ID, booking.Cancel)
		f.must(err)
		before := f.rows()
		f.post(sessionPath(i)+path, "start", wire(i.StartsAt), "why", "Exams").want(http.StatusSeeOther)
		f.get(sessionPath(i)+path).want(http.StatusOK, "Your interview is canceled").lacks("09:00")
		f.unchanged(before, "a form after that")
	})
}
