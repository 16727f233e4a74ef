package e2e

import (
	"testing"
	"time"
)

// What the REST interface shows and does of an interview that the candidate picked.
func TestPickedInterviews(t *testing.T) {
	t.Parallel()
	EachOrg(t, func(t *testing.T, o *Org) {
		first, second, third := daysAhead(5, 10, 0), daysAhead(6, 10, 0), daysAhead(7, 10, 0)
		o.Offer(t, "engineer", "bram", first, second, third)
		slots := func() int {
			path := "/postings/" + o.Posting("engineer") + "/slots?round_id=" + o.Round("engineer", "main", "systems") +
				"&from=" + wire(first) + "&to=" + wire(first)
			return len(o.Do(t, "GET", path, nil).Want(200).List("slots"))
		}
		// A record of the other track keeps it, whoever made it: the round is the first of that track with the
		// assessment.
		booked := o.Book(t, "cleo", "round_id", o.Round("engineer", "referral", "systems"),
			"scheduled_start_at", wire(third))
		o.Do(t, "DELETE", "/interviews/"+booked.Text("interview.id"), nil).Want(200)
		invite := o.Invite(t, "cleo", "engineer", "systems").Want(201)
		link := invite.Text("invite_url")
		if invite.Text("invite_id") != booked.Text("interview.candidate.id") {
			t.Errorf("invited as %s, booked as %s", invite.Text("invite_id"), booked.Text("interview.candidate.id"))
		}
		pick := func(start time.Time, status int, fields ...string) {
			t.Helper()
			o.Post(t, link, nil, append([]string{"start", wire(start), "zone", "Asia/Kolkata"},
				fields...)...).Want(status)
		}
		present := func() *Response {
			t.Helper()
			return o.Do(t, "GET", "/interviews?include_canceled=false&candidate_email="+o.Email("cleo"), nil).Want(200)
		}
		pick(first, 303)
		r := present()
		for field, want := range map[string]string{
			"status":               `"scheduled"`,
			"source":               `"litmus"`,
			"externally_scheduled": "false",
			"scheduled_start_at":   `"` + answered(first) + `"`,
			"duration_minutes":     "45",
			"round_id":             `"` + o.Round("engineer", "referral", "systems") + `"`,
			"track_id":             `"` + o.Track("engineer", "referral") + `"`,
			"interviewer_email":    `"` + o.Email("bram") + `"`,
			"meeting_link":         `"https://meet.` + o.Slug + `.example/bram-engineer"`,
			"time_zone":            `"Asia/Kolkata"`,
			"candidate.id":         invite.JSON("invite_id"),
		} {
			if got := r.JSON("interviews.0." + field); got != want {
				t.Errorf("%s = %s, want %s", field, got, want)
			}
		}
		if slots() != 0 {
			t.Error("the picked time is still offered")
		}
		id := r.Text("interviews.0.id")
		pick(second, 303, "change", "1")
		if r := present(); r.Text("interviews.0.id") != id ||
			r.Text("interviews.0.scheduled_start_at") != answered(second) || slots() != 1 {
			t.Errorf("moved: %s", r.Body)
		}
		// Whoever books over REST takes the time over, and the candidate may move that as well; after a cancel they
		// pick anew.
		body := o.Booking("cleo", "round_id", o.Round("engineer", "referral", "systems"),
			"scheduled_start_at", wire(third), "interviewer_email", o.Email("bram"))
		o.Do(t, "POST", "/interviews", body).WantError(409, id)
		body["replace_existing"] = true
		o.Do(t, "POST", "/interviews", body).Want(201)
		pick(third, 409, "change", "1") // it is theirs already
		pick(first, 303, "change", "1")
		if r := present(); r.Text("interviews.0.id") != id ||
			r.Text("interviews.0.scheduled_start_at") != answered(first) {
			t.Errorf("the candidate moved what others booked: %s", r.Body)
		}
		o.Do(t, "DELETE", "/interviews/"+id, nil).Want(200)
		// Whom it has it keeps
		o.Apply(t, writeFile(t, "closed.yaml", northwind(t, o.Slug, "title: Imaging Engineer\n    status: open",
			"title: Imaging Engineer\n    status: closed")))
		pick(first, 303)
		if r := present(); r.Text("interviews.0.id") == id ||
			r.Text("interviews.0.scheduled_start_at") != answered(first) {
			t.Errorf("picked anew: %s", r.Body)
		}
	})
}

// The times of a personal interviewer are picked like painted ones, right through what they have already.
func TestPickPersonalTimes(t *testing.T) {
	t.Parallel()
	o := NewOrg(t, "slots: [\"2032-03-01T15:00:00Z\", \"2032-03-01T16:00:00Z\", \"2032-03-02T15:00:00Z\"]", "slots: []",
		"slots: [\"2032-03-01T15:00:00Z\", \"2032-03-03T09:30:00Z\"]", "slots: []")
	r := o.Do(t, "GET", "/postings/"+o.Posting("engineer")+"/slots?round_id="+
		o.Round("engineer", "main", "systems"), nil).Want(200)
	offered := r.Texts("slots", "start_at")
	if len(offered) < 10 {
		t.Fatalf("Petra offers %v", offered)
	}
	start, err := time.Parse(time.RFC3339, offered[9])
	if err != nil {
		t.Fatal(err)
	}
	one, two := o.Invite(t, "one", "engineer", "systems").Want(201).Text("invite_url"),
		o.Invite(t, "two", "engineer", "systems").Want(201).Text("invite_url")
	o.Post(t, one, nil, "start", offered[9], "zone", "UTC").Want(303)
	if got := o.Interviews(t, "one"); got.Text("interviews.0.interviewer_email") != o.Email("petra") ||
		got.Text("interviews.0.scheduled_start_at") != answered(start) {
		t.Errorf("picked: %s", got.Body)
	}
	for _, taken := range []string{offered[9], wire(start.Add(-30 * time.Minute)), wire(start.Add(30 * time.Minute)),
		wire(start.Add(15 * time.Minute)), wire(start.Add(-time.Hour).AddDate(-1, 0, 0))} {
		o.Post(t, two, nil, "start", taken, "zone", "UTC").Want(409)
	}
	o.Post(t, two, nil, "start", offered[len(offered)-1], "zone", "UTC").Want(303)
}
