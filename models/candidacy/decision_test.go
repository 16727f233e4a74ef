package candidacy

import (
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/desk"
)

func TestParseDecision(t *testing.T) { // §2 Submission
	t.Parallel()
	for _, d := range Decisions {
		if got, err := ParseDecision(d); got != d || err != nil {
			t.Errorf("%s is %q (%v)", d, got, err)
		}
		if got := DecisionOf(models.StateOfDecision(d)); got != d {
			t.Errorf("the state of %s stands for %s", d, got)
		}
	}
	for _, bad := range []string{"", "Advance", "hire", "advance "} {
		if got, err := ParseDecision(bad); got != "" || models.KindOf(err) != models.Invalid {
			t.Errorf("%q is %q (%v)", bad, got, err)
		}
	}
}

func TestDecide(t *testing.T) { // §3 Submission decision
	t.Parallel()
	now := time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC)
	started := now.Add(-time.Hour)
	handedIn := func(decision string) *models.Submission {
		return &models.Submission{OrgID: "org_1", ID: "sub_1", CandidateID: "cand_1", Decision: decision}
	}
	at := func(start time.Duration) *models.Interview {
		begins := now.Add(start)
		ends := begins.Add(time.Hour)
		return &models.Interview{ID: "int_1", StartsAt: begins, EndsAt: ends, WindowEndsAt: &ends}
	}
	for _, c := range []struct {
		about, state string
		facts        DecisionFacts
		decision     string
		seen         string
		want         string // the candidate's state; "" for a refusal
		says         string // of the refusal
		unchanged    bool
	}{
		{about: "advance", state: models.CandidateSubmitted, facts: DecisionFacts{Submission: handedIn(models.DecisionPending)},
			decision: models.DecisionAdvance, seen: models.DecisionPending, want: models.CandidateAdvanced},
		{about: "reject", state: models.CandidateSubmitted, facts: DecisionFacts{Submission: handedIn(models.DecisionPending)},
			decision: models.DecisionReject, seen: models.DecisionPending, want: models.CandidateRejected},
		{about: "another decision", state: models.CandidateRejected,
			facts:    DecisionFacts{Submission: handedIn(models.DecisionReject)},
			decision: models.DecisionAdvance, seen: models.DecisionReject, want: models.CandidateAdvanced},
		{about: "taken back", state: models.CandidateAdvanced, facts: DecisionFacts{Submission: handedIn(models.DecisionAdvance)},
			decision: models.DecisionPending, seen: models.DecisionAdvance, want: models.CandidateSubmitted},
		{about: "sent twice", state: models.CandidateAdvanced, facts: DecisionFacts{Submission: handedIn(models.DecisionAdvance)},
			decision: models.DecisionAdvance, seen: models.DecisionPending, want: models.CandidateAdvanced,
			unchanged: true},
		{about: "another member decided otherwise meanwhile", state: models.CandidateAdvanced,
			facts:    DecisionFacts{Submission: handedIn(models.DecisionAdvance)},
			decision: models.DecisionReject, seen: models.DecisionPending, says: "became advance meanwhile"},
		{about: "an interview is to come", state: models.CandidateSubmitted, facts: DecisionFacts{
			Submission: handedIn(models.DecisionPending), Interview: at(time.Hour)}, decision: models.DecisionReject,
			seen: models.DecisionPending, says: "still to come"},
		{about: "a live interview that has begun", state: models.CandidateInvited, facts: DecisionFacts{
			DeliveryMode: models.DeliverySync, Interview: at(-time.Minute)}, decision: models.DecisionAdvance,
			seen: models.DecisionPending,
			want: models.CandidateAdvanced},
		{about: "a live interview that is over", state: models.CandidateInvited, facts: DecisionFacts{
			DeliveryMode: models.DeliverySync, Interview: at(-2 * time.Hour)}, decision: models.DecisionReject,
			seen: models.DecisionPending,
			want: models.CandidateRejected},
		{about: "a live interview that is to come", state: models.CandidateInvited, facts: DecisionFacts{
			DeliveryMode: models.DeliverySync, Interview: at(time.Millisecond)}, decision: models.DecisionReject,
			seen: models.DecisionPending, says: "still to come"},
		{about: "an external session whose link was not used", state: models.CandidateInvited, facts: DecisionFacts{
			DeliveryMode: models.DeliverySync, Interview: &models.Interview{Source: models.SourceExternal,
				ExternallyScheduled: true}},
			decision: models.DecisionReject, seen: models.DecisionPending, says: "still to come"},
		{about: "taken back while an interview is to come", state: models.CandidateRejected, facts: DecisionFacts{
			DeliveryMode: models.DeliverySync, Interview: at(time.Hour)}, decision: models.DecisionPending,
			seen: models.DecisionReject,
			want: models.CandidateInvited},
		{about: "taken back of one who had started", state: models.CandidateRejected, facts: DecisionFacts{
			Candidate: models.Candidate{StartedAt: &started}, DeliveryMode: models.DeliverySync},
			decision: models.DecisionPending,
			seen:     models.DecisionReject, want: models.CandidateInProgress},
		{about: "who never picked a time", state: models.CandidateInvited, facts: DecisionFacts{DeliveryMode: models.DeliverySync},
			decision: models.DecisionReject, seen: models.DecisionPending, want: models.CandidateRejected},
		{about: "a take-home that was not handed in", state: models.CandidateInProgress, facts: DecisionFacts{
			DeliveryMode: models.DeliveryAsync}, decision: models.DecisionReject, seen: models.DecisionPending,
			says: "revoke the invitation"},
		{about: "a candidate who handed in meanwhile", state: models.CandidateSubmitted, facts: DecisionFacts{
			DeliveryMode: models.DeliverySync, HandedIn: true}, decision: models.DecisionReject,
			seen: models.DecisionPending,
			says: "handed in meanwhile"},
		{about: "a submission that the file keeps", state: models.CandidateSubmitted, facts: DecisionFacts{
			Submission: &models.Submission{ID: "sub_1", Decision: models.DecisionPending, Origin: models.OriginFile}},
			decision: models.DecisionReject, seen: models.DecisionPending, says: "take it over"},
		{about: "a revoked invitation", state: models.CandidateWithdrawn, facts: DecisionFacts{DeliveryMode: models.DeliverySync},
			decision: models.DecisionReject, seen: models.DecisionPending, says: "was revoked"},
	} {
		f := c.facts
		f.Candidate.ID, f.Candidate.State, f.Candidate.Revision = "cand_1", c.state, 4
		if f.Interview != nil {
			i := *f.Interview
			f.Interview = &i
		}
		d, err := DecideCandidate(DecisionOrder{Decision: c.decision, Seen: c.seen}, f, now)
		switch {
		case c.want == "":
			if models.KindOf(err) != models.Conflict || !strings.Contains(err.Error(), c.says) || d.Changed {
				t.Errorf("%s: got %+v (%v), want a refusal that says %q", c.about, d, err, c.says)
			}
			continue
		case err != nil || d.Candidate.State != c.want || d.Changed == c.unchanged:
			t.Errorf("%s: got %+v (%v), want the state %s", c.about, d, err, c.want)
			continue
		case d.Before != c.seen && !c.unchanged:
			t.Errorf("%s: before it was %s, want %s", c.about, d.Before, c.seen)
		}
		if revision := f.Candidate.Revision; d.Changed != (d.Candidate.Revision == revision+1) {
			t.Errorf("%s: the revision is %d, was %d", c.about, d.Candidate.Revision, revision)
		}
		if f.Submission != nil && (d.Submission.Decision != c.decision || d.Submission == f.Submission) {
			t.Errorf("%s: the submission is %+v, want a changed copy", c.about, d.Submission)
		}
	}
}

// A decision takes the candidate out of what REST may book, which §4 rule 4 says, and changes nothing else of it.
func TestDecidedCandidatesAreNotActive(t *testing.T) {
	t.Parallel()
	for _, decision := range Decisions {
		active := decision == models.DecisionPending
		d, err := DecideCandidate(DecisionOrder{Decision: decision, Seen: DecisionOf(models.CandidateRejected)},
			DecisionFacts{Candidate: models.Candidate{State: models.CandidateRejected},
				DeliveryMode: models.DeliverySync}, time.Now())
		if err != nil || models.ActiveState(d.Candidate.State) != active {
			t.Errorf("after %s the state is %s (%v), want active: %t", decision, d.Candidate.State, err, active)
		}
	}
}

// TestDecidable proves D2: a page offers the decisions that are accepted, and says why others have to wait.
func TestDecidable(t *testing.T) {
	t.Parallel()
	now := desk.Mon(12, 0)
	toCome := desk.Scheduled()
	in := func(state string) models.Candidate { return models.Candidate{OrgID: "org", ID: "cand", State: state} }
	handedIn := &models.Submission{ID: "sub", Decision: models.DecisionPending, Origin: models.OriginDashboard}
	for about, c := range map[string]struct {
		f    DecisionFacts
		want string
		wait bool
	}{
		"after a live interview": {DecisionFacts{Candidate: in(models.CandidateInvited), DeliveryMode: models.DeliverySync},
			"advance reject", false},
		"before it": {DecisionFacts{Candidate: in(models.CandidateInvited), DeliveryMode: models.DeliverySync, Interview: &toCome},
			"", true},
		"advanced, with another interview to come": {DecisionFacts{Candidate: in(models.CandidateAdvanced),
			DeliveryMode: models.DeliverySync, Interview: &toCome}, "pending", true},
		"rejected": {DecisionFacts{Candidate: in(models.CandidateRejected), DeliveryMode: models.DeliverySync}, "advance pending",
			false},
		"a take-home that is not handed in": {DecisionFacts{Candidate: in(models.CandidateInvited),
			DeliveryMode: models.DeliveryAsync}, "", false},
		"of somebody who has handed in": {DecisionFacts{Candidate: in(models.CandidateSubmitted), DeliveryMode: models.DeliverySync,
			HandedIn: true, Interview: &toCome}, "", false},
		"an invitation that was revoked": {DecisionFacts{Candidate: in(models.CandidateWithdrawn), DeliveryMode: models.DeliverySync},
			"", false},
		"what was handed in": {DecisionFacts{Candidate: in(models.CandidateSubmitted), Submission: handedIn, HandedIn: true},
			"advance reject", false},
		"what was handed in, before an interview": {DecisionFacts{Candidate: in(models.CandidateSubmitted),
			Submission: handedIn, HandedIn: true, Interview: &toCome}, "", true},
		"what the file keeps": {DecisionFacts{Candidate: in(models.CandidateSubmitted), HandedIn: true,
			Submission: &models.Submission{ID: "sub", Decision: models.DecisionPending, Origin: models.OriginFile}}, "", false},
	} {
		got, wait := Decidable(c.f, now)
		if strings.Join(got, " ") != c.want || (wait != nil) != c.wait || wait != nil && models.KindOf(wait) != models.Conflict {
			t.Errorf("%s: %q, wait %v; want %q, %t", about, got, wait, c.want, c.wait)
		}
	}
}
