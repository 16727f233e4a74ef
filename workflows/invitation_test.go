package workflows

import (
	"testing"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/candidacy"
)

// Invitations of these tests are made on Thursday at noon and live until the Thursday two weeks later.
var expiry = thu.AddDate(0, 0, 14)

// invited is a world in which Cleo was just invited to a take-home.
var invited setting = func(t *testing.T) *world {
	w := newWorld(t, nil)
	w.subject, w.ref = Invitation, invitation(t, w)
	return w
}

// invitation invites Cleo to the take-home.
func invitation(t *testing.T, w *world) models.Ref {
	t.Helper()
	i, err := w.do.Store.Candidates.Invite(t.Context(), act.By{}, w.org, candidacy.InviteOrder{PostingID: w.posting.ID,
		AssessmentID: w.assessments["takehome"], CandidateEmail: cleo, CandidateName: "Cleo Cand"})
	w.must(err)
	return models.Ref{OrgID: w.org.ID, ID: i.Candidate.ID}
}

// starts has the candidate start the assessment.
func (w *world) starts() {
	w.t.Helper()
	_, _, err := w.do.Store.Candidates.StartAssessment(w.t.Context(), w.ref)
	w.must(err)
}

func TestInvitation(t *testing.T) {
	t.Parallel()
	invited.play(t, "one letter at once, and the end of it after 14 days", func(t *testing.T, w *world) {
		w.run()
		w.happened("Thu 12:00 cleo invitation", "Thu 12:00 ends")
		if last := w.loads[len(w.loads)-1]; !last.Equal(expiry) || w.env.Now().Before(expiry) {
			t.Errorf("it looked last at %s and ended at %s, want %s", last, w.env.Now(), expiry)
		}
		if n := w.countLoads(); n != 3 {
			t.Errorf("%d loads; want one as it begins, after the letter, and as it expires", n)
		}
	})
	invited.play(t, "started: it does not wait for the expiry", func(t *testing.T, w *world) {
		w.changes(thu.AddDate(0, 0, 2), w.starts)
		w.run()
		w.happened("Thu 12:00 cleo invitation", "Sat 12:00 ends")
	})
}
