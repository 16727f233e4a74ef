package tools_test

import (
	"net/http"
	"strings"
	"testing"

	"litmus/models"
	"litmus/models/candidacy"
	"litmus/testdb"
)

// TestToolSecrets proves that no tool hands out what is not to be had by tools (T6): links of candidates, what they
// need, keys, and who the members are. What a plan says of whom letters go to may name an admin, since that is what is
// confirmed (T4).
func TestToolSecrets(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t))
	link := w.Do("POST", "/interviews", w.Ours.Fill(`{"posting_id":"$posting","round_id":"$round",
		"candidate_email":"door@ours.example","externally_scheduled":true,"interviewer_email":"$bram",
		"meeting_link":"https://meet.example/own"}`), w.Key).Want(http.StatusCreated)
	_, token, ok := strings.Cut(link.Text("candidate_link"), "hire.example/s/")
	if !ok {
		t.Fatalf("a link to an external session is %s: no test here would notice one", link.Text("candidate_link"))
	}
	w.Ours.Rows["$outside"], w.Ours.Rows["$visitor"] = link.Text("interview", "id"),
		link.Text("interview", "candidate", "id")
	const need = "zymurgist interpreter" // what candidates need is not for tools (ADR accommodations-stand-apart)
	for _, who := range []string{"$candidate", "$visitor", "$invited"} {
		ref := models.Ref{OrgID: w.Ours.Organization, ID: w.Ours.Rows[who]}
		if err := w.Store.Candidates.Accommodate(t.Context(), ref,
			candidacy.AccommodationOrder{Text: need}); err != nil {
			t.Fatal(err)
		}
	}
	calls := map[string][]string{
		"get_interview":        {`{"id":"$outside","include":["transcript","recording","notes"]}`, `{"id":"$import"}`},
		"get_candidate_status": {`{"candidate_id":"$visitor"}`, `{"candidate_id":"$invited"}`},
		"list_interviews":      {`{}`},
		"list_candidates":      {`{}`},
		"list_submissions":     {`{}`},
		"list_interviewers":    {`{"posting_id":"$cohort"}`},
	}
	for name, arguments := range toolExamples {
		calls[name] = append(calls[name], arguments(w))
	}
	secrets := []string{need, "hire.example/s/", "hire.example/i/", "hire.example/a/", "hire.example/t/", token, "litmus_sk_",
		w.Key[len(w.Key)-6:]}
	listed := w.listed(w.Key)
	for name, several := range calls {
		for _, arguments := range several {
			a := w.call(name, arguments, w.Key)
			a.hides(secrets...)
			if !listed[name].plans() {
				a.hides("root@ours.example", "desk@ours.example") // admins
			}
		}
	}
}
