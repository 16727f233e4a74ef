package dashboard

import (
	"strings"
	"testing"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/booking"
	"litmus/models/timetable"
)

// TestProposal proves that proposed times reach the first page, the board's turn and the candidate's page; that a time
// of them leads to what moving to it would send; that the grid marks them; and that they are declined once.
func TestProposal(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.at(noon.Add(time.Minute))
	i := w.booked("dana@candidate.example", priya, noon.AddDate(0, 0, 1))
	ref := models.Ref{OrgID: w.org.ID, ID: i.CandidateID}
	w.paint(w.turbine(), noon.AddDate(0, 0, 2), priya)
	p := booking.Proposal{Zone: "Asia/Kathmandu", Note: "after <b>work</b>", Times: []timetable.Range{
		{From: noon.AddDate(0, 0, 2), To: noon.AddDate(0, 0, 2).Add(2 * time.Hour)}}}
	w.must(w.Candidates.Propose(ctx, ref, p, false))
	candidate, recruiter := site.CandidatesPath+"/"+ref.ID, w.as(t, "recruiter")
	recruiter.get("/dashboard").want(200, "1 candidate to answer, who proposed times", "Answer dana")
	recruiter.get("/dashboard/candidates?turn=team").want(200, "dana@candidate.example")
	page := recruiter.get(candidate).want(200, "proposed times", "Wed 5 Mar 2031, 13:00–15:00 CET", "17:45",
		"after <b>work</b>")
	w.as(t, priya).get(candidate).want(200).lacks("Proposed times", "after <b>")
	var fits string
	for _, a := range page.all("#proposal a") {
		if strings.Contains(attr(a, "href"), "at=2031-03-05T12") {
			fits = attr(a, "href")
		}
	}
	moves := recruiter.get(fits).want(200, "Move the interview?", "Priya Raman", "The candidate proposes")
	equal(t, "marked half hours", strings.Count(moves.Body, `title="The candidate proposes this time"`), 3)
	equal(t, "the same in words", strings.Contains(moves.Body, ", proposed by the candidate"), true)
	form := page.fields("#proposal form")
	w.as(t, priya).post(candidate+"/proposal/decline", form...).want(403)
	recruiter.post(candidate+"/proposal/decline", "seen", "2031-03-01T00:00:00.000Z").want(409, "other times by now")
	recruiter.follow(recruiter.post(candidate+"/proposal/decline", form...)).want(200, "proposal is declined",
		"Proposal declined").lacks("They could come")
	rows := w.rows()
	recruiter.post(candidate+"/proposal/decline", form...).want(303)
	w.unchanged(t, rows, "a form that is sent twice")
	recruiter.get("/dashboard").want(200).lacks("who proposed times")
}
