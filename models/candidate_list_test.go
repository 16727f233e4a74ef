package models

import (
	"testing"
	"time"
)

var noonOf2031 = time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC)

func TestCandidateStates(t *testing.T) {
	t.Parallel()
	for _, s := range append([]string{""}, CandidateStates...) {
		if err := CheckCandidateState(s); err != nil {
			t.Errorf("%q: %v", s, err)
		}
	}
	for _, s := range []string{"hired", "Invited", "'"} {
		wantRefusal(t, s, Invalid, "")(CheckCandidateState(s))
	}
}
