package dashboard

import (
	"strings"
	"testing"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/booking"
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

// TestPanelNoShow: the list of no-shows, its file and the figures have an interview to which somebody of its panel did
// not come, and say who (P12).
func TestPanelNoShow(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.paneled(t, jonas, priya)
	i := w.bookedFor(cleo, func(o *booking.Order) {
		o.Start, o.InterviewerEmail, o.Panel = tuesday(13, 0), "",
			[]string{jonas, priya}
	})
	w.at(tuesday(13, 10))
	mei := w.later(t, "recruiter", tuesday(13, 10))
	path := site.InterviewPath(i.ID, "no-show")
	list := site.InterviewsPath + "?view=no_shows"
	mei.get(list).want(200, "There are no interviews here yet.")
	mei.get(site.InterviewPath(i.ID)).want(200, "Jonas Brandt did not come", "Priya Raman did not come").
		lacks("The interviewer did not come")
	mei.follow(mei.post(path, "who", models.NoShowInterviewer, "whom", priya)).want(200)
	mei.get(list).want(200, "Cleo", "No-show: Priya Raman").lacks("No-show: Jonas")
	header, row := mei.get(site.InterviewsPath+".csv?view=no_shows").want(200).csv(), []string{}
	if len(header) == 2 {
		row = header[1][len(header[1])-3:]
	}
	equal(t, "the file's last columns", strings.Join(row, "|"), models.NoShowInterviewer+"||"+priya)
	mei.post(path, "who", models.NoShowInterviewer).want(303)
	mei.get(list).want(200, "No-show: Jonas Brandt, Priya Raman")
	figures := mei.get(site.FiguresPath).want(200, "No-show: Jonas Brandt, Priya Raman")
	for _, a := range figures.all("[aria-label='Moves, cancellations and no-shows by week'] td a") {
		equal(t, "no-shows", content(a), "1")
	}
}
