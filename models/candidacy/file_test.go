package candidacy

import (
	"testing"

	"litmus/models"
)

// TestWhoSeesFiles: the files of a task open with its clock and close with the work; a candidate's own stay theirs.
func TestWhoSeesFiles(t *testing.T) {
	t.Parallel()
	for state, want := range map[string][2]bool{
		models.CandidateInvited: {}, models.CandidateInProgress: {true, true}, models.CandidateSubmitted: {false, true},
		models.CandidateAdvanced: {false, true}, models.CandidateRejected: {false, true}, models.CandidateWithdrawn: {},
		models.CandidateExpired: {},
	} {
		c := models.Candidate{State: state}
		if got := [2]bool{SeesTask(c), SeesOwn(c)}; got != want {
			t.Errorf("who is %s sees the task and their own: %v, want %v", state, got, want)
		}
	}
}

func TestCheckFiles(t *testing.T) {
	t.Parallel()
	now := []models.File{{ID: "fil_1"}, {ID: "fil_2"}}
	for _, shown := range [][]models.File{nil, now} {
		if err := CheckFiles(shown, now); err != nil {
			t.Errorf("%v: %v", shown, err)
		}
	}
	for _, shown := range [][]models.File{{}, now[:1], {now[0], now[1], {ID: "fil_3"}}, {now[0], {ID: "fil_3"}}} {
		if models.KindOf(CheckFiles(shown, now)) != models.Conflict {
			t.Errorf("%v was handed in, and there is %v", shown, now)
		}
	}
}
