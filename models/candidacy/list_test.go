package candidacy

import (
	"testing"

	"litmus/models"
	"litmus/models/desk"
)

func TestCandidateStates(t *testing.T) {
	t.Parallel()
	for _, s := range append([]string{""}, CandidateStates...) {
		if err := CheckCandidateState(s); err != nil {
			t.Errorf("%q: %v", s, err)
		}
	}
	for _, s := range []string{"hired", "Invited", "'"} {
		desk.WantRefusal(t, s, models.Invalid, "")(CheckCandidateState(s))
	}
}
