package e2e

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

// try books by [Org.Booking] at a start and returns the answer.
func (o *Org) try(t testing.TB, candidate, start, interviewer string, changes ...any) *Response {
	t.Helper()
	return o.Do(t, "POST", "/interviews", o.Booking(candidate,
		append([]any{"scheduled_start_at", start, "interviewer_email", interviewer}, changes...)...))
}

// §4 rule 2: a named interviewer has one interview at a time, anywhere in the organization; touching ends are free.
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

// The body's link, the posting's for that interviewer, the interviewer's own, else none and a warning.
func TestMeetingLinks(t *testing.T) {
	t.Parallel()
	o := NewOrg(t, "  - {email: bram@northwind.example, name: Bram Quillon, time_zone: "+
		"Europe/London}",
		`  - {email: bram@northwind.example, name: Bram Quillon, time_zone: Europe/London, meeting_link: "https://meet.northwind.example/bram"}`)
	meet := "https://meet." + o.Slug + ".example/"
	graduates := []any{"posting_id", o.Posting("graduates"), "round_id", o.Round("graduates", "main", "portfolio")}
	for i, c := range []struct {
		interviewer, link string
		changes           []any
	}{
		{"bram", "https://meet.example/mine?x=1#y", []any{"meeting_link", "https://meet.example/mine?x=1#y"}},
		{"bram", meet + "bram-engineer", nil},
		{"bram", meet + "bram-engineer", []any{"meeting_link", ""}},
		{"bram", meet + "bram", graduates},
		{"ilse", meet + "ilse", nil},
		{"dora", meet + "dora", nil}, // not assigned to the posting
		{"stranger", "", nil},
		{"", "", nil},
	} {
		email := ""
		if c.interviewer != "" {
			email = o.Email(c.interviewer)
		}
		r := o.try(t, fmt.Sprintf("c%d", i), fmt.Sprintf("2032-06-0%dT10:00:00Z", i+1), email, c.changes...).Want(201)
		if got := r.Text("interview.meeting_link"); got != c.link {
			t.Errorf("%s %v: meeting_link %q, want %q", c.interviewer, c.changes, got, c.link)
		}
		want := []string{}
		if c.link == "" {
			want = []string{"missing_meeting_link"}
		}
		if got := decided(r); !slices.Equal(got, want) {
			t.Errorf("%s %v: warnings %v, want %v", c.interviewer, c.changes, got, want)
		}
	}
}

// Who is briefed when nobody is named: the round's recipients, else the admins, else a warning; warnings come in the
// order of the list.
func TestFallbackRecipients(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	for round, want := range map[string][]string{"systems": {"lead", "second"}, "pairing": {"desk", "root"}} {
		r := o.Book(t, "c-"+round, "round_id", o.Round("engineer", "main", round))
		if got := decided(r); !slices.Equal(got, []string{"missing_meeting_link"}) {
			t.Errorf("%s: warnings %v, want missing_meeting_link", round, got)
		}
		for _, to := range want {
			l := o.Letters(t, o.Email(to), 1)[0]
			if e := l.Event(t); e.Method != "REQUEST" || !slices.Contains(e.Attendees, o.Email(to)) ||
				!slices.Contains(e.Attendees, o.Email("c-"+round)) {
				t.Errorf("%s got %s of %v, want an invitation for both", to, e.Method, e.Attendees)
			}
		}
		o.Settled(t, letterTimeout, r.Text("interview.id"))
	}
	if l := o.Inbox(t, o.Email("root")); len(l) != 1 {
		t.Errorf("an admin got %s, want the one letter of the round without recipients", subjects(l))
	}

	nobody := NewOrg(t, "admins: [root@northwind.example, desk@northwind.example]", "admins: []")
	nobody.Book(t, "x") // the round has recipients
	r := nobody.Book(t, "y", "round_id", nobody.Round("engineer", "main", "pairing"),
		"scheduled_start_at", fromNow(-5*time.Minute))
	if got, want := decided(r), []string{"missing_meeting_link", "no_briefing_recipient",
		"start_in_past"}; !slices.Equal(got, want) {
		t.Errorf("warnings %v, want %v", got, want)
	}
	nobody.Letters(t, nobody.Email("y"), 1)
}
