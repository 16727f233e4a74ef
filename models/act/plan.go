package act

import (
	"crypto/hmac"
	"encoding/base64"
	"encoding/binary"
	"io"
	"slices"
	"strings"
	"time"

	"litmus/models"
	"litmus/models/effect"
	"litmus/models/keyring"
)

// PlanLife is how long a plan can be confirmed.
const PlanLife = 10 * time.Minute

// Fact is something that an act rests on, in a version that is equal only as long as nothing of it has changed.
type Fact struct {
	About   FactAbout
	Version string
}

// FactAbout says what a fact is about.
type FactAbout byte

// The facts of an act. The values stand in plans that were given out.
const (
	FactInterview    FactAbout = iota + 1 // that is changed or replaced, with its revision
	FactCandidate                         // the candidate's record
	FactSubmission                        // that is decided on
	FactAvailability                      // whether the start is offered, by anybody and by the interviewer
	FactOutcome                           // what the records would be afterwards
	FactSending                           // what would be sent, to whom, and whether it waits
	FactParts                             // which of several acts can be done
)

// factWords say what has changed, for whoever confirmed a plan that rests on it.
var factWords = map[FactAbout]string{
	FactInterview:    "the interview was changed, made or canceled meanwhile",
	FactCandidate:    "the candidate's record was changed meanwhile",
	FactSubmission:   "the submission was changed meanwhile",
	FactAvailability: "the time is offered now and was not before, or is not offered any more",
	FactOutcome: "what would be stored is not what the plan says: something that it rests on, such as a setting of " +
		"the posting or a link of the interviewer, was changed meanwhile",
	FactSending: "what would be sent, or to whom, is not what the plan says",
	FactParts:   "not the same ones can be done any more: what is left out, and why, is not what the plan says",
}

// Facts are what the act of the preview rests on. The dismissal of a notetaker is not one of them: a replace dismisses
// it before it decides. Two previews with equal facts change the same records in the same way, and send the same once
// what is owed already has left: see [Preview.Foreseen].
func (p Preview) Facts() []Fact {
	read := map[FactAbout]string{FactInterview: "none", FactCandidate: "none", FactSubmission: "none"}
	for _, r := range p.Read { // two records of a candidate who goes on
		version := r.ID + " " + models.JSONText(r.Revision) + " " + models.FormatInstant(r.ChangedAt)
		if read[r.About] != "none" {
			version = read[r.About] + " " + version
		}
		read[r.About] = version
	}
	return []Fact{
		{FactInterview, read[FactInterview]},
		{FactCandidate, read[FactCandidate]},
		{FactSubmission, read[FactSubmission] + " " + p.DecidedBefore},
		{FactAvailability, models.JSONText(p.Offered)},
		{FactOutcome, p.outcome()},
		{FactSending, models.JSONText([][]string{p.effectKeys(p.foreseen.Sent), p.effectKeys(p.foreseen.Follow),
			p.effectKeys(p.foreseen.Held)})},
	}
}

// outcome is what the records would be, without what differs each time that it is decided: ids of new rows, what was
// made of them, instants of the decision, and revisions, which [FactInterview] has.
func (p Preview) outcome() string {
	var codes []string
	for _, w := range p.Warnings {
		if w.Code != WarnNoTimeToPick {
			codes = append(codes, w.Code)
		}
	}
	a := p.After
	start := ""
	if !a.ExternallyScheduled {
		start = models.FormatInstant(a.StartsAt)
	}
	var reason *models.Reason
	if r := a.Reason; r != nil && r.Revision == a.Revision { // given by the act, else it was there before
		reason = r.At(0)
	}
	return models.JSONText(struct {
		Round, Track, Assessment, Source, Start, Zone, Interviewer, Link, LinkSource, LinkMaker string
		Minutes                                                                                 int
		Indefinite, External, Canceled, Ended, Copy                                             bool
		Briefed                                                                                 []string
		Email, Name, State, CandidateTrack, CandidateAssessment, Decision                       string
		Warnings                                                                                []string

		Next   *nextOutcome   `json:",omitempty"`
		Reason *models.Reason `json:",omitempty"`
		Panel  []seatOutcome  `json:",omitempty"`
	}{
		a.RoundID, a.TrackID, a.AssessmentID, a.Source, start, a.TimeZone, a.InterviewerEmail, p.MeetingLink(),
		a.LinkSource, a.LinkMaker, a.DurationMinutes, a.Indefinite, a.ExternallyScheduled, a.CanceledAt != nil,
		a.CallEndedAt != nil, a.CalendarCopy, a.BriefingRecipients, p.Candidate.Email, p.Candidate.Name,
		p.Candidate.State, p.Candidate.TrackID, p.Candidate.AssessmentID, p.Decision, codes, outcomeOf(p.Next),
		reason, panelOutcome(a.Panel),
	})
}

// seatOutcome is a place in the panel, without since when it is taken.
type seatOutcome struct {
	Email, Seat, Role string
	Optional, Copy    bool
}

func panelOutcome(panel []models.Seated) (out []seatOutcome) {
	for _, s := range panel {
		out = append(out, seatOutcome{s.Email, s.Seat, s.Role, s.Optional, s.CalendarCopy})
	}
	return out
}

// nextOutcome is what the record of the next step would be.
type nextOutcome struct {
	Assessment, Track, State, Name string
	Invited                        bool
}

func outcomeOf(next *models.Candidate) *nextOutcome {
	if next == nil {
		return nil
	}
	return &nextOutcome{next.AssessmentID, next.TrackID, next.State, next.Name, next.InvitedAt != nil}
}

// effectKeys are texts for the effects, equal if they do the same for the same people. Of a replace the dismissal of
// the notetaker is none of them: it is over when the replace is decided.
func (p Preview) effectKeys(effects []effect.Effect) []string {
	out := []string{}
	for _, e := range effects {
		if p.replaces && e.Kind == effect.NotetakerDismissed {
			continue
		}
		previous := ""
		if !e.PreviousStart.IsZero() {
			previous = models.FormatInstant(e.PreviousStart)
		}
		key := []any{e.Target, e.Kind, e.Role, e.Email, e.StandsIn, e.Invitation, e.AssessmentLink, previous, e.Before,
			e.Resend != nil}
		if e.Reason != "" {
			key = append(key, e.Reason)
		}
		out = append(out, models.JSONText(key))
	}
	slices.Sort(out)
	return out
}

// PlanTerms say whose plan it is and of what; a plan is worth nothing under other terms.
type PlanTerms struct {
	OrgID, KeyID, Tool string
	Arguments          []byte // in one spelling: JSON with sorted names
}

// Plan is a plan that was given out and has come back to be carried out (T4).
type Plan struct {
	ID        string // random
	ExpiresAt time.Time
	facts     []byte // one after another: what each is about, and a keyed hash of its version
}

const (
	planPrefix    = "plan_"
	planIDBytes   = 12
	planHashBytes = 6 // of a fact
	planMacBytes  = 16
	planHead      = 8 + planIDBytes // its end in Unix seconds, and its id
)

// SignPlan returns the id by which a plan that rests on the facts is confirmed, and until when it can be. It holds all
// that the confirmation needs, so a plan that nobody confirms is stored nowhere. random gives its id.
func SignPlan(s keyring.Secret, t PlanTerms, facts []Fact, random io.Reader,
	now time.Time) (token string, expires time.Time, err error) {
	expires = now.Add(PlanLife).UTC().Truncate(time.Second)
	body := binary.BigEndian.AppendUint64(nil, uint64(expires.Unix()))
	body = append(body, make([]byte, planIDBytes)...)
	if _, err := io.ReadFull(random, body[8:planHead]); err != nil {
		return "", time.Time{}, err
	}
	for _, f := range facts {
		body = append(body, byte(f.About))
		body = append(body, factHash(s, body[8:planHead], f)...)
	}
	return planPrefix + s.Signed("plan "+t.OrgID, planMacBytes, body, t.message(body)), expires, nil
}

// ReadPlan is the inverse of [SignPlan]. The error is [models.Invalid] for what is no plan, and in the same words for
// one of another organization, key or tool, or for other arguments. A plan that has expired is no error: see
// [Plan.Expired].
func ReadPlan(s keyring.Secret, t PlanTerms, token string) (Plan, error) {
	text, known := strings.CutPrefix(token, planPrefix)
	b, ok := s.Unsigned("plan "+t.OrgID, planMacBytes, text, t.message)
	if !known || !ok || len(b) < planHead {
		return Plan{}, models.Invalidf("plan_id %s is not of a plan for these arguments; call %s with the same arguments and "+
			"without plan_id, and confirm the plan that you get", models.Quote(token), t.Tool)
	}
	return Plan{ID: base64.RawURLEncoding.EncodeToString(b[8:planHead]), facts: b[planHead:],
		ExpiresAt: time.Unix(int64(binary.BigEndian.Uint64(b)), 0).UTC()}, nil
}

// Expired reports whether the plan cannot be confirmed any more at now.
func (p Plan) Expired(now time.Time) bool { return !now.Before(p.ExpiresAt) }

// Check returns a [PlanChanged] unless the plan rests on these facts.
func (p Plan) Check(s keyring.Secret, facts []Fact) error {
	id, err := keyring.DecodeToken(p.ID)
	if err != nil {
		return err
	}
	length := 0
	var changed []FactAbout
	for _, f := range facts {
		same := slices.ContainsFunc(s.Each(), func(by keyring.Secret) bool {
			one, at := append([]byte{byte(f.About)}, factHash(by, id, f)...), length
			return at+len(one) <= len(p.facts) && hmac.Equal(one, p.facts[at:at+len(one)])
		})
		if !same {
			changed = append(changed, f.About)
		}
		length += 1 + planHashBytes
	}
	if len(changed) == 0 && length == len(p.facts) {
		return nil
	}
	return &PlanChanged{About: changed}
}

// PlanChanged says that what a plan rests on is not as it was. It is of kind [models.Conflict].
type PlanChanged struct{ About []FactAbout }

// Words say what has changed. What would be stored differs with the records that were read, so it is named only where
// they are as they were; and all else differs where other ones of several acts can be done.
func (e *PlanChanged) Words() []string {
	if slices.Contains(e.About, FactParts) {
		return []string{factWords[FactParts]}
	}
	out := []string{} // JSON: a list, never null
	for _, a := range e.About {
		if a != FactOutcome || !slices.ContainsFunc(e.About, FactAbout.isRead) {
			out = append(out, factWords[a])
		}
	}
	return out
}

// isRead reports whether the fact is about a record or an availability, and not about what would follow from them.
func (a FactAbout) isRead() bool { return a != FactOutcome && a != FactSending }

func (e *PlanChanged) Error() string {
	return "nothing was done, since the plan does not hold any more: " + strings.Join(e.Words(), "; ") +
		". Look at the new plan, and confirm that one"
}

// Unwrap returns the error with its kind.
func (e *PlanChanged) Unwrap() error { return &models.Error{Kind: models.Conflict, Message: e.Error()} }

// PlanExpired is the [models.Conflict] for a plan that was confirmed too late.
func PlanExpired(p Plan) error {
	return models.Conflictf("nothing was done, since the plan could be confirmed until %s only. Look at the new plan, and "+
		"confirm that one", models.FormatInstant(p.ExpiresAt))
}

// factHash is a short keyed hash of a fact for the plan of that id: whoever has the plan cannot find out by guessing
// what was read.
func factHash(s keyring.Secret, id []byte, f Fact) []byte {
	return s.MAC("plan fact", planHashBytes, slices.Concat(id, []byte{byte(f.About)}, []byte(f.Version)))
}

// message is what the MAC of a plan is made of; no text runs into the next.
func (t PlanTerms) message(body []byte) []byte {
	return slices.Concat(body, []byte(models.JSONText([]string{t.KeyID, t.Tool})), t.Arguments)
}
