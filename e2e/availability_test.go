package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// §4 Interviewers and availability: what each of the five operations answers, and what §4 Slots
// rules 2 to 5 and 7 say does not happen.
func TestAvailability(t *testing.T) {
	t.Parallel()
	EachOrg(t, func(t *testing.T, o *Org) {
		posting := o.Posting("engineer")
		path := "/postings/" + posting
		ilse, bram, petra := o.Email("ilse"), o.Email("bram"), o.Email("petra")
		hour := o.Round("engineer", "main", "systems")

		t.Run("each answers for the posting of its path", func(t *testing.T) {
			slots := slotBody(bram, "2032-03-08T10:00:00Z", petra, "2032-03-08T10:00:00Z")
			for _, c := range []struct {
				method, below string
				body          any
				keys          string // of an entry
			}{
				{"GET", "/interviewers", nil, "availability_source email meeting_link slots"},
				{"POST", "/slots", slots, "applied email slots"},
				{"DELETE", "/slots", slots, "applied email slots"},
				{"PUT", "/interviewers", Object{"interviewers": []Object{{"email": bram,
					"slots": []string{"2032-03-01T15:00:00Z", "2032-03-03T09:30:00Z"}}, {"email": ilse,
					"meeting_link": "https://meet.example/i"}, {"email": petra}}},
					"availability_source email meeting_link slots"},
			} {
				r := o.Do(t, c.method, path+c.below, c.body).Want(200)
				if got := strings.Join(r.Keys(""), " "); got != "interviewers posting_id" ||
					r.Text("posting_id") != posting {
					t.Errorf("%s %s: %s, want posting_id and interviewers", c.method, c.below, r.Body)
				}
				if got := strings.Join(r.Keys("interviewers.0"), " "); got != c.keys ||
					r.Text("interviewers.0.email") != bram {
					t.Errorf("%s %s: an entry has %s, want %s of %s", c.method, c.below, got, c.keys, bram)
				}
				last := r.List("interviewers")[len(r.List("interviewers"))-1].(Object)
				if reason, there := last["reason"]; there != (c.below == "/slots") ||
					there && (reason != "personal_schedule_wins" || last["applied"] != false) {
					t.Errorf("%s %s: petra's entry is %v, want a reason where a slot was not applied, and only there",
						c.method, c.below, last)
				}
			}
			for step, minutes := range map[string]int{"main/systems": 60, "main/pairing": 90,
				"referral/portfolio": 30} {
				track, key, _ := strings.Cut(step, "/")
				round := o.Round("engineer", track, key)
				r := o.Do(t, "GET", path+"/slots?round_id="+round+"&from=2032-03-01T15:00:00Z&to=2032-03-01T15:00:00Z",
					nil).Want(200)
				if r.Text("posting_id") != posting || r.Text("round_id") != round ||
					r.Int("duration_minutes") != minutes || len(r.List("slots")) != 1 {
					t.Errorf("slots of %s: %s, want posting, round and %d minutes", step, r.Body, minutes)
				}
			}
		})
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
		t.Run("slots written for a personal interviewer change nothing that is shown", func(t *testing.T) {
			// §4 Slots rule 5
			monday := nextMonday(t, "America/New_York")
			night, nine, to := wire(monday.Add(2*time.Hour)), monday.Add(9*time.Hour), wire(monday.Add(20*time.Hour))
			before := o.free(t, hour, wire(monday), to)
			if len(before) == 0 || before[0] != nine.UTC().Format("01-02T15:04")+" 1 petra" {
				t.Fatalf("petra's Monday is %v, want her working hours from %s", before, nine)
			}
			r := o.Do(t, "POST", path+"/slots", slotBody(petra, night, petra, wire(nine))).Want(200)
			if r.At("interviewers.0.applied") != false || r.Text("interviewers.0.reason") != "personal_schedule_wins" ||
				r.JSON("interviewers.0.slots") != "[]" {
				t.Errorf("POST answers %s", r.Body)
			}
			wantLines(t, "after POST", o.free(t, hour, wire(monday), to), before...)
			o.Do(t, "DELETE", path+"/slots", slotBody(petra, wire(nine))).Want(200)
			wantLines(t, "after DELETE", o.free(t, hour, wire(monday), to), before...)
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

// §2 Interviewer entry: a connected calendar alone makes its owner personal, also one that cannot be read.
func TestConnectedCalendarIsPersonal(t *testing.T) {
	t.Parallel()
	const bram = "name: Bram Quillon, time_zone: Europe/London"
	o := NewOrg(t, bram+"}", bram+`, calendar: {provider: ics, url: "https://127.0.0.1:1/bram.ics"}}`)
	path := "/postings/" + o.Posting("engineer")
	r := o.Do(t, "POST", path+"/slots", slotBody(o.Email("bram"), "2032-03-08T15:00:00Z", o.Email("ilse"),
		"2032-03-08T15:00:00Z")).Want(200)
	if r.At("interviewers.0.applied") != false || r.Text("interviewers.0.reason") != "personal_schedule_wins" ||
		r.At("interviewers.1.applied") != true {
		t.Errorf("POST answers %s, want bram's slot not applied and ilse's applied", r.Body)
	}
	r = o.Do(t, "GET", path+"/interviewers", nil).Want(200)
	for n, want := range []string{"bram personal 0", "ilse painted 4", "petra personal 0"} {
		at := fmt.Sprintf("interviewers.%d", n)
		local, _, _ := strings.Cut(r.Text(at+".email"), "@")
		if got := fmt.Sprint(local, " ", r.Text(at+".availability_source"), " ",
			len(r.List(at+".slots"))); got != want {
			t.Errorf("an interviewer is %s, want %s: %s", got, want, r.Body)
		}
	}
}
