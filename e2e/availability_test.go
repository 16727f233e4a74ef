package e2e

import (
	"testing"
	"time"
)

// §4 Interviewers and availability: what §4 Slots rules 2, 3, 4 and 7 say does not happen.
func TestAvailability(t *testing.T) {
	t.Parallel()
	EachOrg(t, func(t *testing.T, o *Org) {
		path := "/postings/" + o.Posting("engineer")
		bram := o.Email("bram")
		hour := o.Round("engineer", "main", "systems")

		t.Run("a slot is an allowed start whatever the round's length: overlapping ones are kept and shown",
			func(t *testing.T) {
				// §4 Slots rule 4
				o.Do(t, "POST", path+"/slots", slotBody(bram, "2032-03-09T03:00:00Z", bram,
					"2032-03-09T03:30:00Z")).Want(200)
				const from, to = "2032-03-09T03:00:00Z", "2032-03-09T04:00:00Z"
				for _, round := range []string{hour, o.Round("engineer", "main", "pairing"),
					o.Round("engineer", "referral", "portfolio")} {
					wantLines(t, "overlapping starts", o.free(t, round, from, to), "03-09T03:00 1 bram",
						"03-09T03:30 1 bram")
				}
				r := o.try(t, "overlap", "2032-03-09T03:00:00Z", bram).Want(201)
				wantLines(t, "one of them booked", o.free(t, hour, from, to)) // its interview goes on at 03:30
				o.Do(t, "DELETE", "/interviews/"+r.Text("interview.id"), nil).Want(200)
			})
		t.Run("a time off the grid refuses the whole request, also where slots are removed", func(t *testing.T) {
			// §4 Slots rule 3
			before := o.Do(t, "GET", path+"/interviewers", nil).Want(200).JSON("")
			for _, off := range []string{"2032-03-03T09:31:00Z", "2032-03-03T09:30:01Z", "2032-03-03T09:30:00.001Z"} {
				o.Do(t, "DELETE", path+"/slots", slotBody(bram, "2032-03-03T09:30:00Z", bram, off)).WantError(400,
					"slots[1].start_at")
				o.Do(t, "POST", path+"/slots", slotBody(bram, "2032-03-03T10:30:00Z", bram, off)).WantError(400,
					"slots[1].start_at")
				o.Do(t, "PUT", path+"/interviewers", Object{"interviewers": []Object{{"email": bram,
					"slots": []string{"2032-03-03T10:30:00Z", off}}}}).WantError(400, "interviewers[0].slots[1]")
			}
			if got := o.Do(t, "GET", path+"/interviewers", nil).Want(200).JSON(""); got != before {
				t.Errorf("refused writes left\n%s\nwant\n%s", got, before)
			}
		})
		t.Run("writes of availability book nothing, and reads reserve nothing", func(t *testing.T) {
			// §4 Slots rules 2 and 7
			interviews := o.Do(t, "GET", "/interviews", nil).Want(200).JSON("")
			start := time.Date(2032, 3, 10, 2, 0, 0, 0, time.UTC)
			o.Do(t, "POST", path+"/slots", slotBody(bram, wire(start))).Want(200)
			for range 5 {
				wantLines(t, "read again", o.free(t, hour, wire(start), wire(start)), "03-10T02:00 1 bram")
			}
			if got := o.Do(t, "GET", "/interviews", nil).Want(200).JSON(""); got != interviews {
				t.Errorf("after slots were written and read the list is\n%s\nwant\n%s", got, interviews)
			}
			o.try(t, "reader", wire(start), bram).Want(201)
			o.try(t, "another", wire(start), "").WantError(409, "fully booked")
		})
	})
}
