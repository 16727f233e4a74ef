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
	at(409, "2032-06-01T09:00:00.001Z", bram)
	at(409, "2032-06-01T10:59:59.999Z", bram)
	at(409, "2032-06-01T10:15:00Z", bram, elsewhere...) // within, on another posting
	at(201, "2032-06-01T09:00:00Z", bram)
	at(201, "2032-06-01T11:00:00Z", bram, elsewhere...)
	at(409, "2033-05-02T15:30:00Z", dora) // an import of hers begins at 15:00Z
	// Neither canceled nor ended by call: the time is free again.
	o.Do(t, "DELETE", "/interviews/"+first.Text("interview.id"), nil).Want(200)
	ended := at(201, "2032-06-01T10:00:00Z", bram)
	o.MustRun(t, "interviews", "end-call", ended.Text("interview.id"))
	at(201, "2032-06-01T10:00:00Z", bram)
	// What is over still blocks its own time (whatever the clock says).
	at(201, fromNow(-30*time.Minute), bram)
	at(409, fromNow(-20*time.Minute), bram)
}

// §4 rules 2 and 3: an offered time that is full is refused; a time that nobody offered is not. More in models/booking.
func TestFullTimes(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	const start = "2032-03-03T09:30:00Z" // bram alone painted it
	full := func(r *Response) { t.Helper(); r.WantError(409, "fully booked", "2032-03-03T09:30:00.000Z") }
	first := o.try(t, "a", start, "").Want(201) // an unnamed booking takes the place
	full(o.try(t, "d", start, ""))
	full(o.try(t, "d", start, o.Email("bram"))) // whoever is named
	full(o.try(t, "d", start, "", "round_id", o.Round("engineer", "main", "pairing")))
	o.try(t, "d", "2032-03-03T09:31:00Z", "").Want(201) // not offered (§4 rule 3), though everybody is busy
	o.try(t, "a", start, "", "replace_existing", true).Want(201)
	// The same start on another posting, where nobody offers it.
	o.try(t, "f", start, "", "posting_id", o.Posting("graduates"), "round_id",
		o.Round("graduates", "main", "portfolio")).Want(201)
	o.Do(t, "DELETE", "/interviews/"+first.Text("interview.id"), nil).Want(200)
	o.try(t, "e", start, "").Want(201)
}
