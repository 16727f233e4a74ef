package e2e

import (
	"testing"
)

// What is shown in the pipeline but is no bookable sync step is refused with 400.
func TestUnbookableRounds(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	for _, c := range []struct{ track, step, word string }{
		{"main", "review", "step"}, {"main", "lens", "async"}, {"main", "week", "trial"}, {"main", "quizzes", "group"},
		{"main", "lottery", "group"}, {"referral", "draft", "bookable"},
	} {
		round := o.Round("engineer", c.track, c.step)
		o.Do(t, "POST", "/interviews", o.Booking("x", "round_id", round)).WantError(400, "round_id", c.word)
		o.Do(t, "GET", "/postings/"+o.Posting("engineer")+"/slots?round_id="+round, nil).WantError(400,
			"round_id", c.word)
	}
	// not interchangeable (§2)
	o.Do(t, "POST", "/interviews", o.Booking("x", "round_id", o.Assessment("systems"))).WantError(404, "round_id")
	o.Do(t, "POST", "/interviews", o.Booking("x", "round_id", o.Round("graduates", "main", "portfolio"))).
		WantError(404, "round_id")
	if r := o.Do(t, "GET", "/interviews?candidate_email="+o.Email("x"), nil).Want(200); len(r.List("interviews")) != 0 {
		t.Errorf("refused bookings made %s", r.Body)
	}
}

// §4: GET and DELETE of an interview take no body; one that is sent is not read.
func TestBodiesWhereNoneBelongs(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	id := o.Book(t, "cleo").Text("interview.id")
	for _, path := range []string{"/roles", "/interviews", "/interviews/" + id} {
		o.Do(t, "GET", path, "{").Want(200)
	}
	o.Do(t, "DELETE", "/interviews/"+id, "{").Want(200)
}
