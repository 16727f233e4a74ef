package dashboard

import (
	"strings"
	"testing"

	"litmus/dashboard/internal/site"
	"litmus/models"
)

// TestNoShow proves D2 and D11: from its start on, the interviewer of an interview or a recruiter marks who did not
// come; the list shows it, and it can be taken back. Nothing is sent, and no workflow has anything to do.
func TestNoShow(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	i := w.bookedFor(cleo, startingAt(tuesday(13, 0), jonas))
	page, path := site.InterviewPath(i.ID), site.InterviewPath(i.ID, "no-show")
	noShows := site.InterviewsPath + "?view=no_shows"
	w.as(t, "interviewer").get(page).want(200).lacks("Did somebody not come?")
	w.as(t, "interviewer").post(path, "who", models.NoShowCandidate).want(409, "has not begun yet")

	w.at(tuesday(13, 10))
	own, recruiter := w.later(t, "interviewer", tuesday(13, 10)), w.later(t, "recruiter", tuesday(13, 10))
	w.later(t, priya, tuesday(13, 10)).post(path, "who", models.NoShowCandidate).want(403, "only if it is their own")
	own.get(page).want(200, "Did somebody not come?", "The interviewer did not come")
	own.post(path, "who", models.NoShowCandidate, "why", strings.Repeat("x", models.MaxReasonRunes+1)).
		want(400, "at most 500 are allowed", "xxxx")
	recruiter.get(noShows).want(200, "There are no interviews here yet.")
	stored := w.interview(i.ID)
	mark := []string{"who", models.NoShowCandidate, "why", "No answer <b>."}
	own.follow(own.post(path, mark...)).want(200, "The candidate did not come.", "No answer <b>.", "Take it back",
		"Marked as a no-show of the candidate: a reason was given")
	own.follow(own.post(path, mark...)).want(200, "That was marked already.")
	recruiter.post(path, "who", models.NoShowInterviewer).want(409, "It is marked meanwhile")
	recruiter.get(noShows).want(200, "Cleo", "No-show: candidate")
	recruiter.get(site.InterviewsPath+".csv?view=no_shows").want(200, "no_show,no_show_note", "candidate,No answer <b>.")
	if row := w.interview(i.ID); row.Revision != stored.Revision || !row.UpdatedAt.Equal(stored.UpdatedAt) {
		t.Errorf("revision %d, and %d before: a workflow wakes", row.Revision, stored.Revision)
	}
	back := recruiter.get(page).fields("#no-show form")
	recruiter.follow(recruiter.post(path, back...)).want(200, "The mark is taken back.", "No-show taken back")
	recruiter.follow(recruiter.post(path, back...)).want(200, "Nothing is marked any more.")
}
