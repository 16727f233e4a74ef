package store_test

import (
	"strings"
	"testing"

	"litmus/models"
	"litmus/models/candidacy"
)

// testPlansOfStates proves that candidates in a state that few are in are found by an index, however many records there
// are (D19, T1): on PostgreSQL with 200,000 it took 100 ms without.
func testPlansOfStates(t *testing.T, f *fixture) {
	t.Helper()
	f.exec("update candidates set state = 'advanced' where id like 'cand_%1'")
	f.exec("update candidates set state = 'expired' where id = 'cand_7'")
	f.exec("update candidates set invited_at = created_at, invite_expires_at = created_at where id = 'cand_8'")
	f.exec("update interviews set canceled_at = created_at where candidate_id = 'cand_8'")
	if f.Postgres() {
		f.exec("analyze candidates")
	}
	s, ran := f.watched()
	for state, want := range map[string]int{models.CandidateWithdrawn: 0, models.CandidateRejected: 0,
		models.CandidateExpired: 2} {
		*ran = nil
		page, _ := must2(s.Pages.Candidates(ctx, f.org.ID, candidacy.CandidateFilter{State: state}, nil, 50))(t)
		if len(page) != want {
			t.Errorf("%d candidates are %s, want %d", len(page), state, want)
		}
		hooked := false
		for _, sql := range *ran {
			if !strings.Contains(sql, "from candidates c") {
				continue
			}
			hooked = true
			plan := f.plan(sql)
			if !strings.Contains(plan, "candidates_by_state") && (state != models.CandidateExpired || f.Postgres()) {
				t.Errorf("who is %s is looked for by\n%s\nof %s", state, plan, sql)
			}
		}
		if !hooked {
			t.Errorf("%s: no statement was seen in %q", state, *ran)
		}
	}
}
