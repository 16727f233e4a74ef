package e2e

import (
	"testing"
)

// What is shown in the pipeline but is no bookable sync step is refused with 400.
func TestUnbookableRounds(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	for step, word := range map[string]string{"review": "step", "lens": "async", "week": "trial", "quizzes": "group"} {
		round := o.Round("engineer", "main", step)
		o.Do(t, "POST", "/interviews", o.Booking("x", "round_id", round)).WantError(400, "round_id", word)
		o.Do(t, "GET", "/postings/"+o.Posting("engineer")+"/slots?round_id="+round, nil).WantError(400, "round_id", word)
	}
	// not interchangeable (§2)
	o.Do(t, "POST", "/interviews", o.Booking("x", "round_id", o.Assessment("systems"))).WantError(404, "round_id")
}

// §4: GET and DELETE of an interview take no body; one that is sent is not read.
func TestBodiesWhereNoneBelongs(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	path := "/interviews/" + o.Book(t, "cleo").Text("interview.id")
	o.Do(t, "GET", path, "{").Want(200)
	o.Do(t, "DELETE", path, "{").Want(200)
}
