package models

import (
	"strings"
	"testing"
	"time"
)

func TestParseDecision(t *testing.T) { // §2 Submission
	t.Parallel()
	for _, d := range Decisions {
		if got, err := ParseDecision(d); got != d || err != nil {
			t.Errorf("%s is %q (%v)", d, got, err)
		}
		if got := DecisionOf(StateOfDecision(d)); got != d {
			t.Errorf("the state of %s stands for %s", d, got)
		}
	}
	for _, bad := range []string{"", "Advance", "hire", "advance "} {
		if got, err := ParseDecision(bad); got != "" || KindOf(err) != Invalid {
			t.Errorf("%q is %q (%v)", bad, got, err)
		}
	}
}

func TestDecide(t *testing.T) { // §3 Submission decision
	t.Parallel()
	now := time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC)
	started := now.Add(-time.Hour)
	handedIn := func(decision string) *Submission {
		return &Submission{OrgID: "org_1", ID: "sub_1", CandidateID: "cand_1", Decision: decision}
	}
	at := func(start time.Duration) *Interview {
		begins := now.Add(start)
		ends := begins.Add(time.Hour)
		return &Interview{ID: "int_1", StartsAt: begins, EndsAt: ends, WindowEndsAt: &ends}
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
		{about: "advance", state: CandidateSubmitted, facts: DecisionFacts{Submission: handedIn(DecisionPending)},
			decision: DecisionAdvance, seen: DecisionPending, want: CandidateAdvanced},
		{about: "reject", state: CandidateSubmitted, facts: DecisionFacts{Submission: handedIn(DecisionPending)},
			decision: DecisionReject, seen: DecisionPending, want: CandidateRejected},
		{about: "another decision", state: CandidateRejected,
			facts:    DecisionFacts{Submission: handedIn(DecisionReject)},
			decision: DecisionAdvance, seen: DecisionReject, want: CandidateAdvanced},
		{about: "taken back", state: CandidateAdvanced, facts: DecisionFacts{Submission: handedIn(DecisionAdvance)},
			decision: DecisionPending, seen: DecisionAdvance, want: CandidateSubmitted},
		{about: "sent twice", state: CandidateAdvanced, facts: DecisionFacts{Submission: handedIn(DecisionAdvance)},
			decision: DecisionAdvance, seen: DecisionPending, want: CandidateAdvanced, unchanged: true},
		{about: "another member decided otherwise meanwhile", state: CandidateAdvanced,
			facts:    DecisionFacts{Submission: handedIn(DecisionAdvance)},
			decision: DecisionReject, seen: DecisionPending, says: "became advance meanwhile"},
		{about: "an interview is to come", state: CandidateSubmitted, facts: DecisionFacts{
			Submission: handedIn(DecisionPending), Interview: at(time.Hour)}, decision: DecisionReject,
			seen: DecisionPending, says: "still to come"},
		{about: "a live interview that has begun", state: CandidateInvited, facts: DecisionFacts{
			DeliveryMode: DeliverySync, Interview: at(-time.Minute)}, decision: DecisionAdvance, seen: DecisionPending,
			want: CandidateAdvanced},
		{about: "a live interview that is over", state: CandidateInvited, facts: DecisionFacts{
			DeliveryMode: DeliverySync, Interview: at(-2 * time.Hour)}, decision: DecisionReject, seen: DecisionPending,
			want: CandidateRejected},
		{about: "a live interview that is to come", state: CandidateInvited, facts: DecisionFacts{
			DeliveryMode: DeliverySync, Interview: at(time.Millisecond)}, decision: DecisionReject,
			seen: DecisionPending, says: "still to come"},
		{about: "an external session whose link was not used", state: CandidateInvited, facts: DecisionFacts{
			DeliveryMode: DeliverySync, Interview: &Interview{Source: SourceExternal, ExternallyScheduled: true}},
			decision: DecisionReject, seen: DecisionPending, says: "still to come"},
		{about: "taken back while an interview is to come", state: CandidateRejected, facts: DecisionFacts{
			DeliveryMode: DeliverySync, Interview: at(time.Hour)}, decision: DecisionPending, seen: DecisionReject,
			want: CandidateInvited},
		{about: "taken back of one who had started", state: CandidateRejected, facts: DecisionFacts{
			Candidate: Candidate{StartedAt: &started}, DeliveryMode: DeliverySync}, decision: DecisionPending,
			seen: DecisionReject, want: CandidateInProgress},
		{about: "who never picked a time", state: CandidateInvited, facts: DecisionFacts{DeliveryMode: DeliverySync},
			decision: DecisionReject, seen: DecisionPending, want: CandidateRejected},
		{about: "a take-home that was not handed in", state: CandidateInProgress, facts: DecisionFacts{
			DeliveryMode: DeliveryAsync}, decision: DecisionReject, seen: DecisionPending,
			says: "revoke the invitation"},
		{about: "a candidate who handed in meanwhile", state: CandidateSubmitted, facts: DecisionFacts{
			DeliveryMode: DeliverySync, HandedIn: true}, decision: DecisionReject, seen: DecisionPending,
			says: "handed in meanwhile"},
		{about: "a submission that the file keeps", state: CandidateSubmitted, facts: DecisionFacts{
			Submission: &Submission{ID: "sub_1", Decision: DecisionPending, Origin: OriginFile}},
			decision: DecisionReject, seen: DecisionPending, says: "take it over"},
		{about: "a revoked invitation", state: CandidateWithdrawn, facts: DecisionFacts{DeliveryMode: DeliverySync},
			decision: DecisionReject, seen: DecisionPending, says: "was revoked"},
	} {
		f := c.facts
		f.Candidate.ID, f.Candidate.State, f.Candidate.Revision = "cand_1", c.state, 4
		if f.Interview != nil {
			i := *f.Interview
			f.Interview = &i
		}
		d, err := Decide(DecisionOrder{Decision: c.decision, Seen: c.seen}, f, now)
		switch {
		case c.want == "":
			if KindOf(err) != Conflict || !strings.Contains(err.Error(), c.says) || d.Changed {
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
		active := decision == DecisionPending
		d, err := Decide(DecisionOrder{Decision: decision, Seen: DecisionOf(CandidateRejected)},
			DecisionFacts{Candidate: Candidate{State: CandidateRejected}, DeliveryMode: DeliverySync}, time.Now())
		if err != nil || ActiveState(d.Candidate.State) != active {
			t.Errorf("after %s the state is %s (%v), want active: %t", decision, d.Candidate.State, err, active)
		}
	}
}

// TestDecidable proves D2: a page offers the decisions that are accepted, and says why others have to wait.
func TestDecidable(t *testing.T) {
	t.Parallel()
	now := mon(12, 0)
	toCome := scheduled()
	in := func(state string) Candidate { return Candidate{OrgID: "org", ID: "cand", State: state} }
	handedIn := &Submission{ID: "sub", Decision: DecisionPending, Origin: OriginDashboard}
	for about, c := range map[string]struct {
		f    DecisionFacts
		want string
		wait bool
	}{
		"after a live interview": {DecisionFacts{Candidate: in(CandidateInvited), DeliveryMode: DeliverySync},
			"advance reject", false},
		"before it": {DecisionFacts{Candidate: in(CandidateInvited), DeliveryMode: DeliverySync, Interview: &toCome},
			"", true},
		"advanced, with another interview to come": {DecisionFacts{Candidate: in(CandidateAdvanced),
			DeliveryMode: DeliverySync, Interview: &toCome}, "pending", true},
		"rejected": {DecisionFacts{Candidate: in(CandidateRejected), DeliveryMode: DeliverySync}, "advance pending",
			false},
		"a take-home that is not handed in": {DecisionFacts{Candidate: in(CandidateInvited),
			DeliveryMode: DeliveryAsync}, "", false},
		"of somebody who has handed in": {DecisionFacts{Candidate: in(CandidateSubmitted), DeliveryMode: DeliverySync,
			HandedIn: true, Interview: &toCome}, "", false},
		"an invitation that was revoked": {DecisionFacts{Candidate: in(CandidateWithdrawn), DeliveryMode: DeliverySync},
			"", false},
		"what was handed in": {DecisionFacts{Candidate: in(CandidateSubmitted), Submission: handedIn, HandedIn: true},
			"advance reject", false},
		"what was handed in, before an interview": {DecisionFacts{Candidate: in(CandidateSubmitted),
			Submission: handedIn, HandedIn: true, Interview: &toCome}, "", true},
		"what the file keeps": {DecisionFacts{Candidate: in(CandidateSubmitted), HandedIn: true,
			Submission: &Submission{ID: "sub", Decision: DecisionPending, Origin: OriginFile}}, "", false},
	} {
		got, wait := Decidable(c.f, now)
		if strings.Join(got, " ") != c.want || (wait != nil) != c.wait || wait != nil && KindOf(wait) != Conflict {
			t.Errorf("%s: %q, wait %v; want %q, %t", about, got, wait, c.want, c.wait)
		}
	}
}
