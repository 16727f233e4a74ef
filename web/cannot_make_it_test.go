package web_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
)

// answerPath is the path of the page of somebody who interviews, as their letters link to it.
func (f *fixture) answerPath(i models.Interview, email string) string {
	return secret.AnswerPath(i.OrgID, i.ID, f.Availability.PersonID(i.OrgID, email), i.StartsAt)
}

// answers are what the people of the interview answered.
func (f *fixture) answers(i models.Interview) []models.Answer {
	f.t.Helper()
	row, err := f.Interviews.Interview(ctx, i.OrgID, i.ID)
	f.must(err)
	return row.Answers
}

// TestCannotMakeIt proves P10: the link of one's own letter asks, a form says it, and each page after says why there is
// nothing to be said any more.
func TestCannotMakeIt(t *testing.T) {
	t.Parallel()
	named := func(o *booking.Order) { o.Panel = []string{grace, alan} }
	t.Run("said", func(t *testing.T) {
		t.Parallel()
		f := open(t)
		i := f.book(cleo, on(5, 9, 0), named).Interview
		page := f.answerPath(i, alan)
		if strings.Contains(page, "alan") || strings.Contains(page, grace) {
			t.Errorf("the address names somebody: %s", page)
		}
		before := f.rows()
		f.get(page).want(http.StatusOK, "Can you not make it?", "Acme", "Cleo", "Backend Engineer", "Design")
		f.get(page) // a scanner of mail
		f.post(page, "why", strings.Repeat("x", 501)).want(http.StatusBadRequest, "more than 500 characters")
		f.unchanged(before, "a look, and a form that is refused")
		f.post(page, "why", "I am ill.").want(http.StatusSeeOther)
		f.get(page).want(http.StatusOK, "The hiring team knows").lacks("Cleo")
		got := f.answers(i)
		if len(got) != 1 || got[0].Email != alan || got[0].Response != models.Declined ||
			got[0].By != models.AnsweredByLink {
			t.Errorf("he answered %+v", got)
		}
		before = f.rows()
		f.post(page, "why", "I am ill.").want(http.StatusSeeOther) // sent again
		f.unchanged(before, "a form that was sent twice")
		f.get(f.answerPath(i, grace)).want(http.StatusOK, "Can you not make it?")
		row, err := f.Interviews.Interview(ctx, i.OrgID, i.ID)
		f.must(err)
		if r := row.ReplacementsAskedAt(f.Now()); len(r) != 1 || r[0].Interviewer != alan ||
			r[0].Reason != "I am ill." {
			t.Errorf("it asks for %+v", r)
		}
	})
	for about, c := range map[string]struct {
		says   string
		change func(*fixture, models.Interview)
	}{
		"canceled": {"was canceled", func(f *fixture, i models.Interview) {
			_, _, err := f.Bookings.Change(ctx, act.By{}, f.org.ID, i.ID, booking.Cancel)
			f.must(err)
		}},
		"moved": {"was moved", func(f *fixture, i models.Interview) {
			f.book("", on(6, 9, 0), named, func(o *booking.Order) { o.CandidateID, o.Replace = i.CandidateID, true })
		}},
		"given to another": {"not in this interview any more", func(f *fixture, i models.Interview) {
			f.book("", on(5, 9, 0), func(o *booking.Order) { o.CandidateID, o.Replace = i.CandidateID, true })
		}},
		"begun": {"too late", func(f *fixture, i models.Interview) { f.at(i.StartsAt) }},
	} {
		t.Run(about, func(t *testing.T) {
			t.Parallel()
			f := open(t)
			i := f.book(cleo, on(5, 9, 0), named).Interview
			page := f.answerPath(i, alan)
			f.at(noon.Add(time.Minute))
			c.change(f, i)
			before := f.rows()
			f.get(page).want(http.StatusGone, c.says).lacks("Cleo")
			f.post(page, "why", "ill").want(http.StatusSeeOther)
			f.unchanged(before, "a form of a dead link")
		})
	}
	t.Run("another link", func(t *testing.T) {
		t.Parallel()
		f := open(t)
		i := f.book(cleo, on(5, 9, 0), named).Interview
		before := f.rows()
		page := f.answerPath(i, alan)
		f.get(page[:len(page)-2] + "AA").want(http.StatusNotFound)
		f.get(strings.Replace(sessionPath(i), models.SessionPath, models.AnswerPath, 1)).want(http.StatusNotFound)
		f.post(f.answerPath(i, "eve@c.example")).want(http.StatusSeeOther)
		f.get(f.answerPath(i, "eve@c.example")).want(http.StatusGone, "not in this interview any more")
		f.get(strings.Replace(page, models.AnswerPath, models.SessionPath, 1)).want(http.StatusNotFound)
		f.unchanged(before, "a link that is not theirs")
	})
}
