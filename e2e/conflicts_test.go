package e2e

import (
	"fmt"
	"testing"
)

// try books by [Org.Booking] at a start and returns the answer.
func (o *Org) try(t testing.TB, candidate, start, interviewer string, changes ...any) *Response {
	t.Helper()
	return o.Do(t, "POST", "/interviews", o.Booking(candidate,
		append([]any{"scheduled_start_at", start, "interviewer_email", interviewer}, changes...)...))
}

// §4 rule 2, §7 409: a named interviewer has one interview at a time, anywhere in the organization; touching ends are
// free. More in models/booking, models/timetable and package store.
func TestInterviewerAlreadyBooked(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	bram, n := o.Email("bram"), 0
	at := func(want int, start string, changes ...any) *Response {
		t.Helper()
		n++
		r := o.try(t, fmt.Sprintf("c%d", n), start, bram, changes...)
		if r.Want(want); want == 409 {
			r.WantError(409, "interviewer "+bram+" already has an interview")
		}
		return r
	}
	first := at(201, "2032-06-01T10:00:00Z")
	// 30 minutes
	elsewhere := []any{"posting_id", o.Posting("graduates"), "round_id", o.Round("graduates", "main", "portfolio")}
	at(409, "2032-06-01T09:00:00.001Z")
	at(409, "2032-06-01T10:59:59.999Z")
	at(409, "2032-06-01T10:15:00Z", elsewhere...) // within, on another posting
	at(201, "2032-06-01T09:00:00Z")
	at(201, "2032-06-01T11:00:00Z", elsewhere...)
	o.Do(t, "DELETE", "/interviews/"+first.Text("interview.id"), nil).Want(200)
	at(201, "2032-06-01T10:00:00Z")
}
