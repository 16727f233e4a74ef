package dashboard

import (
	"testing"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/candidacy"
)

// TestAccommodation proves that recruiters and admins read what a candidate needs on the candidate's page and the
// interview's, and settle it once they have read it; that the first page says who asked, and not what for; and that an
// interviewer learns nothing of it.
func TestAccommodation(t *testing.T) {
	t.Parallel()
	const need = "a sign <b>interpreter</b>"
	w := newWorld(t)
	w.at(noon.Add(time.Minute))
	i := w.booked("dana@candidate.example", priya, noon.AddDate(0, 0, 1))
	ref := models.Ref{OrgID: w.org.ID, ID: i.CandidateID}
	home := w.invited("telemetry", "dana@candidate.example") // the same person
	candidate, interview := site.CandidatesPath+"/"+ref.ID, site.InterviewPath(i.ID)
	recruiter := w.as(t, "recruiter")
	recruiter.get(candidate).want(200).lacks("What the candidate needs")
	w.must(w.Candidates.Accommodate(ctx, ref, candidacy.AccommodationOrder{Text: need}))
	recruiter.get(candidate).want(200, need, "Only recruiters and admins")
	recruiter.get(site.CandidatesPath+"/"+home.ID).want(200, need, "For System design interview")
	first := recruiter.get("/dashboard").want(200, "1 candidate to see to, who asked for something", "Open dana")
	first.lacks("interpreter")
	equal(t, "where the first page leads", len(first.all("main a[href="+candidate+"#accommodation]")) > 0, true)
	page := recruiter.get(interview).want(200, need)
	form := page.fields("#accommodation form")

	// An interviewer sees both pages, and none of it.
	p := w.as(t, priya)
	for _, path := range []string{candidate, interview, "/dashboard", "/dashboard/interviews", "/dashboard/week"} {
		p.get(path).want(200).lacks("interpreter", "What the candidate needs", "who asked for something")
	}
	p.post(candidate+"/accommodation", form...).want(403)
	recruiter.post(candidate+"/accommodation", "seen", "x").want(400, "incomplete")
	recruiter.post(candidate+"/accommodation", "seen", "2031-03-01T00:00:00.000Z").want(409, "Read it again first")
	settled := recruiter.post(candidate+"/accommodation", form...)
	equal(t, "it leads back to", settled.Header.Get("Location"), interview)
	recruiter.follow(settled).want(200, "is settled", need, "Settled Mon 3 Mar 2031")
	rows := w.rows()
	recruiter.post(candidate+"/accommodation", form...).want(303)
	w.unchanged(t, rows, "a form that is sent twice")
	recruiter.get("/dashboard").want(200).lacks("asked for something")
	for _, path := range []string{"/dashboard/search?q=interpreter", "/dashboard/candidates", "/dashboard/audit/changes",
		"/dashboard/interviews.csv", "/dashboard/news"} {
		w.as(t, "admin").get(path).want(200).lacks("a sign")
	}
}
