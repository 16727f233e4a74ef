package tools_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/access"
	"litmus/models/act"
	"litmus/models/pipeline"
	"litmus/models/timetable"
	"litmus/store/pipelines"
	"litmus/testdb"
)

// page calls a tool that lists, and returns what tells its records apart, and the cursor of the next page.
func (w *world) page(tool string, arguments map[string]any) (ids []string, next string) {
	w.T.Helper()
	text, err := json.Marshal(arguments)
	w.Must(err)
	a := w.call(tool, string(text), w.Key)
	a.hides("@theirs.example")
	var page map[string]json.RawMessage
	a.value(&page)
	for name, field := range page {
		switch {
		case name == "next_cursor" && string(field) != "null":
			w.Must(json.Unmarshal(field, &next))
		case field[0] == '[':
			var records []struct {
				ID, Email string
				Candidate struct{ ID string }
			}
			w.Must(json.Unmarshal(field, &records))
			for _, r := range records {
				ids = append(ids, cmp.Or(r.ID, r.Email, r.Candidate.ID))
			}
		}
	}
	return ids, next
}

// pages reads a list page by page, and returns the cursor of its second page, too.
func (w *world) pages(tool string, arguments map[string]any) (ids []string, second string) {
	w.T.Helper()
	arguments = maps.Clone(arguments)
	for {
		more, next := w.page(tool, arguments)
		ids, second = append(ids, more...), cmp.Or(second, next)
		if next == "" {
			return ids, second
		}
		arguments["cursor"] = next
	}
}

// TestToolLists proves that a list by tool answers 20 records unless it is asked for another number, all of them page
// by page and no one else's, while REST answers as many as before; a cursor works for its organization, its list and
// its filters alone (T1, §8).
func TestToolLists(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t))
	for n := range models.ToolLimit + 1 {
		at := time.Date(2032, 5, 3, 0, 30*n, 0, 0, time.UTC)
		w.book(fmt.Sprintf(`{"posting_id":"$posting","round_id":"$round","candidate_email":"many%d@candidate.example",
			"scheduled_start_at":%q}`, n, models.FormatInstant(at)))
		w.newAssessment()
		w.offers(fmt.Sprintf("many%02d@ours.example", n), at.AddDate(0, 0, 7))
		_, err := w.Pipelines.CreatePosting(ctx, act.By{}, w.Ours.Organization, pipelines.NewPostingID(),
			pipeline.PostingEdit{Kind: models.KindRole, Title: "Another"}, nil)
		w.Must(err)
		w.handInFor(w.invite(fmt.Sprintf("home%d@candidate.example", n), "$assessment"))
	}
	theirs := w.NewKey(w.Theirs.Organization, nil)
	for tool, c := range map[string]struct{ arguments, filter string }{
		"list_roles":        {`{}`, ""},
		"list_interviews":   {`{}`, `"posting_id":"$posting"`},
		"list_interviewers": {`{"posting_id":"$posting"}`, ""},
		"list_candidates":   {`{}`, `"state":"invited"`},
		"list_submissions":  {`{}`, `"status":"decided"`},
		"list_assessments":  {`{}`, `"delivery_mode":"sync"`},
	} {
		var given map[string]any
		w.Must(json.Unmarshal([]byte(w.Ours.Fill(c.arguments)), &given))
		if first, next := w.page(tool, given); len(first) != models.ToolLimit || next == "" {
			t.Errorf("%s answers %d records with the cursor %q, want 20 and one", tool, len(first), next)
		}
		all, _ := w.pages(tool, given)
		given["limit"] = len(all)
		if asked, next := w.page(tool, given); !slices.Equal(all, asked) || next != "" {
			t.Errorf("%s answers %v page by page, %v and the cursor %q at once", tool, all, asked, next)
		}
		given["limit"] = 1
		ones, second := w.pages(tool, given)
		if !slices.Equal(all, ones) {
			t.Errorf("%s answers %v page by page, %v by ones", tool, all, ones)
		}
		if c.filter == "" {
			continue
		}
		cursor := `{"cursor":"` + second + `"`
		w.call(tool, cursor+`}`, theirs).says("cursor ")
		w.call(tool, cursor+`,`+c.filter+`}`, w.Key).says("cursor ")
		if tool != "list_interviews" {
			w.call(tool, `{"cursor":"$cursor"}`, w.Key).says("cursor ") // which is one of interviews
		}
	}
	var rest struct{ Interviews []struct{} }
	w.Must(json.Unmarshal(w.Do("GET", "/interviews", "", w.Key).Want(http.StatusOK).Body, &rest))
	if len(rest.Interviews) <= models.ToolLimit {
		t.Errorf("REST answers %d interviews", len(rest.Interviews))
	}
	var found struct{ Slots []struct{} }
	w.call("find_slots", `{"posting_id":"$posting","round_id":"$round","from":"2032-05-01","to":"2032-05-31"}`, w.Key).
		done().value(&found)
	if len(found.Slots) != models.ToolLimit {
		t.Errorf("find_slots answers %d start times", len(found.Slots))
	}
}

// offers adds a time that an interviewer offers for our posting.
func (w *world) offers(email string, at time.Time) {
	w.T.Helper()
	_, err := w.Availability.AddSlots(ctx, act.By{}, w.Ours.Organization, w.Ours.Rows["$posting"],
		[]timetable.SlotWrite{{InterviewerEmail: email, StartAt: at}})
	w.Must(err)
}

// TestToolInterviewersBounds proves that list_interviewers answers the start times between its bounds, both inclusive,
// and refuses a bound that is none as REST does (T1).
func TestToolInterviewersBounds(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t))
	for day := range 3 {
		w.offers("new@ours.example", time.Date(2032, 6, 1+day, 10, 0, 0, 0, time.UTC))
	}
	const first, second, third = `"2032-06-01T10:00:00.000Z"`, `"2032-06-02T10:00:00.000Z"`, `"2032-06-03T10:00:00.000Z"`
	for bounds, want := range map[string]string{
		``:                               first + `,` + second + `,` + third,
		`,"from":"2032-06-02T10:00:00Z"`: second + `,` + third,
		`,"to":"2032-06-02T10:00:00Z"`:   first + `,` + second,
		`,"from":"2032-06-02T12:00:00+02:00","to":"2032-06-02T10:00:00Z"`: second,
		`,"from":"2032-06-03T10:30:00Z"`:                                  ``,
	} {
		a := w.call("list_interviewers", `{"posting_id":"$posting"`+bounds+`}`, w.Key).done()
		_, new, there := strings.Cut(string(a.Data), `"email":"new@ours.example"`)
		if slots, _, _ := strings.Cut(new, "}"); !there || !strings.Contains(slots, `"slots":[`+want+`]`) {
			t.Errorf("%s answers %s, want the slots [%s] of the new one", a.about, a.Data, want)
		}
	}
}

// TestToolSlotWrites proves that who writes slots by tool reads the start times of the call and no other ones, while
// REST answers all that the interviewer has then (T1, §4 Slots rule 5).
func TestToolSlotWrites(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t))
	writer := w.keyOf(access.InterviewsWrite)
	written := func(names ...string) string {
		var slots []string
		for _, at := range names {
			slots = append(slots, `{"interviewer_email":"$ilse","start_at":"`+at+`"}`)
		}
		return `{"posting_id":"$posting","slots":[` + strings.Join(slots, ",") + `]}`
	}
	const first, second = "2032-06-01T10:00:00.000Z", "2032-06-02T10:00:00.000Z"
	for _, c := range []struct{ tool, arguments, want string }{
		{"add_slots", written(second, first, second), `["` + first + `","` + second + `"]`},
		{"add_slots", written(first), `["` + first + `"]`},
		{"remove_slots", written(first), `["` + first + `"]`},
	} {
		w.call(c.tool, c.arguments, writer).shows(`"slots":` + c.want)
	}
	var rest struct{ Interviewers []struct{ Slots []string } }
	w.Must(json.Unmarshal(w.Do("POST", "/postings/"+w.Ours.Rows["$posting"]+"/slots", w.Ours.Fill(written(first)), w.Key).
		Want(http.StatusOK).Body, &rest))
	if len(rest.Interviewers) != 1 || len(rest.Interviewers[0].Slots) < 3 {
		t.Errorf("REST answers %+v", rest)
	}
}
