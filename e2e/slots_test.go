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

// §4 Slots rules 1, 2, 5 and 6: the writes of availability.
func TestInterviewersAndSlotWrites(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	path := "/postings/" + o.Posting("engineer")
	ilse, bram, dora, petra := o.Email("ilse"), o.Email("bram"), o.Email("dora"), o.Email("petra")
	list := func() string { return o.Do(t, "GET", path+"/interviewers", nil).Want(200).JSON("interviewers") }
	entry := func(email, source, link string, slots ...string) string {
		if link != "null" {
			link = `"` + link + `"`
		}
		for i := range slots {
			slots[i] = `"` + slots[i] + `"`
		}
		return fmt.Sprintf(`{"availability_source":%q,"email":%q,"meeting_link":%s,"slots":[%s]}`,
			source, email, link, strings.Join(slots, ","))
	}
	kept := o.Book(t, "kept", "interviewer_email", ilse, "scheduled_start_at", "2032-03-01T16:00:00Z")

	t.Run("POST adds and assigns, and books and sends nothing", func(t *testing.T) { // §4 Slots rule 2
		r := o.Do(t, "POST", path+"/slots", slotBody(dora, "2032-03-08T10:00:00Z", ilse, "2032-03-08T10:30:00+00:00",
			dora, "2032-03-08T11:00:00+01:00", petra, "2032-03-08T15:00:00Z")).Want(200)
		if got, want := r.JSON("interviewers"),
			fmt.Sprintf(`[{"applied":true,"email":%q,"slots":["2032-03-08T10:00:00.000Z"]},`+
				`{"applied":true,"email":%q,"slots":["2032-03-01T15:00:00.000Z","2032-03-01T16:00:00.000Z","2032-03-02T15:00:00.000Z","2032-03-08T10:30:00.000Z"]},`+
				`{"applied":false,"email":%q,"reason":"personal_schedule_wins","slots":[]}]`, dora, ilse,
				petra); got != want {
			t.Errorf("answered\n%s\nwant those named, sorted, once\n%s", got, want)
		}
		if r.Text("posting_id") != o.Posting("engineer") || strings.Join(r.Keys(""), " ") != "interviewers posting_id" {
			t.Errorf("answered %s", r.Body)
		}
	})
	t.Run("a personal interviewer is assigned by POST and never by DELETE", func(t *testing.T) {
		// §4 Slots rules 5 and 6
		empty := "/postings/" + o.Posting("empty")
		for _, email := range []string{petra, bram} {
			r := o.Do(t, "DELETE", empty+"/slots", slotBody(email, "2032-03-08T15:00:00Z")).Want(200)
			if r.JSON("interviewers.0.slots") != "[]" || r.At("interviewers.0.applied") == (email == petra) ||
				r.Has("interviewers.0.reason") != (email == petra) {
				t.Errorf("DELETE for %s: %s", email, r.Body)
			}
		}
		if got := o.Do(t, "GET", empty+"/interviewers", nil).JSON("interviewers"); got != "[]" {
			t.Errorf("interviewers %s, want none: nobody is assigned by a DELETE", got)
		}
		o.Do(t, "POST", empty+"/slots", slotBody(petra, "2032-03-08T15:00:00Z")).Want(200)
		if got, want := o.Do(t, "GET", empty+"/interviewers", nil).JSON("interviewers"),
			"["+entry(petra, "personal", "null")+"]"; got != want {
			t.Errorf("interviewers %s, want %s", got, want)
		}
	})
	t.Run("DELETE removes those starts only", func(t *testing.T) { // §4 Slots rule 6
		r := o.Do(t, "DELETE", path+"/slots", slotBody(bram, "2032-03-01T15:00:00Z", bram, "2032-03-03T09:30:00Z", ilse,
			"2032-03-01T16:00:00Z", ilse, "2040-01-01T00:00:00Z")).Want(200)
		if got, want := r.JSON("interviewers.0"), fmt.Sprintf(`{"applied":true,"email":%q,"slots":[]}`,
			bram); got != want {
			t.Errorf("answered %s, want %s", got, want)
		}
		if got := list(); !strings.Contains(got,
			entry(bram, "painted", "https://meet."+o.Slug+".example/bram-engineer")) {
			t.Errorf("interviewers %s, want bram still assigned with his link", got)
		}
		if got := o.Do(t, "GET", "/interviews/"+
			kept.Text("interview.id"), nil).JSON(""); got != kept.JSON("interview") {
			t.Errorf("the interview at a removed start became %s", got)
		}
	})
	t.Run("PUT is the complete list", func(t *testing.T) { // §4 Slots rule 1
		put := func(entries ...Object) *Response {
			t.Helper()
			return o.Do(t, "PUT", path+"/interviewers", Object{"interviewers": append([]Object{}, entries...)})
		}
		r := put(Object{"email": petra, "meeting_link": "https://meet.example/p",
			"slots": []string{"2032-03-08T15:00:00Z"}},
			Object{"email": strings.ToUpper(bram), "meeting_link": "https://meet.example/b"},
			Object{"email": dora, "slots": []string{"2032-03-08T11:00:00Z", "2032-03-08T10:00:00Z",
				"2032-03-08T12:00:00+01:00", "2020-01-01T00:30:00Z"}}).Want(200)
		want := "[" + entry(bram, "painted", "https://meet.example/b") + "," +
			entry(dora, "painted", "null", "2020-01-01T00:30:00.000Z", "2032-03-08T10:00:00.000Z",
				"2032-03-08T11:00:00.000Z") + "," + entry(petra, "personal", "https://meet.example/p") + "]"
		if got := r.JSON("interviewers"); got != want || list() != want {
			t.Errorf("PUT answered\n%s\nand reads\n%s\nwant\n%s", got, list(), want)
		}
		if got := o.Do(t, "GET", "/interviews/"+
			kept.Text("interview.id"), nil).JSON(""); got != kept.JSON("interview") {
			t.Errorf("removing ilse made her interview %s", got)
		}
		for name, entries := range map[string][]Object{
			"interviewers[1].email": {{"email": bram}, {"email": " " + strings.ToUpper(bram)}},
			"interviewers[0].slots[1]": {{"email": bram,
				"slots": []string{"2032-03-08T10:00:00Z", "2032-03-08T10:15:00Z"}}},
		} {
			put(entries...).WantError(400, name)
		}
		thousand := make([]string, 1001)
		for i := range thousand {
			thousand[i] = time.Date(2032, 4, 1, 0, 30*i, 0, 0, time.UTC).Format(time.RFC3339)
		}
		put(Object{"email": bram, "slots": thousand[:501]},
			Object{"email": dora, "slots": thousand[:500]}).WantError(400, "1000")
		if list() != want {
			t.Errorf("a refused PUT left %s", list())
		}
		put(Object{"email": bram, "slots": thousand[:500]}, Object{"email": dora, "slots": thousand[:500]}).Want(200)
		if got := put(Object{"email": dora}).Want(200).JSON("interviewers"); got != "["+entry(dora, "painted", "null")+
			"]" {
			t.Errorf("PUT without slots and link left %s, want both cleared", got)
		}
		if got := put().Want(200).JSON("interviewers"); got != "[]" || list() != "[]" {
			t.Errorf("PUT [] left %s", got)
		}
		o.Do(t, "PUT", path+"/interviewers", Object{}).WantError(400, "interviewers")
	})
	for _, to := range []string{dora, petra, bram} {
		if l := o.Inbox(t, to); len(l) != 0 {
			t.Errorf("%s got %s for a change of availability", to, subjects(l))
		}
	}
}

// §4 Slots rule 7: what is free, in order, with its capacity.
func TestRule7Capacity(t *testing.T) {
	t.Parallel()
	o := Serve(t, WithTestClock()).NewOrg(t, "imports:\n", "imports:\n  - {key: week-later, posting: graduates, step: main/portfolio, "+
		"candidate: {email: later@northwind.example}, source: lever, "+
		"scheduled_start_at: 2032-03-08T15:00:00Z, interviewer_email: petra@northwind.example}\n")
	o.waitUntil(t, time.Date(2032, 2, 29, 12, 0, 0, 0, time.UTC)) // working hours are offered for 92 days ahead
	hour, endless, short := o.Round("engineer", "main", "systems"), o.Round("engineer", "main", "pairing"),
		o.Round("engineer", "referral", "portfolio")
	const from, to = "2032-03-01T14:30:00Z", "2032-03-01T16:00:00Z" // a Monday; petra works 14:00 to 17:00 UTC
	wantLines(t, "at first", o.free(t, hour, from, to), "03-01T14:30 1 petra", "03-01T15:00 3 bram,ilse,petra",
		"03-01T15:30 1 petra", "03-01T16:00 2 ilse,petra")

	// 90 minutes, from another round
	o.try(t, "a", "2032-03-01T15:00:00Z", o.Email("ilse"), "round_id", endless).Want(201)
	wantLines(t, "ilse is booked for 90 minutes", o.free(t, hour, from, to), "03-01T14:30 1 petra",
		"03-01T15:00 2 bram,petra", "03-01T15:30 1 petra", "03-01T16:00 1 petra")
	b := o.try(t, "b", "2032-03-01T15:00:00Z", "").Want(201)
	wantLines(t, "one place without a name", o.free(t, hour, from, to), "03-01T14:30 1 petra",
		"03-01T15:00 1 bram,petra", "03-01T15:30 1 petra", "03-01T16:00 1 petra")
	o.try(t, "c", "2032-03-01T15:00:00Z", o.Email("dora")).Want(201) // dora does not offer it
	wantLines(t, "somebody else's interview", o.free(t, hour, "2032-03-01T15:00:00Z", "2032-03-01T15:00:00Z"),
		"03-01T15:00 1 bram,petra")
	o.try(t, "d", "2032-03-01T15:10:00Z", o.Email("petra"), "round_id", short).Want(201) // 15:10 to 15:40
	wantLines(t, "full starts are left out", o.free(t, hour, from, to), "03-01T16:00 1 petra")
	wantLines(t, "a shorter round still fits", o.free(t, short, from, to), "03-01T14:30 1 petra", "03-01T16:00 1 petra")
	o.Do(t, "DELETE", "/interviews/"+b.Text("interview.id"), nil).Want(200)
	wantLines(t, "a cancel gives the place back", o.free(t, hour, from, to), "03-01T15:00 1 bram",
		"03-01T16:00 1 petra")

	// An interview on another posting blocks the person, an unnamed one there does not.
	elsewhere := []any{"posting_id", o.Posting("graduates"), "round_id", o.Round("graduates", "main", "portfolio")}
	o.try(t, "e", "2032-03-01T15:45:00Z", o.Email("petra"), elsewhere...).Want(201)
	o.try(t, "f", "2032-03-01T15:00:00Z", "", elsewhere...).Want(201)
	wantLines(t, "other postings", o.free(t, hour, from, to), "03-01T15:00 1 bram")

	// So do interviews that another system made, and external sessions from their use on; unused ones do not.
	o.Do(t, "POST", "/interviews", o.External("g", "interviewer_email", o.Email("petra"))).Want(201)
	wantLines(t, "an import", o.free(t, short, "2032-03-08T14:30:00Z", "2032-03-08T16:00:00Z"), "03-08T14:30 1 petra",
		"03-08T15:30 1 petra", "03-08T16:00 1 petra")
}
