package dashboard

import (
	"testing"
	"time"

	"litmus/dashboard/internal/site"
)

// TestUndo proves D11: after another interviewer the page offers to take the change back, to those who may make it,
// until its time is over; a form that comes later is refused in words.
func TestUndo(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	i := w.bookedFor(cleo, startingAt(tuesday(13, 0), jonas))
	recruiter, path := w.as(t, "recruiter"), site.InterviewPath(i.ID)
	reassign := func() {
		t.Helper()
		ask := recruiter.post(path+"/reassign", having(recruiter.get(path+"/reassign").fields("main form"), "person",
			priya)...).want(200)
		recruiter.follow(recruiter.post(path+"/reassign", ask.fields("main form")...)).want(200,
			"The interviewer is changed.", "Nobody is told of the change for 10 seconds more.")
	}
	reassign()
	undo := recruiter.get(path).fields("#undo form")
	w.as(t, priya).get(path).want(200).lacks("Undo")
	w.as(t, priya).post(path+"/undo", undo...).want(403)
	recruiter.follow(recruiter.post(path+"/undo", undo...)).want(200, "It is as it was before", "Jonas",
		"Last change taken back").lacks("Nobody is told of the change")
	recruiter.follow(recruiter.post(path+"/undo", undo...)).want(200, "It is as it was before") // sent twice
	equal(t, "the interviewer", w.interview(i.ID).InterviewerEmail, jonas)

	week := site.WeekPath + "?day=2031-03-04&view=axis"
	ask := recruiter.get(site.Href(path+"/reassign", "with", w.person(priya), "back", week)).want(200)
	shown := recruiter.follow(recruiter.post(path+"/reassign", ask.fields("main form[data-once]")...)).
		want(200, "Week of", "Nobody is told of it for 10 seconds more.")
	recruiter.follow(recruiter.post(path+"/undo", shown.fields("form#undo-note")...)).
		want(200, "Week of", "It is as it was before").lacks("Nobody is told of it")
	equal(t, "the interviewer, after an undo on the week", w.interview(i.ID).InterviewerEmail, jonas)

	reassign()
	undo = recruiter.get(path).fields("#undo form")
	w.at(w.clock.Now().Add(10 * time.Second))
	recruiter.get(path).want(200).lacks("Undo")
	recruiter.post(path+"/undo", undo...).want(409, "cannot be taken back any more", "Priya")
	equal(t, "the interviewer", w.interview(i.ID).InterviewerEmail, priya)
}
