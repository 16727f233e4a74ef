package tools_test

import (
	"strings"
	"testing"

	"litmus/models/access"
	"litmus/testdb"
)

// anybodyArguments book whoever is free, at a time that Ilse and Bram offer.
const anybodyArguments = `{"posting_id":"$posting","round_id":"$round","candidate_email":"robin@candidate.example",
	"candidate_name":"Robin Example","interviewer_email":"any","scheduled_start_at":"2031-03-09T15:00:00Z"}`

// free is [anybodyArguments] with replacements: old, new, old, new, ….
func free(edits ...string) string { return strings.NewReplacer(edits...).Replace(anybodyArguments) }

// openFree opens a world in which Ilse and Bram offer 15:00 on Sunday the 9th and Ilse alone 16:00.
func openFree(t *testing.T) *world {
	t.Helper()
	w := open(t, testdb.SQLite(t))
	w.call("add_slots", `{"posting_id":"$posting","slots":[
		{"interviewer_email":"$ilse","start_at":"2031-03-09T15:00:00Z"},
		{"interviewer_email":"$ilse","start_at":"2031-03-09T16:00:00Z"},
		{"interviewer_email":"$bram","start_at":"2031-03-09T15:00:00Z"}]}`, w.Key).done()
	return w
}

// T7: interviewer_email "any" names in the plan whose turn it is of those who are free, and the commit books that
// person, or is refused since it is somebody else's turn by then.
func TestAnybody(t *testing.T) {
	t.Parallel()
	w := openFree(t)
	bram, ilse := w.Ours.Rows["$bram"], w.Ours.Rows["$ilse"]
	p := w.plan("book_interview", anybodyArguments, w.Key)
	if got := p.Plan.After.InterviewerEmail; got != bram { // neither has one in these weeks, and Ilse has had one
		t.Fatalf("the plan names %q, want Bram", got)
	}
	done := w.call("book_interview", w.with(anybodyArguments, p.PlanID), w.Key).done()
	if got := done.text("interview", "interviewer_email"); got != bram {
		t.Errorf("booked with %q, planned with Bram", got)
	}
	w.call("book_interview", free("robin@", "kim@", "15:00", "16:00"), w.Key).shows(ilse + " is free, and it is their turn")
	// It becomes somebody else's turn, or nobody is free any more.
	other := free("robin@", "lee@")
	p = w.plan("book_interview", other, w.Key)
	if got := p.Plan.After.InterviewerEmail; got != ilse {
		t.Fatalf("with Bram booked the plan names %q, want Ilse", got)
	}
	w.book(free("robin@", "max@", `"any"`, `"$ilse"`))
	refused := w.call("book_interview", w.with(other, p.PlanID), w.Key)
	refused.says("nobody is free at 2031-03-09T15:00:00.000Z; find_slots has the times")
	refused.says("Nothing was done")
	if got := w.Do("POST", "/interviews", w.Ours.Fill(anybodyArguments), w.Key).Want(400).Refusal(); !strings.Contains(got,
		"interviewer_email") {
		t.Errorf("REST says of any %q", got)
	}
}

// T7: a plan warns where nobody is named although people are free, and says why a time is not offered; a booking over
// REST has no such warning.
func TestPlanOfNobodyAndOfATimeNotOffered(t *testing.T) {
	t.Parallel()
	w := openFree(t)
	nobody := free(`"interviewer_email":"any",`, "")
	w.call("book_interview", nobody, w.Key).shows(`"interviewer_not_named"`,
		w.Ours.Rows["$bram"]+", "+w.Ours.Rows["$ilse"])
	w.call("book_interview", nobody, w.keyOf(access.InterviewsWrite)).hides(w.Ours.Rows["$bram"])
	if got := string(w.Do("POST", "/interviews", w.Ours.Fill(nobody), w.Key).Want(201).Body); strings.Contains(got,
		"interviewer_not_named") {
		t.Errorf("REST warns: %s", got)
	}
	w.call("book_interview", free("15:00", "11:00", "robin@", "kim@"), w.Key).refused()
	for who, want := range map[string]string{
		`"interviewer_email":"$bram",`: "bram@ours.example has not painted this time",
		``:                             "No interviewer offers this time. ",
	} {
		a := w.call("book_interview", free("15:00", "11:00", "robin@", "kim@", `"interviewer_email":"any",`, who), w.Key)
		if got := a.done().text("plan", "not_offered"); !strings.Contains(got, want) {
			t.Errorf("%s: not_offered is %q, want %q in it", who, got, want)
		}
		if got := a.Content[0].Text; !strings.Contains(got, want) {
			t.Errorf("%s: the text is %q, want %q in it", who, got, want)
		}
	}
}

// An interview is moved by its id alone: the posting, the round, the candidate and what is left out stay.
func TestRescheduleByID(t *testing.T) {
	t.Parallel()
	w := openFree(t)
	id := w.book(free(`"any"`, `"$bram","meeting_link":"https://x.example/r"`))
	done := w.commit("reschedule_interview", `{"id":"`+id+`","scheduled_start_at":"2031-03-11T09:00:00Z"}`)
	for name, want := range map[string]string{"id": id, "scheduled_start_at": "2031-03-11T09:00:00.000Z",
		"interviewer_email": w.Ours.Rows["$bram"], "meeting_link": "https://x.example/r",
		"round_id": w.Ours.Rows["$round"], "posting_id": w.Ours.Rows["$posting"]} {
		if got := done.text("interview", name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	again := `{"id":"` + id + `","scheduled_start_at":"2031-03-12T09:00:00Z"}`
	w.call("reschedule_interview", again, w.keyOf(access.InterviewsWrite)).hides(w.Ours.Rows["$bram"])
	w.Do("DELETE", "/interviews/"+id, "", w.Key).Want(200)
	w.call("reschedule_interview", again, w.Key).says("was canceled")
}

// T8: times without an offset are in the organization's zone, in every argument that is a time; each answer names that
// zone and says what time it is, and REST's do not.
func TestToolTimes(t *testing.T) {
	t.Parallel()
	w := openFree(t)
	const at = "2031-03-09T16:00" // 15:00 UTC
	w.call("find_slots", `{"posting_id":"$posting","round_id":"$round","from":"`+at+`","to":"`+at+`"}`, w.Key).
		shows(`"slots":[{"start_at":"2031-03-09T15:00:00.000Z"`)
	day := w.call("find_slots", `{"posting_id":"$posting","round_id":"$round","from":"2031-03-09","to":"2031-03-09"}`,
		w.Key).done()
	if n := strings.Count(string(day.Data), `"start_at"`); n != 2 {
		t.Errorf("the day has %d starts, want 2: %s", n, day.Data)
	}
	p := w.plan("book_interview", free("2031-03-09T15:00:00Z", at), w.Key)
	if got := p.Plan.After.ScheduledStartAt; got != "2031-03-09T15:00:00.000Z" {
		t.Errorf("%s is planned at %s", at, got)
	}
	w.call("add_slots", `{"posting_id":"$posting","slots":[{"interviewer_email":"$bram","start_at":"2031-03-12T09:00"}]}`,
		w.Key).done()
	rest := string(w.Do("GET", w.Ours.Fill("/postings/$posting/slots?round_id=$round&from=2031-03-12&to=2031-03-13"), "",
		w.Key).Want(200).Body)
	if !strings.Contains(rest, "2031-03-12T08:00:00.000Z") || strings.Contains(rest, `"clock"`) {
		t.Errorf("nine o'clock in Berlin is painted at %s, want 08:00Z and no clock", rest)
	}
	w.call("explain_slot", `{"posting_id":"$posting","round_id":"$round","start_at":"2031-03-30T02:30"}`, w.Key).
		says("does not exist in Europe/Berlin") // the clocks skip it
	a := w.call("list_roles", `{}`, w.Key).done()
	for field, want := range map[string]string{"now": "2031-03-03T12:00:00.000Z", "time_zone": "Europe/Berlin",
		"local_time": "Mon 3 Mar 2031 13:00 CET"} {
		if got := a.text("clock", field); got != want {
			t.Errorf("%s is %q, want %q", field, got, want)
		}
	}
}
