package e2e

import (
	"fmt"
	"testing"
	"time"
)

// try books by [Org.Booking] at a start and returns the answer.
func (o *Org) try(t testing.TB, candidate, start, interviewer string, changes ...any) *Response {
	t.Helper()
	return o.Do(t, "POST", "/interviews", o.Booking(candidate,
		append([]any{"scheduled_start_at", start, "interviewer_email", interviewer}, changes...)...))
}

// §4 rule 2, §7 409: a named interviewer has one interview at a time, anywhere in the organization; touching ends are
// free.
func TestInterviewerAlreadyBooked(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	bram, dora, n := o.Email("bram"), o.Email("dora"), 0
	at := func(want int, start, interviewer string, changes ...any) *Response {
		t.Helper()
		n++
		r := o.try(t, fmt.Sprintf("c%d", n), start, interviewer, changes...)
		if r.Want(want); want == 409 {
			r.WantError(409, "interviewer "+interviewer+" already has an interview")
		}
		return r
	}
	first := at(201, "2032-06-01T10:00:00Z", bram)
	// 30 minutes
	elsewhere := []any{"posting_id", o.Posting("graduates"), "round_id", o.Round("graduates", "main", "portfolio")}
	at(409, "2032-06-01T10:00:00Z", bram)
	at(409, "2032-06-01T09:00:00.001Z", bram)
	at(409, "2032-06-01T10:59:59.999Z", bram)
	at(409, "2032-06-01T10:15:00Z", bram, elsewhere...) // within, on another posting
	at(409, "2032-06-01T12:59:00+03:00", bram)
	at(201, "2032-06-01T09:00:00Z", bram)
	at(201, "2032-06-01T11:00:00Z", bram, elsewhere...)
	at(201, "2032-06-01T10:00:00Z", dora)
	at(201, "2032-06-01T10:00:00Z", "stranger@"+o.Slug+".example") // not assigned, not known
	at(201, "2032-06-01T10:00:00Z", "")

	// An indefinite interview blocks its nominal duration, 90 minutes.
	endless := []any{"round_id", o.Round("engineer", "main", "pairing")}
	at(201, "2032-06-03T10:00:00Z", bram, endless...)
	at(409, "2032-06-03T11:29:00Z", bram)
	at(201, "2032-06-03T11:30:00Z", bram)

	// Imports block: dora's is at 2033-05-02T15:00Z.
	at(409, "2033-05-02T15:30:00Z", dora)
	at(409, "2033-05-02T14:30:00Z", dora)
	at(201, "2033-05-02T14:00:00Z", dora)
	at(201, "2033-05-02T16:00:00Z", dora)

	// Neither canceled nor ended by call: the time is free again.
	o.Do(t, "DELETE", "/interviews/"+first.Text("interview.id"), nil).Want(200)
	ended := at(201, "2032-06-01T10:00:00Z", bram)
	o.MustRun(t, "interviews", "end-call", ended.Text("interview.id"))
	at(201, "2032-06-01T10:00:00Z", bram)
	o.Do(t, "DELETE", "/interviews/"+o.IDs.Imports["ashby"], nil).Want(200)
	at(201, "2033-05-02T15:00:00Z", dora)

	// A session window that is over blocks nobody's future, but its interview still blocks its own time (whatever the
	// clock says).
	at(201, fromNow(-30*time.Minute), bram)
	at(409, fromNow(-20*time.Minute), bram)
	at(409, fromNow(20*time.Minute), bram)
}

// §4 rules 2 and 3: an offered time that is full is refused; a time that nobody offered is not.
func TestFullTimes(t *testing.T) {
	t.Parallel()
	o := Serve(t, WithTestClock()).NewOrg(t)
	o.waitUntil(t, time.Date(2032, 2, 29, 12, 0, 0, 0, time.UTC)) // working hours are offered for 92 days ahead
	const two = "2032-03-02T15:00:00Z"                            // ilse painted it, and petra works then
	full := func(r *Response) { t.Helper(); r.WantError(409, "fully booked", "2032-03-02T15:00:00.000Z") }
	first := o.try(t, "a", two, "").Want(201) // an unnamed booking takes a place
	o.try(t, "b", two, o.Email("dora")).Want(201)
	second := o.try(t, "c", two, o.Email("ilse")).Want(201)
	full(o.try(t, "d", two, ""))
	full(o.try(t, "d", two, o.Email("petra"))) // the unnamed one needs her
	full(o.try(t, "d", two, o.Email("bram")))  // whoever is named
	full(o.try(t, "d", two, "", "round_id", o.Round("engineer", "main", "pairing")))
	o.try(t, "d", "2032-03-02T15:01:00Z", "").Want(201) // not offered (§4 rule 3), though everybody is busy
	if got := o.Book(t, "a", "scheduled_start_at", two,
		"replace_existing", true).Text("interview.id"); got != first.Text("interview.id") {
		t.Errorf("the replaced interview is in its own way: %s", got)
	}
	o.Do(t, "DELETE", "/interviews/"+second.Text("interview.id"), nil).Want(200)
	o.try(t, "e", two, "").Want(201)
	full(o.try(t, "f", two, ""))
	// The same start on another posting, where nobody offers it.
	o.try(t, "f", two, "", "posting_id", o.Posting("graduates"), "round_id", o.Round("graduates", "main",
		"portfolio")).Want(201)
	// A personal interviewer alone: 2032-03-04, a Thursday, 19:00Z is 14:00 in New York.
	o.try(t, "g", "2032-03-04T19:00:00Z", o.Email("petra")).Want(201)
	o.try(t, "h", "2032-03-04T19:00:00Z", "").WantError(409, "fully booked")
	o.try(t, "h", "2032-03-04T17:00:00Z", "").Want(201) // her lunch: not offered
	// A start that her interview makes impossible was offered before bookings are subtracted: full, not unknown.
	o.try(t, "i", "2032-03-04T19:30:00Z", "").WantError(409, "fully booked")
}
