package tools_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/testdb"
)

// anybodyArguments book whoever is free, at a time that Ilse and Bram offer.
const anybodyArguments = `{"posting_id":"$posting","round_id":"$round","candidate_email":"robin@candidate.example",
	"candidate_name":"Robin Example","interviewer_email":"any","scheduled_start_at":"2031-03-09T15:00:00Z"}`

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
	p := w.plan("book_interview", anybodyArguments, w.Key)
	first := p.Plan.After.InterviewerEmail
	if first != w.Ours.Rows["$bram"] { // neither has an interview in these weeks, and Ilse has interviewed once
		t.Fatalf("the plan names %q, want Bram", first)
	}
	done := w.call("book_interview", w.with(anybodyArguments, p.PlanID), w.Key).done()
	if got := done.text("interview", "interviewer_email"); got != first {
		t.Errorf("booked with %q, planned with %q", got, first)
	}
	says := w.call("book_interview", strings.Replace(strings.Replace(anybodyArguments, "robin@", "kim@", 1), "15:00", "16:00",
		1), w.Key).done().Content[0].Text
	if !strings.Contains(says, w.Ours.Rows["$ilse"]+" is free, and it is their turn") {
		t.Errorf("the text names nobody: %s", says)
	}
	// It becomes somebody else's turn, or nobody is free any more.
	other := strings.Replace(anybodyArguments, "robin@", "lee@", 1)
	p = w.plan("book_interview", other, w.Key)
	if p.Plan.After.InterviewerEmail != w.Ours.Rows["$ilse"] {
		t.Fatalf("who is booked then is planned once more: %+v", p.Plan)
	}
	w.Do("POST", "/interviews", w.Ours.Fill(strings.NewReplacer("robin@", "max@", `"any"`, `"$ilse"`).
		Replace(anybodyArguments)), w.Key).Want(201)
	refusal := w.call("book_interview", w.with(other, p.PlanID), w.Key).refused()
	if !strings.Contains(refusal, "nobody is free at 2031-03-09T15:00:00.000Z; find_slots has times") ||
		!strings.Contains(refusal, "Nothing was done") {
		t.Errorf("once nobody is free, it says %q", refusal)
	}
	if got := w.Do("POST", "/interviews", w.Ours.Fill(anybodyArguments), w.Key).Want(400).Refusal(); !strings.Contains(got,
		"interviewer_email") {
		t.Errorf("REST says of any %q", got)
	}
}

// T7: change_interviewer takes any too, and never chooses who has the interview already.
func TestAnybodyElse(t *testing.T) {
	t.Parallel()
	w := openFree(t)
	booked := w.Do("POST", "/interviews", w.Ours.Fill(strings.Replace(anybodyArguments, `"any"`, `"$bram"`, 1)), w.Key).
		Want(201).Text("interview", "id")
	arguments := `{"id":"` + booked + `","interviewer_email":"any"}`
	p := w.plan("change_interviewer", arguments, w.Key)
	if p.Plan.After.InterviewerEmail != w.Ours.Rows["$ilse"] {
		t.Fatalf("the plan is %+v, want Ilse", p.Plan)
	}
	w.call("change_interviewer", w.with(arguments, p.PlanID), w.Key).done()
	w.call("remove_slots", `{"posting_id":"$posting","slots":[{"interviewer_email":"$bram",
		"start_at":"2031-03-09T15:00:00Z"}]}`, w.Key).done()
	if says := w.call("change_interviewer", arguments, w.Key).refused(); !strings.HasPrefix(says, "nobody else is free") {
		t.Errorf("nobody else offers it: %q", says)
	}
}

// T7: a plan warns where nobody is named although people are free, and says why a time is not offered; a booking over
// REST has no such warning.
func TestPlanOfNobodyAndOfATimeNotOffered(t *testing.T) {
	t.Parallel()
	w := openFree(t)
	nobody := strings.Replace(anybodyArguments, `"interviewer_email":"any",`, "", 1)
	a := w.call("book_interview", nobody, w.Key).done()
	if text := string(a.Data); !strings.Contains(text, `"interviewer_not_named"`) ||
		!strings.Contains(text, w.Ours.Rows["$bram"]+", "+w.Ours.Rows["$ilse"]) {
		t.Errorf("nobody is warned: %s", text)
	}
	unread := w.NewKey(w.Ours.Organization, []string{models.InterviewsWrite})
	if text := w.call("book_interview", nobody, unread).done(); strings.Contains(string(text.Data), w.Ours.Rows["$bram"]) {
		t.Errorf("a key that may only write reads who is free: %s", text.Data)
	}
	if got := string(w.Do("POST", "/interviews", w.Ours.Fill(nobody), w.Key).Want(201).Body); strings.Contains(got,
		"interviewer_not_named") {
		t.Errorf("REST warns: %s", got)
	}
	for change, want := range map[string]string{
		`"any"`:   "",
		`"$bram"`: "bram@ours.example has not painted this time",
		``:        "No interviewer offers this time. ",
	} {
		arguments := strings.NewReplacer("15:00", "11:00", "robin@", "kim@", `"interviewer_email":"any",`,
			`"interviewer_email":`+change+`,`).Replace(anybodyArguments)
		arguments = strings.Replace(arguments, `"interviewer_email":,`, "", 1)
		a := w.call("book_interview", arguments, w.Key)
		if want == "" {
			a.refused()
			continue
		}
		if got := a.done().text("plan", "not_offered"); !strings.Contains(got, want) ||
			!strings.Contains(a.Content[0].Text, got) {
			t.Errorf("%s: not_offered is %q, want %q, also in %s", change, got, want, a.Content[0].Text)
		}
	}
}

// An interview is moved by its id alone: the posting, the round, the candidate and what is left out stay.
func TestRescheduleByID(t *testing.T) {
	t.Parallel()
	w := openFree(t)
	id := w.Do("POST", "/interviews", w.Ours.Fill(strings.NewReplacer(`"any"`, `"$bram","meeting_link":"https://x.example/r"`).
		Replace(anybodyArguments)), w.Key).Want(201).Text("interview", "id")
	done := w.commit("reschedule_interview", `{"id":"`+id+`","scheduled_start_at":"2031-03-11T09:00:00Z"}`)
	for name, want := range map[string]string{"id": id, "scheduled_start_at": "2031-03-11T09:00:00.000Z",
		"interviewer_email": w.Ours.Rows["$bram"], "meeting_link": "https://x.example/r",
		"round_id": w.Ours.Rows["$round"], "posting_id": w.Ours.Rows["$posting"]} {
		if got := done.text("interview", name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	unread := w.NewKey(w.Ours.Organization, []string{models.InterviewsWrite})
	plan := w.call("reschedule_interview", `{"id":"`+id+`","scheduled_start_at":"2031-03-12T09:00:00Z"}`, unread).done()
	if strings.Contains(string(plan.Data)+plan.Content[0].Text, w.Ours.Rows["$bram"]) {
		t.Errorf("a key that may only write reads who interviews: %s %s", plan.Data, plan.Content[0].Text)
	}
	w.Do("DELETE", "/interviews/"+id, "", w.Key).Want(200)
	says := w.call("reschedule_interview", `{"id":"`+id+`","scheduled_start_at":"2031-03-12T09:00:00Z"}`, w.Key).refused()
	if !strings.Contains(says, "was canceled") {
		t.Errorf("a canceled one: %q", says)
	}
}

// T8: times without an offset are in the organization's zone, in every argument that is a time; each answer names that
// zone and says what time it is, and REST's do not.
func TestToolTimes(t *testing.T) {
	t.Parallel()
	w := openFree(t)
	zone := models.Location("Europe/Berlin")
	local := func(text string) string {
		at, err := time.Parse(time.RFC3339, text)
		w.Must(err)
		return at.In(zone).Format("2006-01-02T15:04")
	}
	at := local("2031-03-09T15:00:00Z")
	found := w.call("find_slots", fmt.Sprintf(`{"posting_id":"$posting","round_id":"$round","from":%q,"to":%q}`, at, at),
		w.Key).done()
	if !strings.Contains(string(found.Data), `"slots":[{"start_at":"2031-03-09T15:00:00.000Z"`) {
		t.Errorf("find_slots of %s answers %s", at, found.Data)
	}
	day := w.call("find_slots", `{"posting_id":"$posting","round_id":"$round","from":"2031-03-09","to":"2031-03-09"}`,
		w.Key).done()
	if n := strings.Count(string(day.Data), `"start_at"`); n != 2 {
		t.Errorf("the day has %d starts, want 2: %s", n, day.Data)
	}
	p := w.plan("book_interview", strings.Replace(anybodyArguments, "2031-03-09T15:00:00Z", at, 1), w.Key)
	if got := p.Plan.After.ScheduledStartAt; got != "2031-03-09T15:00:00.000Z" {
		t.Errorf("%s is planned at %s", at, got)
	}
	w.call("add_slots", `{"posting_id":"$posting","slots":[{"interviewer_email":"$bram","start_at":"2031-03-12T09:00"}]}`,
		w.Key).done()
	if got := string(w.Do("GET", "/postings/"+w.Ours.Rows["$posting"]+"/slots?round_id="+w.Ours.Rows["$round"]+
		"&from=2031-03-12&to=2031-03-13", "", w.Key).Want(200).Body); !strings.Contains(got, "2031-03-12T08:00:00.000Z") ||
		strings.Contains(got, `"clock"`) {
		t.Errorf("nine o'clock in Berlin is painted at %s", got)
	}
	says := w.call("explain_slot", `{"posting_id":"$posting","round_id":"$round","start_at":"2031-03-30T02:30"}`, w.Key).
		refused()
	if !strings.Contains(says, "does not exist in Europe/Berlin") {
		t.Errorf("a time that the clocks skip: %q", says)
	}
	for name, arguments := range toolExamples {
		var got struct {
			Clock *struct {
				Now       string
				LocalTime string `json:"local_time"`
				TimeZone  string `json:"time_zone"`
			}
		}
		a := w.call(name, arguments(w), w.Key).done()
		if err := json.Unmarshal(a.Data, &got); err != nil || got.Clock == nil ||
			got.Clock.Now != "2031-03-03T12:00:00.000Z" || got.Clock.TimeZone != "Europe/Berlin" ||
			got.Clock.LocalTime != "Mon 3 Mar 2031 13:00 CET" {
			t.Errorf("%s does not say what time it is: %s", name, a.Data)
		}
	}
}
