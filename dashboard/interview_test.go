package dashboard

import (
	"testing"

	"litmus/dashboard/internal/site"
)

// TestInterviewAfterItsEnd proves D11: the page of an interview says what comes next only while something does, and of
// the interviewer's calendar what its effects say.
func TestInterviewAfterItsEnd(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	i := w.bookedFor(cleo, startingAt(tuesday(13, 0), jonas))
	w.exec("update interviews set calendar_copy = 1 where id = ?", i.ID)
	const next, coming = "What comes next", "The interview is being written into their connected calendar."
	w.as(t, "recruiter").get(site.InterviewPath(i.ID)).want(200, next, "Reminders, 1 hour before the start.",
		"The interview starts.", coming)
	w.later(t, "recruiter", tuesday(13, 30)).get(site.InterviewPath(i.ID)).want(200, next, "The interview is planned to end.").
		lacks("Reminders, 1 hour before", "The interview starts.")
	w.later(t, "recruiter", tuesday(20, 0)).get(site.InterviewPath(i.ID)).want(200, "Completed",
		"The interview is not in their connected calendar.").lacks(next, coming, "outcome unknown")
}
