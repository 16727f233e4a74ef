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
	handedIn := func(decision string) DecisionFacts {
		return DecisionFacts{Submission: &models.Submission{OrgID: "org_1", ID: "sub_1", Decision: decision}}
	}
	live := func(i *models.Interview) DecisionFacts {
		return DecisionFacts{DeliveryMode: models.DeliverySync, Interview: i}
	}
	at := func(start time.Duration) *models.Interview {
		begins := now.Add(start)
		ends := begins.Add(time.Hour)
		return &models.Interview{ID: "int_1", StartsAt: begins, EndsAt: ends, WindowEndsAt: &ends}
	}
	unused := &models.Interview{Source: models.SourceExternal, ExternallyScheduled: true}
	submitted, begun, meanwhile, ofFile := handedIn(models.DecisionPending), live(nil), live(nil),
		handedIn(models.DecisionPending)
	submitted.Interview, begun.Candidate.StartedAt, meanwhile.HandedIn = at(time.Hour), &started, true
	ofFile.Submission.Origin = models.OriginFile
	const pending, advance, reject = models.DecisionPending, models.DecisionAdvance, models.DecisionReject
	for _, c := range []struct {
		about, state   string
		facts          DecisionFacts
		seen, decision string
		want           string // the candidate's state; "" for a refusal
		says           string // of the refusal
	}{
		{"advance", models.CandidateSubmitted, handedIn(pending), pending, advance, models.CandidateAdvanced, ""},
		{"another decision", models.CandidateRejected, handedIn(reject), reject, advance, models.CandidateAdvanced, ""},
		{"taken back", models.CandidateAdvanced, handedIn(advance), advance, pending, models.CandidateSubmitted, ""},
		{"sent twice", models.CandidateAdvanced, handedIn(advance), pending, advance, models.CandidateAdvanced, ""},
		{"another member decided otherwise meanwhile", models.CandidateAdvanced, handedIn(advance), pending, reject, "",
			"became advance meanwhile"},
		{"an interview is to come", models.CandidateSubmitted, submitted, pending, reject, "", "still to come"},
		{"a live interview that has begun", models.CandidateInvited, live(at(-time.Minute)), pending, advance,
			models.CandidateAdvanced, ""},
		{"a live interview that is to come", models.CandidateInvited, live(at(time.Millisecond)), pending, reject, "",
			"still to come"},
		{"an external session whose link was not used", models.CandidateInvited, live(unused), pending, reject, "",
			"still to come"},
		{"taken back while an interview is to come", models.CandidateRejected, live(at(time.Hour)), reject, pending,
			models.CandidateInvited, ""},
		{"taken back of one who had started", models.CandidateRejected, begun, reject, pending,
			models.CandidateInProgress, ""},
		{"who never picked a time", models.CandidateInvited, live(nil), pending, reject, models.CandidateRejected, ""},
		{"a take-home that was not handed in", models.CandidateInProgress,
			DecisionFacts{DeliveryMode: models.DeliveryAsync}, pending, reject, "", "revoke the invitation"},
		{"a candidate who handed in meanwhile", models.CandidateSubmitted, meanwhile, pending, reject, "",
			"handed in meanwhile"},
		{"a submission that the file keeps", models.CandidateSubmitted, ofFile, pending, reject, "", "take it over"},
		{"a revoked invitation", models.CandidateWithdrawn, live(nil), pending, reject, "", "was revoked"},
	} {
		f := c.facts
		f.Candidate.ID, f.Candidate.State, f.Candidate.Revision = "cand_1", c.state, 4
		d, err := DecideCandidate(DecisionOrder{Decision: c.decision, Seen: c.seen}, f, now)
		if c.want == "" {
			desk.WantRefusal(t, c.about, models.Conflict, c.says)(d, err)
			continue
		}
		unchanged := c.about == "sent twice"
		if err != nil || d.Candidate.State != c.want || d.Changed == unchanged {
			t.Errorf("%s: got %+v (%v), want the state %s", c.about, d, err, c.want)
			continue
		}
		if d.Before != c.seen && !unchanged {
			t.Errorf("%s: before it was %s, want %s", c.about, d.Before, c.seen)
		}
		if d.Changed != (d.Candidate.Revision == f.Candidate.Revision+1) {
			t.Errorf("%s: the revision is %d, was %d", c.about, d.Candidate.Revision, f.Candidate.Revision)
		}
		if f.Submission != nil && (d.Submission.Decision != c.decision || d.Submission == f.Submission) {
			t.Errorf("%s: the submission is %+v, want a changed copy", c.about, d.Submission)
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
