package workflows

import (
	"strings"
	"testing"
	"time"

	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/temporal"

	"litmus/models"
)

// Invitations of these tests are made on Thursday at noon and live until the Thursday two weeks later.
var expiry = thu.AddDate(0, 0, 14)

// invited is a world in which Cleo was just invited to a take-home.
func invited(t *testing.T) *world {
	w := newWorld(t, nil)
	i, err := w.do.Store.Candidates.Invite(t.Context(), models.By{}, w.org, models.InviteOrder{PostingID: w.posting.ID,
		AssessmentID: w.assessments["takehome"], CandidateEmail: cleo, CandidateName: "Cleo Cand"})
	w.must(err)
	w.subject, w.ref = Invitation, models.Ref{OrgID: w.org.ID, ID: i.Candidate.ID}
	return w
}

// starts has the candidate start the assessment.
func (w *world) starts() {
	w.t.Helper()
	_, _, err := w.do.Store.Candidates.StartAssessment(w.t.Context(), w.ref)
	w.must(err)
}

func TestInvitation(t *testing.T) {
	t.Parallel()
	t.Run("one letter at once, and the end of it after 14 days", func(t *testing.T) {
		t.Parallel()
		w := invited(t)
		w.run()
		w.happened("Thu 12:00 cleo invitation", "Thu 12:00 ends")
		if last := w.loads[len(w.loads)-1]; !last.Equal(expiry) || w.env.Now().Before(expiry) {
			t.Errorf("it looked last at %s and ended at %s, want %s", last, w.env.Now(), expiry)
		}
		if n := w.countLoads(); n != 3 {
			t.Errorf("%d loads; want one as it begins, after the letter, and as it expires", n)
		}
	})
	t.Run("started: it does not wait for the expiry", func(t *testing.T) {
		t.Parallel()
		w := invited(t)
		w.changes(thu.AddDate(0, 0, 2), w.starts)
		w.run()
		w.happened("Thu 12:00 cleo invitation", "Sat 12:00 ends")
	})
	t.Run("one that was lost goes on from the row: no second letter, the same expiry", func(t *testing.T) {
		t.Parallel()
		w := invited(t)
		w.env.SetContinueAsNewSuggested(true)
		w.run()
		w.begin(thu.AddDate(0, 0, 10))
		w.run()
		w.happened("Thu 12:00 cleo invitation", "Thu 12:00 continues as new", "Thu 12:00 ends")
		if last := w.loads[len(w.loads)-1]; !last.Equal(expiry) {
			t.Errorf("it ended at %s", last)
		}
	})
	t.Run("it continues as new as an invitation", func(t *testing.T) {
		t.Parallel()
		w := invited(t)
		for n := range wakesPerRun {
			w.at(thu.Add(time.Duration(n+1)*time.Minute), w.wake)
		}
		if again := w.run(); again == nil || again.WorkflowType.Name != "Invitation" {
			t.Errorf("it continues as %+v", again)
		}
	})
	t.Run("a candidate who is not there ends it at once", func(t *testing.T) {
		t.Parallel()
		w := invited(t)
		w.ref.ID = "cand_gone"
		w.run()
		w.happened("Thu 12:00 ends")
	})
	t.Run("a letter that fails to the end stops with the invitation", func(t *testing.T) {
		t.Parallel()
		w := invited(t)
		w.refuses[cleo] = 451
		w.begin(expiry.Add(-2 * time.Hour))
		w.run()
		if len(w.diary) != 1 || w.diary[0] < "Thu 12:00" || w.diary[0] > "Thu 12:02 ends" {
			t.Errorf("what happened:\n%s", strings.Join(w.diary, "\n"))
		}
		if w.attempts < 2*50 || w.attempts > 2*70 {
			t.Errorf("%d attempts in two hours; want about one a minute", w.attempts)
		}
	})
}

// TestInvitationNothingPersonal: no input, result, failure, summary or detail names the candidate.
func TestInvitationNothingPersonal(t *testing.T) {
	t.Parallel()
	w := invited(t)
	r := &recorder{DataConverter: converter.GetDefaultDataConverter(),
		FailureConverter: temporal.GetDefaultFailureConverter()}
	w.env.SetDataConverter(r)
	w.env.SetFailureConverter(r)
	w.refuses[cleo] = 451
	w.at(thu.Add(time.Minute), w.look)
	w.sets(thu.Add(30*time.Minute), func() { w.refuses[cleo] = 0 })
	w.at(thu.Add(time.Hour), w.look)
	w.changes(thu.Add(2*time.Hour), w.starts)
	w.run()
	text := r.text.String()
	for _, personal := range []string{"@", "cleo", "candidate.example", "http", "/a/", "/t/", "Cand\"", "not now"} {
		if strings.Contains(strings.ToLower(text), strings.ToLower(personal)) {
			t.Errorf("Temporal learns of %q:\n%s", personal, text)
		}
	}
	for _, expected := range []string{w.ref.ID, "smtp_451", "Waits for: invitation_expires", "Failing:",
		"**invited**, revision 1", "invitation to mail:candidate"} {
		if !strings.Contains(text, expected) {
			t.Errorf("%s was not recorded: the test looks past what it should see", expected)
		}
	}
	if strings.Contains(text, "0001-01-01") {
		t.Errorf("it shows a start that there is none of:\n%s", text)
	}
}
