package e2e

import (
	"fmt"
	"strings"
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

// A round takes 5 to 480 minutes, and a changed duration leaves existing interviews as they are.
func TestRoundDurations(t *testing.T) {
	t.Parallel()
	o := NewOrg(t, "duration_minutes: 90", "duration_minutes: 480", "duration_minutes: 45", "duration_minutes: 5")
	long := o.Book(t, "long", "round_id", o.Round("engineer", "main", "pairing"))
	short := o.Book(t, "short", "round_id", o.Round("engineer", "referral", "systems"))
	if l, s := long.Int("interview.duration_minutes"), short.Int("interview.duration_minutes"); l != 480 || s != 5 {
		t.Errorf("durations %d and %d, want 480 and 5", l, s)
	}
	o.Apply(t, writeFile(t, "again.yaml", northwind(t, o.Slug)))
	for _, r := range []*Response{long, short} {
		if got := o.Do(t, "GET", "/interviews/"+
			r.Text("interview.id"), nil).Want(200).JSON(""); got != r.JSON("interview") {
			t.Errorf("after the round changed\n%s\nwant\n%s", got, r.JSON("interview"))
		}
	}
	if got := o.Book(t, "later", "round_id", o.Round("engineer", "main",
		"pairing")).Int("interview.duration_minutes"); got != 90 {
		t.Errorf("a new booking has %d minutes, want 90", got)
	}
}

// §4 rule 4: who has submitted is submitted, advanced or rejected by the decision, and cannot be booked.
func TestSubmittedCandidates(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("submissions:\n")
	want := map[string]string{"pending": "submitted", "advance": "advanced", "reject": "rejected"}
	for decision := range want {
		fmt.Fprintf(&b, "  - {key: live-%[1]s, posting: engineer, assessment: systems, candidate: {email: "+
			"%[1]s@northwind.example}, submitted_at: 2026-03-01T10:00:00Z, decision: %[1]s}\n", decision)
	}
	o := NewOrg(t, "submissions:\n", b.String())
	for decision, state := range want {
		o.Do(t, "POST", "/interviews", o.Booking(decision)).WantError(409, state)
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
