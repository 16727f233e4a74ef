package tools_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/store/pipelines"
	"litmus/testdb"
)

// TestToolListsAreShort proves that a list by tool answers 20 records unless it is asked for more, and all of them page
// by page, while REST answers as many as before (T1, §8).
func TestToolListsAreShort(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t))
	for n := range 21 {
		at := time.Date(2032, 5, 3, 0, 30*n, 0, 0, time.UTC)
		w.Do("POST", "/interviews", w.Ours.Fill(fmt.Sprintf(`{"posting_id":"$posting","round_id":"$round",
			"candidate_email":"many%d@candidate.example","scheduled_start_at":%q}`, n, models.FormatInstant(at))),
			w.Key).Want(http.StatusCreated)
		w.call("create_assessment", `{"title":"Quiz","delivery_mode":"async"}`, w.Key).done()
		_, err := w.Availability.AddSlots(ctx, models.By{}, w.Ours.Organization, w.Ours.Rows["$posting"],
			[]models.SlotWrite{{
				InterviewerEmail: fmt.Sprintf("many%02d@ours.example", n), StartAt: at.AddDate(0, 0, 7)}})
		w.Must(err)
		_, err = w.Pipelines.CreatePosting(ctx, models.By{}, w.Ours.Organization, pipelines.NewPostingID(),
			models.PostingEdit{
				Kind: models.KindRole, Title: "Another"})
		w.Must(err)
		var invite struct {
			InviteID string `json:"invite_id"`
		}
		w.Must(json.Unmarshal(w.Do("POST", "/invites", w.Ours.Fill(fmt.Sprintf(`{"posting_id":"$posting",
			"assessment_id":"$assessment","candidate_email":"home%d@candidate.example","candidate_name":"Crow"}`, n)),
			w.Key).Want(http.StatusCreated).Body, &invite))
		ref := models.Ref{OrgID: w.Ours.Organization, ID: invite.InviteID}
		_, _, err = w.Candidates.StartAssessment(ctx, ref)
		w.Must(err)
		_, _, err = w.Candidates.Submit(ctx, ref, models.Answer{Text: "More."}, nil)
		w.Must(err)
	}
	for tool, c := range map[string][2]string{
		"list_roles":        {`{`, "roles"},
		"list_interviews":   {`{`, "interviews"},
		"list_interviewers": {`{"posting_id":"$posting",`, "interviewers"},
		"list_candidates":   {`{`, "candidates"},
		"list_submissions":  {`{`, "submissions"},
		"list_assessments":  {`{`, "assessments"},
	} {
		read := func(more string) (ids []string, next string) {
			var page map[string]json.RawMessage
			arguments := strings.TrimSuffix(c[0]+more, ",") + "}"
			w.Must(json.Unmarshal(w.call(tool, arguments, w.Key).done().Data, &page))
			var records []struct {
				ID, Email string
				Candidate *struct{ ID string }
			}
			w.Must(json.Unmarshal(page[c[1]], &records))
			for _, r := range records {
				id := r.ID + r.Email
				if tool == "list_candidates" {
					id = r.Candidate.ID
				}
				ids = append(ids, id)
			}
			if string(page["next_cursor"]) != "null" {
				w.Must(json.Unmarshal(page["next_cursor"], &next))
			}
			return ids, next
		}
		first, next := read("")
		if len(first) != models.ToolLimit || next == "" {
			t.Errorf("%s answers %d records with the cursor %q, want 20 and one", tool, len(first), next)
			continue
		}
		all := first
		for next != "" {
			var more []string
			more, next = read(fmt.Sprintf(`"cursor":%q,`, next))
			all = slices.Concat(all, more)
		}
		if asked, _ := read(`"limit":100,`); !slices.Equal(all, asked) {
			t.Errorf("%s answers %v page by page, %v at once", tool, all, asked)
		}
	}
	var rest struct{ Interviews []struct{} }
	w.Must(json.Unmarshal(w.Do("GET", "/interviews", "", w.Key).Want(http.StatusOK).Body, &rest))
	if len(rest.Interviews) < 21 {
		t.Errorf("REST answers %d interviews", len(rest.Interviews))
	}
	var found struct{ Slots []struct{} }
	w.call("find_slots", `{"posting_id":"$posting","round_id":"$round","from":"2032-05-01","to":"2032-05-31"}`, w.Key).
		done().value(&found)
	if len(found.Slots) != models.ToolLimit {
		t.Errorf("find_slots answers %d start times", len(found.Slots))
	}
}

// TestToolInterviewersBounds proves that list_interviewers answers the start times between its bounds, both inclusive,
// and refuses a bound that is none as REST does (T1).
func TestToolInterviewersBounds(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t))
	for day := range 3 {
		_, err := w.Availability.AddSlots(ctx, models.By{}, w.Ours.Organization, w.Ours.Rows["$posting"],
			[]models.SlotWrite{{
				InterviewerEmail: "new@ours.example", StartAt: time.Date(2032, 6, 1+day, 10, 0, 0, 0, time.UTC)}})
		w.Must(err)
	}
	for bounds, want := range map[string][]string{
		``:                               {"2032-06-01", "2032-06-02", "2032-06-03"},
		`,"from":"2032-06-02T10:00:00Z"`: {"2032-06-02", "2032-06-03"},
		`,"to":"2032-06-02T10:00:00Z"`:   {"2032-06-01", "2032-06-02"},
		`,"from":"2032-06-02T12:00:00+02:00","to":"2032-06-02T10:00:00Z"`: {"2032-06-02"},
		`,"from":"2032-06-03T10:30:00Z"`:                                  nil,
	} {
		var got struct {
			Interviewers []struct {
				Email string
				Slots []string
			}
		}
		w.call("list_interviewers", `{"posting_id":"$posting"`+bounds+`}`, w.Key).done().value(&got)
		n := slices.IndexFunc(got.Interviewers, func(i struct {
			Email string
			Slots []string
		}) bool {
			return i.Email == "new@ours.example"
		})
		if n < 0 {
			t.Fatalf("%s: %+v", bounds, got)
		}
		var days []string
		for _, s := range got.Interviewers[n].Slots {
			days = append(days, s[:10])
		}
		if !slices.Equal(days, want) {
			t.Errorf("%s: %v, want %v", bounds, days, want)
		}
	}
	for arguments, want := range map[string]string{
		`{"posting_id":"$posting","from":"soon"}`:       `from "soon"`,
		`{"posting_id":"$posting","cursor":"x"}`:        `cursor "x"`,
		`{"posting_id":"$their_posting","from":"soon"}`: "posting",
	} {
		if got := w.call("list_interviewers", arguments, w.Key).refused(); !strings.Contains(got, want) {
			t.Errorf("%s says %q, want %q in it", arguments, got, want)
		}
	}
}

// TestToolSlotWrites proves that who writes slots by tool reads the start times of the call and no other ones, while
// REST answers all that the interviewer has then (T1, §4 Slots rule 5).
func TestToolSlotWrites(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t))
	writer := w.NewKey(w.Ours.Organization, []string{models.InterviewsWrite})
	written := func(names ...string) string {
		var slots []string
		for _, at := range names {
			slots = append(slots, `{"interviewer_email":"$ilse","start_at":"`+at+`"}`)
		}
		return `{"posting_id":"$posting","slots":[` + strings.Join(slots, ",") + `]}`
	}
	const first, second = "2032-06-01T10:00:00.000Z", "2032-06-02T10:00:00.000Z"
	for _, c := range []struct {
		tool  string
		write []string
		want  []string
	}{
		{"add_slots", []string{second, first, second}, []string{first, second}},
		{"add_slots", []string{first}, []string{first}},
		{"remove_slots", []string{first}, []string{first}},
	} {
		var got struct{ Interviewers []struct{ Slots []string } }
		w.call(c.tool, written(c.write...), writer).done().value(&got)
		if len(got.Interviewers) != 1 || !slices.Equal(got.Interviewers[0].Slots, c.want) {
			t.Errorf("%s of %v answers %+v, want %v", c.tool, c.write, got, c.want)
		}
	}
	var rest struct{ Interviewers []struct{ Slots []string } }
	w.Must(json.Unmarshal(w.Do("POST", "/postings/"+w.Ours.Rows["$posting"]+"/slots", w.Ours.Fill(
		`{"slots":[{"interviewer_email":"$ilse","start_at":"`+first+`"}]}`), w.Key).Want(http.StatusOK).Body, &rest))
	if len(rest.Interviewers) != 1 || len(rest.Interviewers[0].Slots) < 3 {
		t.Errorf("REST answers %+v", rest)
	}
}
