package tools_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"litmus/models/act"
	"litmus/models/candidacy"
	"litmus/testdb"
)

// TestToolStatements proves that a read by tool runs as many statements whatever there is, few in all, and as many as
// its twin of REST (T1).
func TestToolStatements(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t))
	w.handIn()
	calls := map[string]struct{ arguments, rest string }{
		"list_roles":          {`{}`, "/roles"},
		"get_pipeline":        {`{"posting_id":"$posting"}`, "/postings/$posting/pipeline"},
		"get_pipeline_status": {`{"posting_id":"$posting"}`, ""},
		"list_interviews":     {`{}`, "/interviews"},
		"get_interview":       {`{"id":"$interview"}`, "/interviews/$interview"},
		"list_interviewers":   {`{"posting_id":"$posting"}`, "/postings/$posting/interviewers"},
		"find_slots": {`{"posting_id":"$posting","round_id":"$round"}`,
			"/postings/$posting/slots?round_id=$round"},
		"explain_slot": {`{"posting_id":"$posting","round_id":"$round",
			"start_at":"2032-03-01T15:00:00Z"}`, ""},
		"list_candidates":      {`{}`, ""},
		"get_candidate_status": {`{"candidate_id":"$candidate"}`, ""},
		"list_submissions":     {`{}`, ""},
		"get_submission":       {`{"submission_id":"$handed_in"}`, ""},
		"get_answer":           {`{"submission_id":"$handed_in"}`, ""},
		"list_assessments":     {`{}`, ""},
		"get_assessment":       {`{"assessment_id":"$assessment"}`, ""},
		"report":               {`{}`, ""},
		"load_report":          {`{}`, ""},
		"get_rubric":           {`{"assessment_id":"$assessment"}`, ""},
		"list_pools":           {`{}`, ""},
	}
	for name, l := range w.listed(w.Key) {
		if _, ok := calls[name]; l.Annotations.ReadOnlyHint && !ok {
			t.Errorf("%s reads and is not counted here", name)
		}
	}
	before := map[string]int{}
	for name, c := range calls {
		w.call(name, c.arguments, w.Key).done() // the first one may fill caches
		before[name] = w.Statements(func() { w.call(name, c.arguments, w.Key).done() })
		if before[name] == 0 || before[name] > 12 {
			t.Errorf("%s runs %d statements", name, before[name])
		}
		if c.rest == "" {
			continue
		}
		if rest := w.Statements(func() { w.Do("GET", w.Ours.Fill(c.rest), "", w.Key).Want(http.StatusOK) }); rest !=
			before[name] {
			t.Errorf("%s runs %d statements, GET %s %d", name, before[name], c.rest, rest)
		}
	}
	w.crowd()
	for name, c := range calls {
		if after := w.Statements(func() { w.call(name, c.arguments, w.Key).done() }); after != before[name] {
			t.Errorf("%s runs %d statements where there is more, %d before", name, after, before[name])
		}
	}
}

// crowd adds to what every tool reads.
func (w *world) crowd() {
	w.T.Helper()
	for n := range 4 {
		email := fmt.Sprintf("crowd%d@ours.example", n)
		w.handInFor(w.invite(email, "$assessment"))
		w.book(fmt.Sprintf(`{"posting_id":"$posting","round_id":"$round","candidate_email":%q,
			"interviewer_email":"$bram","scheduled_start_at":"2032-05-0%dT10:00:00Z"}`, email, n+1))
		w.offers(fmt.Sprintf("more%d@ours.example", n), time.Date(2032, 3, 1+n, 10, 0, 0, 0, time.UTC))
		w.newAssessment()
	}
	_, err := w.Candidates.Grade(ctx, act.By{}, w.Ours.Organization, w.Ours.Rows["$handed_in"],
		candidacy.GradeOrder{Notes: "Read."})
	w.Must(err)
}
