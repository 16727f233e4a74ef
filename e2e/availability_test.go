package e2e

import "testing"

// §4 Interviewers and availability: what §4 Slots rules 2, 3, 4 and 7 say does not happen.
func TestAvailability(t *testing.T) {
	t.Parallel()
	EachOrgPaired(t, func(t *testing.T, o *Org) {
		path := "/postings/" + o.Posting("engineer")
		bram, hour := o.Email("bram"), o.Round("engineer", "main", "systems")
		const from, to = "2032-03-09T03:00:00Z", "2032-03-09T04:00:00Z"
		// A slot is an allowed start whatever the round's length, and writes book nothing (§4 Slots rules 2 and 4).
		before := o.Do(t, "GET", "/interviews", nil).Want(200).JSON("")
		o.Do(t, "POST", path+"/slots", slotBody(bram, from, bram, "2032-03-09T03:30:00Z")).Want(200)
		for range 2 { // reads reserve nothing (§4 Slots rule 7)
			wantLines(t, "overlapping starts", o.free(t, hour, from, to), "03-09T03:00 1 bram", "03-09T03:30 1 bram")
		}
		if got := o.Do(t, "GET", "/interviews", nil).Want(200).JSON(""); got != before {
			t.Errorf("after slots were written and read the list is\n%s\nwant\n%s", got, before)
		}
		o.try(t, "reader", from, bram).Want(201)
		wantLines(t, "one of them booked", o.free(t, hour, from, to)) // its interview goes on at 03:30
		o.try(t, "another", from, "").WantError(409, "fully booked")

		// A time off the grid refuses the whole request, also where slots are removed (§4 Slots rule 3).
		const off = "2032-03-03T09:30:00.001Z"
		before = o.Do(t, "GET", path+"/interviewers", nil).Want(200).JSON("")
		for _, method := range []string{"POST", "DELETE"} {
			o.Do(t, method, path+"/slots", slotBody(bram, from, bram, off)).WantError(400, "slots[1].start_at")
		}
		o.Do(t, "PUT", path+"/interviewers", Object{"interviewers": []Object{{"email": bram,
			"slots": []string{from, off}}}}).WantError(400, "interviewers[0].slots[1]")
		if got := o.Do(t, "GET", path+"/interviewers", nil).Want(200).JSON(""); got != before {
			t.Errorf("refused writes left\n%s\nwant\n%s", got, before)
		}
	})
}
