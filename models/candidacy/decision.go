package candidacy

import (
	"slices"
	"time"

	"litmus/models"
)

// Decisions are the values of a decision (§2, Submission).
var Decisions = []string{models.DecisionPending, models.DecisionAdvance, models.DecisionReject}

// DecisionOrder is a decision on a candidate as somebody entered it.
type DecisionOrder struct {
	SubmissionID string // what is decided on; "" for a candidate of a live interview, who hands nothing in
	CandidateID  string // read only if there is no submission
	HandedIn     bool   // of a candidate: what they handed in last is decided on, if they did
	Decision     string // [models.DecisionPending] takes a decision back
	Seen         string // the decision that the form showed
	Planned      bool   // a plan is confirmed: what it rests on is compared in the place of Seen (T4)

	Onward *OnwardOrder // how somebody who is advanced goes on, nil for a decision alone
}

// ParseDecision returns the decision of that name; the error is of kind [models.Invalid].
func ParseDecision(s string) (string, error) {
	if !slices.Contains(Decisions, s) {
		return "", models.Invalidf("decision %s is unknown; choose advance, reject or pending", models.Quote(s))
	}
	return s, nil
}

// DecisionFacts are the facts for [DecideCandidate], gathered under the candidate's lock.
type DecisionFacts struct {
	Candidate    models.Candidate
	DeliveryMode string             // of the assessment
	Submission   *models.Submission // nil: the order names none
	HandedIn     bool               // the candidate has a submission, which the order may not name
	Interview    *models.Interview  // of the candidate, that is not canceled; nil for none
}

// Decided is a decision on a candidate as it was made.
type Decided struct {
	Candidate  models.Candidate
	Submission *models.Submission
	Before     string // the decision until then
	Changed    bool   // else it was the same already: a form that was sent twice

	Onward *Onward // as [DecideOnward] decided it, nil if it was not asked for
}

// DecisionOf returns the decision that a candidate's state stands for, the inverse of [models.StateOfDecision].
func DecisionOf(state string) string {
	switch state {
	case models.CandidateAdvanced:
		return models.DecisionAdvance
	case models.CandidateRejected:
		return models.DecisionReject
	}
	return models.DecisionPending
}

// DecideCandidate records a decision at now: on a submission (§3, Submission decision), or on the candidate of a live
// interview, who hands nothing in. The candidate's state follows it, so REST refuses to book or invite them (§4 rule
// 4). It can be changed and taken back, and no letter tells of it. The errors are of kind [models.Conflict]: the form
// showed another decision, there is nothing to decide on yet, the invitation was revoked, an interview is still to
// come, or the organization file keeps the submission (D24).
func DecideCandidate(o DecisionOrder, f DecisionFacts, now time.Time) (Decided, error) {
	now = models.Instant(now)
	d := Decided{Candidate: f.Candidate, Before: DecisionOf(f.Candidate.State)}
	if f.Submission != nil {
		s := *f.Submission
		d.Submission, d.Before = &s, s.Decision
	}
	switch {
	case o.Decision == d.Before:
		return d, nil
	case o.Seen != d.Before && !o.Planned:
		return d, models.Conflictf("The decision became %s meanwhile. Look at it, and decide again.", d.Before)
	case f.Submission == nil && f.HandedIn:
		return d, models.Conflictf("The candidate has handed in meanwhile. Decide on what was handed in.")
	case f.Submission == nil && f.DeliveryMode != models.DeliverySync:
		return d, models.Conflictf("Nothing was handed in yet, so there is nothing to decide on. To end it before, revoke " +
			"the invitation.")
	case f.Submission == nil && f.Candidate.State == models.CandidateWithdrawn:
		return d, models.Conflictf("The invitation was revoked. Send it again before you decide.")
	case o.Decision != models.DecisionPending && f.Interview != nil && f.Interview.ToCome(now):
		return d, models.Conflictf("The candidate has an interview that is still to come. Cancel it first, or decide " +
			"after it.")
	}
	if f.Submission != nil {
		if err := models.CheckOrigin("this submission", f.Submission.Origin); err != nil {
			return d, err
		}
	}
	d.Changed = true
	if d.Submission == nil && o.Decision == models.DecisionPending {
		d.Candidate.State = withoutDecision(d.Candidate)
	} else {
		d.Candidate.State = models.StateOfDecision(o.Decision)
	}
	d.Candidate = d.Candidate.Moved(now)
	if d.Submission != nil {
		d.Submission.Decision, d.Submission.UpdatedAt = o.Decision, now
	}
	return d, nil
}

// Decidable returns the decisions that [DecideCandidate] accepts at now on what the facts name, in the order in which a
// page offers them; none where there is nothing to decide on. wait is why an advance or a reject has to wait for an
// interview, nil if it has not to: then the page has the reason in place of the buttons (D2).
func Decidable(f DecisionFacts, now time.Time) (decisions []string, wait error) {
	before := DecisionOf(f.Candidate.State)
	if f.Submission != nil {
		before = f.Submission.Decision
	}
	over := f
	over.Interview = nil
	for _, to := range []string{models.DecisionAdvance, models.DecisionReject, models.DecisionPending} {
		if to == before {
			continue
		}
		o := DecisionOrder{Decision: to, Seen: before}
		if _, err := DecideCandidate(o, f, now); err == nil {
			decisions = append(decisions, to)
		} else if _, other := DecideCandidate(o, over, now); other == nil {
			wait = err
		}
	}
	return decisions, wait
}

// Change is the change of the candidate by the decision (D4).
func (d Decided) Change() models.Change {
	after := DecisionOf(d.Candidate.State)
	return models.Change{Subject: models.SubjectCandidate, SubjectID: d.Candidate.ID, Kind: models.ChangeDecided,
		At: d.Candidate.UpdatedAt, Details: models.Changed(models.FieldDecision, d.Before, after)}
}

// withoutDecision returns the state of a candidate who has handed nothing in and on whom nothing is decided.
func withoutDecision(c models.Candidate) string {
	if c.StartedAt != nil {
		return models.CandidateInProgress
	}
	return models.CandidateInvited
}
