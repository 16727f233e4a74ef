package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// again is the file's round main/systems followed by a second round of the same assessment.
var again = []string{"title: Systems, fallback_recipients: [lead@northwind.example, second@northwind.example]}\n",
	"title: Systems, fallback_recipients: [lead@northwind.example, second@northwind.example]}\n" +
		"          - {key: again, type: assessment, assessment: systems, title: Systems again, duration_minutes: 30, " +
		"indefinite: true}\n"}

// decided are the [codes] of what was decided: without side_effects_delayed, which a busy machine adds.
func decided(r *Response) []string {
	r.t.Helper()
	return slices.DeleteFunc(codes(r), func(code string) bool { return code == "side_effects_delayed" })
}

// codes are the codes of a booking's warnings, in order; each warning is an object of code and message.
func codes(r *Response) []string {
	r.t.Helper()
	out := []string{}
	if !r.Has("warnings") {
		return out
	}
	for i := range r.List("warnings") {
		w := fmt.Sprintf("warnings.%d", i)
		if got := strings.Join(r.Keys(w), " "); got != "code message" || r.Text(w+".message") == "" {
			r.t.Errorf("%s: warning %s, want {code, message}", r.about, r.JSON(w))
		}
		out = append(out, r.Text(w+".code"))
	}
	if len(out) == 0 {
		r.t.Errorf("%s: warnings [], want the key absent when there are none", r.about)
	}
	return out
}

// shows wants these fields of the interview, each as JSON.
func (r *Response) shows(want map[string]string) {
	r.t.Helper()
	for field, value := range want {
		if got := r.JSON("interview." + field); got != value {
			r.t.Errorf("%s: %s = %s, want %s", r.about, field, got, value)
		}
	}
}

func fromNow(d time.Duration) string {
	return machineNow().Add(d).UTC().Format("2006-01-02T15:04:05.000Z")
}

// §4 Book, §2 Booking response wrapper: a booking of the required fields alone, and what it takes by default.
func TestBookWithDefaults(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	r := o.Book(t, "cleo", "candidate_name", nil)
	r.shows(map[string]string{"status": `"scheduled"`, "source": `"litmus"`,
		"scheduled_start_at": `"2032-06-01T10:00:00.000Z"`, "duration_minutes": "60", "indefinite": "false",
		"time_zone": `"Europe/Berlin"`, "interviewer_email": `""`, "meeting_link": `""`,
		"externally_scheduled": "false", "call_ended_at": "null", "canceled_at": "null",
		"track_id": `"` + o.Track("engineer", "main") + `"`, "assessment_id": `"` + o.Assessment("systems") + `"`,
		"candidate.name": `""`, "candidate.email": `"` + o.Email("cleo") + `"`})
	if got, want := decided(r), []string{"missing_meeting_link"}; !slices.Equal(got, want) {
		t.Errorf("warnings %v, want %v", got, want)
	}
	if r.Has("candidate_link") {
		t.Error("candidate_link in a standard booking (§2: external only)")
	}
	// §4 rule 5: by email without an invite; the same candidate is found again under any spelling.
	o.Do(t, "POST", "/interviews", o.Booking("cleo", "candidate_email", " CLEO@"+strings.ToUpper(o.Slug)+
		".Example ")).WantError(409, r.Text("interview.id"))
	// another assessment is another record
	other := o.Do(t, "POST", "/interviews", o.Booking("cleo",
		"round_id", o.Round("engineer", "main", "pairing"))).Want(201)
	if other.Text("interview.candidate.id") == r.Text("interview.candidate.id") {
		t.Error("one candidate record for two assessments")
	}
	other.shows(map[string]string{"indefinite": "true", "duration_minutes": "90"})
	utc := NewOrg(t, "time_zone: Europe/Berlin\n  mail", "mail")
	utc.Book(t, "cleo").shows(map[string]string{"time_zone": `"UTC"`})
	utc.Book(t, "zoned", "time_zone", "Asia/Kolkata").shows(map[string]string{"time_zone": `"Asia/Kolkata"`})
}

// §4 rule 4: whose candidate it is, and in which state.
func TestRule4Candidates(t *testing.T) {
	t.Parallel()
	var more strings.Builder
	more.WriteString("submissions:\n")
	for key, decision := range map[string]string{"waiting": "pending", "taken": "advance", "refused": "reject"} {
		fmt.Fprintf(&more, "  - {key: %[1]s, posting: engineer, assessment: systems, candidate: {email: "+
			"%[1]s@northwind.example}, submitted_at: 2026-03-05T10:00:00Z, decision: %[2]s}\n", key, decision)
	}
	o := NewOrg(t, append([]string{"submissions:\n", more.String()}, again...)...)
	for email, state := range map[string]string{"waiting": "submitted", "taken": "advanced", "refused": "rejected"} {
		for _, replace := range []bool{false, true} {
			o.Do(t, "POST", "/interviews", o.Booking(email, "replace_existing", replace)).WantError(409, "is "+state)
		}
	}
	graduate := o.Book(t, "grace", "posting_id", o.Posting("graduates"), "round_id", o.Round("graduates", "main",
		"portfolio")).Text("interview.candidate.id")
	o.Do(t, "POST", "/interviews", o.Booking("x", "candidate_id", graduate)).WantError(409, "posting")
	pair := o.Book(t, "pat", "round_id", o.Round("engineer", "main", "pairing")).Text("interview.candidate.id")
	o.Do(t, "POST", "/interviews", o.Booking("x", "candidate_id", pair, "replace_existing", true)).
		WantError(409, "assessment")
	referred := o.Book(t, "ref", "round_id", o.Round("engineer", "referral", "systems"))
	referred.shows(map[string]string{"track_id": `"` + o.Track("engineer", "referral") + `"`, "duration_minutes": "45"})
	for _, by := range [][]any{{"candidate_id", referred.Text("interview.candidate.id")},
		{"candidate_email", o.Email("ref")}} {
		o.Do(t, "POST", "/interviews", o.Booking("x", append(by, "replace_existing", true)...)).WantError(409, "track")
	}
	// Another round of the same assessment and track is the candidate's too.
	same := o.Book(t, "sam").Text("interview.id")
	o.Do(t, "POST", "/interviews", o.Booking("sam", "round_id", o.Round("engineer", "main", "again"))).
		WantError(409, same)
	o.Book(t, "sam", "round_id", o.Round("engineer", "main", "again"), "replace_existing", true).
		shows(map[string]string{"id": `"` + same + `"`, "duration_minutes": "30", "indefinite": "true",
			"round_id": `"` + o.Round("engineer", "main", "again") + `"`})
}

// §4 rule 8: a reschedule is a full booking of the same interview.
func TestReplace(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	first := o.Book(t, "cleo", "candidate_name", nil, "interviewer_email", o.Email("ilse"), "time_zone", "Asia/Kolkata",
		"meeting_link", "https://meet.example/own")
	id, created := first.Text("interview.id"), first.JSON("interview.created_at")
	candidate := first.Text("interview.candidate.id")
	refused := o.Do(t, "POST", "/interviews", o.Booking("cleo", "replace_existing", false)).
		WantError(409, id, "replace_existing")
	if got := o.Do(t, "GET", "/interviews/"+id, nil).JSON(""); got != first.JSON("interview") {
		t.Errorf("after a refusal (%s)\n%s\nwant\n%s", refused.Error(), got, first.JSON("interview"))
	}
	// What is omitted takes its default again; the candidate's empty name is filled.
	second := o.Do(t, "POST", "/interviews", o.Booking("cleo", "candidate_id", candidate, "candidate_email", nil,
		"candidate_name", "Unread Quillon", "scheduled_start_at", "2032-06-01T10:30:00Z",
		"interviewer_email", o.Email("ilse"), "replace_existing", true)).Want(201) // overlaps itself: no conflict
	second.shows(map[string]string{"id": `"` + id + `"`, "created_at": created,
		"scheduled_start_at": `"2032-06-01T10:30:00.000Z"`, "time_zone": `"Europe/Berlin"`,
		"meeting_link": `"https://meet.` + o.Slug + `.example/ilse"`, "status": `"scheduled"`})
	third := o.Book(t, "cleo", "candidate_name", "Cleo\x07 Quillon", "replace_existing", true)
	third.shows(map[string]string{"id": `"` + id + `"`, "created_at": created, "interviewer_email": `""`,
		"meeting_link": `""`, "candidate.name": `"Cleo Quillon"`, "candidate.id": `"` + candidate + `"`})
	fourth := o.Book(t, "cleo", "candidate_name", "Somebody Quillon", "replace_existing", true)
	fourth.shows(map[string]string{"candidate.name": `"Cleo Quillon"`})
	last := ""
	for _, r := range []*Response{first, second, third, fourth} {
		if at := r.Text("interview.updated_at"); at <= last {
			t.Errorf("updated_at %s after %s, want it to rise", at, last)
		} else {
			last = at
		}
	}
	if got := o.Do(t, "GET", "/interviews?candidate_email="+o.Email("cleo"), nil).Texts("interviews",
		"id"); !slices.Equal(got, []string{id}) {
		t.Errorf("interviews %v, want %s alone", got, id)
	}

	t.Run("the old time is released with the new claim and not before", func(t *testing.T) {
		o.Book(t, "other", "scheduled_start_at", "2032-06-02T10:00:00Z", "interviewer_email", o.Email("bram"))
		mine := o.Book(t, "mine", "scheduled_start_at", "2032-06-02T12:00:00Z", "interviewer_email", o.Email("bram"))
		o.Do(t, "POST", "/interviews", o.Booking("mine", "scheduled_start_at", "2032-06-02T10:30:00Z",
			"interviewer_email", o.Email("bram"), "replace_existing", true)).WantError(409, "bram")
		if got := o.Do(t, "GET", "/interviews/"+
			mine.Text("interview.id"), nil).JSON(""); got != mine.JSON("interview") {
			t.Errorf("a refused replace left\n%s\nwant\n%s", got, mine.JSON("interview"))
		}
		o.Do(t, "POST", "/interviews", o.Booking("third", "scheduled_start_at", "2032-06-02T12:30:00Z",
			"interviewer_email", o.Email("bram"))).WantError(409, "bram")
		o.Book(t, "mine", "scheduled_start_at", "2032-06-02T14:00:00Z", "interviewer_email", o.Email("bram"),
			"replace_existing", true)
		o.Book(t, "third", "scheduled_start_at", "2032-06-02T12:30:00Z", "interviewer_email", o.Email("bram"))
	})
	t.Run("with nothing to replace it is a plain booking", func(t *testing.T) {
		r := o.Book(t, "nothing", "replace_existing", true)
		if r.Text("interview.created_at") != r.Text("interview.updated_at") {
			t.Errorf("created_at %s, updated_at %s, want a new interview",
				r.Text("interview.created_at"), r.Text("interview.updated_at"))
		}
	})
	t.Run("a canceled interview is never revived", func(t *testing.T) {
		o.Do(t, "DELETE", "/interviews/"+id, nil).Want(200)
		for _, replace := range []bool{false, true} {
			r := o.Book(t, "cleo", "replace_existing", replace)
			if r.Text("interview.id") == id || r.Text("interview.candidate.id") != candidate {
				t.Errorf("interview %s of candidate %s, want a new one of %s",
					r.Text("interview.id"), r.Text("interview.candidate.id"), candidate)
			}
			o.Do(t, "DELETE", "/interviews/"+r.Text("interview.id"), nil).Want(200)
		}
	})
	t.Run("a completed interview still stands in the way (§4 rule 1)", func(t *testing.T) {
		r := o.Book(t, "done")
		o.MustRun(t, "interviews", "end-call", r.Text("interview.id"))
		o.Do(t, "POST", "/interviews", o.Booking("done")).WantError(409, "completed")
		o.Book(t, "done", "replace_existing", true).shows(map[string]string{"id": r.JSON("interview.id"),
			"created_at": r.JSON("interview.created_at"), "call_ended_at": "null", "status": `"scheduled"`})
	})
}
