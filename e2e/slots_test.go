package e2e

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"
)

// free reads the slots of a round of the posting engineer as "start capacity interviewers", one each.
func (o *Org) free(t testing.TB, round, from, to string) []string {
	t.Helper()
	q := url.Values{"round_id": {round}}
	for name, value := range map[string]string{"from": from, "to": to} {
		if value != "" {
			q.Set(name, value)
		}
	}
	r := o.Do(t, "GET", "/postings/"+o.Posting("engineer")+"/slots?"+q.Encode(), nil).Want(200)
	out := []string{}
	for i, start := range r.Texts("slots", "start_at") {
		var names []string
		for _, e := range r.List(fmt.Sprintf("slots.%d.interviewer_emails", i)) {
			local, _, _ := strings.Cut(e.(string), "@")
			names = append(names, local)
		}
		out = append(out, fmt.Sprintf("%s %d %s",
			start[5:16], r.Int(fmt.Sprintf("slots.%d.capacity", i)), strings.Join(names, ",")))
	}
	return out
}

func wantLines(t testing.TB, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n%s\nwant\n%s", what, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func slotBody(pairs ...string) Object {
	list := []Object{}
	for i := 0; i+1 < len(pairs); i += 2 {
		list = append(list, Object{"interviewer_email": pairs[i], "start_at": pairs[i+1]})
	}
	return Object{"slots": list}
}

// §4 Slots rules 1, 2, 5 and 6, §2 Interviewer entry: the writes of availability. More in package store.
func TestInterviewersAndSlotWrites(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	path := "/postings/" + o.Posting("engineer")
	ilse, bram, dora, petra := o.Email("ilse"), o.Email("bram"), o.Email("dora"), o.Email("petra")
	list := func() string { return o.Do(t, "GET", path+"/interviewers", nil).Want(200).JSON("interviewers") }
	kept := o.Book(t, "kept", "interviewer_email", ilse, "scheduled_start_at", "2032-03-01T16:00:00Z")

	t.Run("POST adds and assigns", func(t *testing.T) { // §4 Slots rules 2 and 5
		r := o.Do(t, "POST", path+"/slots", slotBody(dora, "2032-03-08T10:00:00Z", petra, "2032-03-08T15:00:00Z",
			dora, "2032-03-08T11:00:00+01:00")).Want(200)
		if got, want := r.JSON("interviewers"),
			fmt.Sprintf(`[{"applied":true,"email":%q,"slots":["2032-03-08T10:00:00.000Z"]},`+
				`{"applied":false,"email":%q,"reason":"personal_schedule_wins","slots":[]}]`, dora, petra); got != want {
			t.Errorf("answered\n%s\nwant those named, sorted, once\n%s", got, want)
		}
	})
	t.Run("DELETE removes those starts only", func(t *testing.T) { // §4 Slots rule 6
		r := o.Do(t, "DELETE", path+"/slots", slotBody(bram, "2032-03-01T15:00:00Z", bram, "2032-03-03T09:30:00Z", ilse,
			"2032-03-01T16:00:00Z")).Want(200)
		if got, want := r.JSON("interviewers.0"), fmt.Sprintf(`{"applied":true,"email":%q,"slots":[]}`,
			bram); got != want {
			t.Errorf("answered %s, want %s", got, want)
		}
		want := fmt.Sprintf(`{"availability_source":"painted","email":%q,"meeting_link":"https://meet.%s.example/`+
			`bram-engineer","slots":[]}`, bram, o.Slug)
		if got := list(); !strings.Contains(got, want) {
			t.Errorf("interviewers %s, want bram still assigned with his link", got)
		}
	})
	t.Run("PUT is the complete list", func(t *testing.T) { // §4 Slots rule 1
		put := func(entries ...Object) *Response {
			t.Helper()
			return o.Do(t, "PUT", path+"/interviewers", Object{"interviewers": append([]Object{}, entries...)})
		}
		put(Object{"email": petra, "meeting_link": "https://meet.example/p", "slots": []string{"2032-03-08T15:00:00Z"}},
			Object{"email": dora, "slots": []string{"2032-03-08T11:00:00Z", "2032-03-08T12:00:00+01:00"}}).Want(200)
		want := fmt.Sprintf(`[{"availability_source":"painted","email":%q,"meeting_link":null,`+
			`"slots":["2032-03-08T11:00:00.000Z"]},{"availability_source":"personal","email":%q,`+
			`"meeting_link":"https://meet.example/p","slots":[]}]`, dora, petra)
		if got := list(); got != want {
			t.Errorf("it reads\n%s\nwant\n%s", got, want)
		}
		put(Object{"email": bram, "slots": []string{"2032-03-08T10:15:00Z"}}).WantError(400, "interviewers[0].slots[0]")
		if got := list(); got != want {
			t.Errorf("a refused PUT left %s", got)
		}
		if got := put().Want(200).JSON("interviewers"); got != "[]" || list() != "[]" {
			t.Errorf("PUT [] left %s", got)
		}
	})
	if got := o.Do(t, "GET", "/interviews/"+kept.Text("interview.id"), nil).JSON(""); got != kept.JSON("interview") {
		t.Errorf("changes of availability made the interview %s", got)
	}
	for _, to := range []string{dora, petra, bram} {
		if l := o.Inbox(t, to); len(l) != 0 {
			t.Errorf("%s got %s for a change of availability", to, subjects(l))
		}
	}
}

// §4 Slots rule 7, §2 Available slot entry: what is free, in order, with its capacity. More in models/timetable and
// package store.
func TestRule7Capacity(t *testing.T) {
	t.Parallel()
	o := Serve(t, WithTestClock()).NewOrg(t)
	o.waitUntil(t, time.Date(2032, 2, 29, 12, 0, 0, 0, time.UTC)) // working hours are offered for 92 days ahead
	hour := o.Round("engineer", "main", "systems")
	const from, to = "2032-03-01T14:30:00Z", "2032-03-01T16:00:00Z" // a Monday; petra works 14:00 to 17:00 UTC
	wantLines(t, "at first", o.free(t, hour, from, to), "03-01T14:30 1 petra", "03-01T15:00 3 bram,ilse,petra",
		"03-01T15:30 1 petra", "03-01T16:00 2 ilse,petra")
	// 90 minutes, from another round
	o.try(t, "a", "2032-03-01T15:00:00Z", o.Email("ilse"), "round_id", o.Round("engineer", "main", "pairing")).Want(201)
	b := o.try(t, "b", "2032-03-01T15:00:00Z", "").Want(201)
	wantLines(t, "one place without a name", o.free(t, hour, from, to), "03-01T14:30 1 petra",
		"03-01T15:00 1 bram,petra", "03-01T15:30 1 petra", "03-01T16:00 1 petra")
	o.try(t, "d", "2032-03-01T15:10:00Z", o.Email("petra")).Want(201)
	wantLines(t, "full starts are left out", o.free(t, hour, from, to))
	o.Do(t, "DELETE", "/interviews/"+b.Text("interview.id"), nil).Want(200)
	wantLines(t, "a cancel gives the place back", o.free(t, hour, from, to), "03-01T15:00 1 bram")
}
