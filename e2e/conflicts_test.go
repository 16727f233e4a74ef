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
