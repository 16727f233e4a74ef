package dashboard

import (
	"testing"

	"litmus/dashboard/internal/site"
	"litmus/models"
)

// TestRefillOnPages: where the organization has seats refilled by itself, whoever asks for a replacement reads who gets
// which letter, and that somebody else has the seat; recruiters see it as done. If nobody is free the request stays,
// with other times at which somebody would be (P11).
func TestRefillOnPages(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.exec("update organizations set refill_hours = 3")
	i := w.bookedFor(cleo, startingAt(tuesday(13, 0), jonas)) // Priya offers it, too
	own, recruiter, path := w.as(t, "interviewer"), w.as(t, "recruiter"), site.InterviewPath(i.ID, "replacement")
	ask := own.get(path).want(200, "Somebody else who is free has the seat at once.", "Briefing with calendar invitation to "+
		priya).fields("form#ask")
	own.follow(own.post(path, having(ask, "why", "I am ill.")...)).want(200, "Somebody else has the seat now.")
	equal(t, "the interviewer", w.interview(i.ID).InterviewerEmail, priya)
	recruiter.get(models.DashboardPath).want(200, "Refilled by itself", "Jonas Brandt could not interview",
		"Priya Raman has the seat").lacks("Replacements asked for")
	recruiter.get(site.InterviewPath(i.ID)).want(200, "Somebody else has the seat")

	w.as(t, priya).follow(w.as(t, priya).post(path, w.as(t, priya).get(path).fields("form#ask")...)).
		want(200, "A replacement is asked for.")
	recruiter.get(models.DashboardPath).want(200, "Replacements asked for", "There would be somebody on")
	recruiter.get(site.InterviewPath(i.ID)).want(200, "Nobody else was free.")
}
