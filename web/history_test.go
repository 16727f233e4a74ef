package web_test

import (
	"net/http"
	"testing"
	"time"

	"litmus/models"
)

// TestHistoryOfCandidates: what a candidate does by a link names them, and looking changes nothing (D4).
func TestHistoryOfCandidates(t *testing.T) {
	t.Parallel()
	f := open(t)
	by := func(subject models.Subject, id string, what models.ChangeKind, candidate string) {
		t.Helper()
		page, _, err := f.Audit.History(ctx, f.org.ID, subject, id, nil, 10)
		f.must(err)
		if len(page) == 0 || page[0].Kind != what || page[0].Actor.Kind != models.ActorCandidate ||
			page[0].Actor.ID != candidate {
			t.Errorf("the history is %+v, want %s by %s at its head", page, what, candidate)
		}
	}
	picker, path := f.invite(cleo, "design")
	before := f.rows()
	f.get(path).want(http.StatusOK)
	f.unchanged(before, "looking at the page")
	f.post(path, "start", wire(on(6, 9, 0)), "zone", "Europe/Berlin").want(http.StatusSeeOther)
	p, err := f.Bookings.Picking(ctx, candidateOf(path), noon, noon)
	f.must(err)
	by(models.SubjectInterview, p.Interview.ID, models.ChangeBooked, picker.ID)

	taker, path := f.invite("taker@candidate.example", "takehome")
	f.at(noon.Add(time.Second))
	f.post(path + "/start").want(http.StatusSeeOther)
	by(models.SubjectCandidate, taker.ID, models.ChangeStarted, taker.ID)
	f.at(noon.Add(2 * time.Second))
	f.post(path+"/submit", "text", "my answer").want(http.StatusSeeOther)
	by(models.SubjectCandidate, taker.ID, models.ChangeSubmitted, taker.ID)

	i, path := f.external("external@candidate.example")
	b := f.browser()
	b.post(path, b.get(path).fields("start")...).want(http.StatusSeeOther)
	by(models.SubjectInterview, i.ID, models.ChangeLinkUsed, i.CandidateID)
}
