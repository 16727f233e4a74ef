package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

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
	return answered(machineNow().Add(d))
}

// §4 Book, §2 Booking response wrapper: a booking of the required fields alone, and what it takes by default.
func TestBookWithDefaults(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	r := o.Book(t, "cleo", "candidate_name", nil)
	r.shows(map[string]string{"status": `"scheduled"`, "source": `"litmus"`, "duration_minutes": "60",
		"indefinite": "false", "time_zone": `"Europe/Berlin"`, "interviewer_email": `""`, "meeting_link": `""`,
		"externally_scheduled": "false", "candidate.name": `""`, "candidate.email": `"` + o.Email("cleo") + `"`})
	if got, want := decided(r), []string{"missing_meeting_link"}; !slices.Equal(got, want) {
		t.Errorf("warnings %v, want %v", got, want)
	}
	if r.Has("candidate_link") {
		t.Error("candidate_link in a standard booking (§2: external only)")
	}
	// §4 rule 5: by email without an invite; the same candidate is found again under any spelling.
	o.Do(t, "POST", "/interviews", o.Booking("cleo", "candidate_email", " CLEO@"+strings.ToUpper(o.Slug)+
		".Example ")).WantError(409, r.Text("interview.id"))
	utc := NewOrg(t, "time_zone: Europe/Berlin\n  mail", "mail")
	utc.Book(t, "cleo").shows(map[string]string{"time_zone": `"UTC"`})
}

// §4 rule 8: a reschedule is a full booking of the same interview. More in models/booking and package store.
func TestReplace(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	first := o.Book(t, "cleo", "candidate_name", nil, "interviewer_email", o.Email("ilse"), "time_zone", "Asia/Kolkata",
		"meeting_link", "https://meet.example/own")
	id, candidate := first.Text("interview.id"), first.Text("interview.candidate.id")
	o.Do(t, "POST", "/interviews", o.Booking("cleo")).WantError(409, id, "replace_existing")
	if got := o.Do(t, "GET", "/interviews/"+id, nil).JSON(""); got != first.JSON("interview") {
		t.Errorf("after a refusal\n%s\nwant\n%s", got, first.JSON("interview"))
	}
	// What is omitted takes its default again; the candidate's empty name is filled. It overlaps itself: no conflict.
	second := o.Book(t, "cleo", "candidate_id", candidate, "candidate_email", nil, "candidate_name", "Cleo\x07 Quillon",
		"scheduled_start_at", "2032-06-01T10:30:00Z", "interviewer_email", o.Email("ilse"), "replace_existing", true)
	second.shows(map[string]string{"id": `"` + id + `"`, "created_at": first.JSON("interview.created_at"),
		"scheduled_start_at": `"2032-06-01T10:30:00.000Z"`, "time_zone": `"Europe/Berlin"`,
		"meeting_link": `"https://meet.` + o.Slug + `.example/ilse"`, "candidate.name": `""`})
	third := o.Book(t, "cleo", "candidate_name", "Cleo\x07 Quillon", "replace_existing", true)
	third.shows(map[string]string{"id": `"` + id + `"`, "interviewer_email": `""`, "candidate.name": `"Cleo Quillon"`})
	if third.Text("interview.updated_at") <= first.Text("interview.updated_at") {
		t.Errorf("updated_at %s, want it to rise", third.Text("interview.updated_at"))
	}
	ids := o.Do(t, "GET", "/interviews?candidate_email="+o.Email("cleo"), nil).Texts("interviews", "id")
	if !slices.Equal(ids, []string{id}) {
		t.Errorf("interviews %v, want %s alone", ids, id)
	}
}
