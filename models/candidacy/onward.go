package candidacy

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"time"

	"litmus/models"
)

// OnwardOrder asks that a candidate who is advanced goes on to the next step of their track in the same act (ADR
// advancing-makes-the-next-record).
type OnwardOrder struct {
	AssessmentID string // of the next step, as it was shown; "" for whichever it is
	Name         string // of the candidate, for the letter, if their record has none
	Invite       bool   // the invitation is sent; else only the record is made, by which they can be booked or invited
}

// Ahead is what follows for a candidate in their track.
type Ahead struct {
	Plain      []models.Round    // steps without an assessment that come first; nothing is sent for them
	Step       *models.Round     // the next one with an assessment or a group of them, nil for none
	Assessment models.Assessment // that the candidate goes on to, zero for none
	Refusal    error             // a [models.Conflict] that says why they go on to no assessment, nil if they can
}

// AheadOf returns what follows for a candidate in their track, whose steps are in order. A candidate stands at the
// first step with their assessment, as in [pipeline.Status.Standing]; later steps with the same assessment are passed
// over, since there is one record for it. Of a random group the assessment is one that is ready, always the same for
// the same candidate, so that a preview shows what is sent; if they have a record for one, it is that.
func AheadOf(c models.Candidate, steps []models.Round, assessments map[string]models.Assessment,
	records []models.Candidate) (a Ahead) {
	at := slices.IndexFunc(steps, func(r models.Round) bool { return slices.Contains(r.Assessments(), c.AssessmentID) })
	if at < 0 {
		a.Refusal = models.Conflictf("The assessment stands in no step of the candidate's track, so nothing follows it.")
		return a
	}
	for _, r := range steps[at+1:] {
		if r.Type == models.StepPlain {
			a.Plain = append(a.Plain, r)
		} else if !slices.Contains(r.Assessments(), c.AssessmentID) {
			a.Step = &r
			break
		}
	}
	switch r := a.Step; {
	case r == nil && len(a.Plain) == 0:
		a.Refusal = models.Conflictf("This is the last step of the track.")
	case r == nil:
		a.Refusal = models.Conflictf("No step with an assessment follows in the track, so there is nothing to send.")
	case r.Type == models.StepGroup:
		a.Assessment, a.Refusal = assigned(*r, c, assessments, records)
	case !r.Bookable && assessments[r.AssessmentID].DeliveryMode == models.DeliverySync:
		a.Refusal = models.Conflictf("The next step, %s, is a live interview that cannot be booked. Make it bookable in the "+
			"pipeline of the posting.", r.Title)
	default:
		a.Assessment = assessments[r.AssessmentID]
	}
	return a
}

// assigned returns the assessment of a group that a candidate goes on to. The error, of kind [models.Conflict], says
// why it is none.
func assigned(r models.Round, c models.Candidate, assessments map[string]models.Assessment,
	records []models.Candidate) (models.Assessment, error) {
	if r.AssignmentMode == models.AssignSelfSelect {
		return models.Assessment{}, models.Conflictf(
			"In the next step, %s, candidates choose one of several assessments themselves. "+
				"Such groups take no invitations; ask the candidate, and invite them to a step of its own.", r.Title)
	}
	var ready []models.Assessment
	for _, id := range r.AssessmentIDs {
		known := func(other models.Candidate) bool { return other.AssessmentID == id }
		a := assessments[id]
		if slices.ContainsFunc(records, known) {
			return a, nil
		}
		if a.Ready && a.DeliveryMode != models.DeliverySync { // no group can be booked (§2 Pipeline)
			ready = append(ready, a)
		}
	}
	if len(ready) == 0 {
		return models.Assessment{}, models.Conflictf(
			"The next step, %s, is a group in which no assessment can be invited to: one of "+
				"them has to be ready, and no live interview.", r.Title)
	}
	sum := sha256.Sum256([]byte(c.ID + r.ID))
	return ready[binary.BigEndian.Uint32(sum[:])%uint32(len(ready))], nil
}

// OnwardFacts are the facts for [DecideOnward], gathered under the locks under which its decision is written.
type OnwardFacts struct {
	Ahead
	Posting models.Posting
	Invite  InviteFacts // for an invite of the candidate to the assessment of Ahead
}

// Onward is how an advanced candidate goes on, as it was decided: the record of their next step, and what of it is new.
type Onward struct {
	Invited
	Step       models.Round // that the record is for
	Changed    bool         // else the record was so already: a form that was sent twice
	Invitation bool         // the invitation leaves
	Reopened   bool         // the record was withdrawn before anything was sent
}

// DecideOnward decides at now how a candidate who is advanced goes on to the next step of their track: the record of
// its assessment is made in the candidate's own track, so that they can be booked, and the invitation is sent if that
// was asked for, as by an invite. The errors are those of [DecideInvite]; [models.Invalid] if nobody was advanced, or a
// letter has no name to address; and [models.Conflict] if no assessment follows, another one than was shown, if the
// posting is not open, or if the candidate has a record there that is closed.
func DecideOnward(o OnwardOrder, d Decided, f OnwardFacts, p models.Policy, ids models.IDs,
	now time.Time) (Onward, error) {
	c, next, found := d.Candidate, f.Assessment, f.Invite.Candidate
	now = models.Instant(now)
	switch {
	case c.State != models.CandidateAdvanced:
		return Onward{}, models.Invalidf("Only a candidate who is advanced goes on to the next step.")
	case f.Refusal != nil:
		return Onward{}, f.Refusal
	case o.AssessmentID != "" && o.AssessmentID != next.ID:
		return Onward{}, models.Conflictf("The next step became %s meanwhile. Look at it, and decide again.", next.Title)
	case !f.Posting.Open() && (found == nil || o.Invite):
		return Onward{}, closed(f.Posting)
	}
	w := Onward{Step: *f.Step}
	if found != nil && found.State == models.CandidateWithdrawn && found.OnlyAdvanced() {
		open := *found
		open.State, open.AdvancedFrom = withoutDecision(open), c.ID
		open = open.ReadsLike(c)
		found, w.Reopened, w.Changed = new(open.Moved(now)), true, true
	}
	if found != nil {
		if s := found.StateAt(now, f.Invite.Interviewed); !models.ActiveState(s) {
			return Onward{}, models.Conflictf("The candidate has a record for %s already, which is %s.", next.Title, s)
		}
	}
	if o.Invite {
		return w.invite(o, c, f, found, p, ids, now)
	}
	w.DeliveryMode = next.DeliveryMode
	if found != nil {
		w.Candidate = *found
		return w, nil
	}
	w.NewCandidate, w.Changed = true, true
	w.Candidate = models.Candidate{OrgID: c.OrgID, ID: ids.Candidate, PostingID: c.PostingID, AssessmentID: next.ID,
		TrackID: c.TrackID, Email: c.Email, Name: c.Name, State: models.CandidateInvited, CreatedAt: now,
		UpdatedAt: now, AdvancedFrom: c.ID}.ReadsLike(c)
	return w, nil
}

// invite decides the invitation of [DecideOnward]. found is the record as it is open, nil for none.
func (w Onward) invite(o OnwardOrder, c models.Candidate, f OnwardFacts, found *models.Candidate, p models.Policy,
	ids models.IDs, now time.Time) (Onward, error) {
	name, err := models.CleanName("candidate_name", cmp.Or(c.Name, o.Name))
	if err != nil {
		return Onward{}, err
	}
	if name == "" && (found == nil || found.Name == "") {
		return Onward{}, models.InField("name", models.Invalidf("Enter the candidate's name: the letter addresses them by it."))
	}
	f.Invite.Candidate = found
	w.Invited, err = DecideInvite(InviteOrder{PostingID: c.PostingID, AssessmentID: f.Assessment.ID,
		CandidateEmail: c.Email, CandidateName: name, TrackID: c.TrackID}, f.Invite, p, ids, now)
	if err != nil {
		return Onward{}, err
	}
	if w.Invitation = !w.Reused; w.Invitation {
		w.Candidate.AdvancedFrom, w.Changed = c.ID, true
		w.Candidate = w.Candidate.ReadsLike(c)
	}
	return w, nil
}

// Picks reports whether the candidate is invited to pick a time, and has no interview there.
func (w Onward) Picks(f OnwardFacts) bool {
	return w.Invitation && w.DeliveryMode == models.DeliverySync && !f.Invite.Interviewed
}

// closed says why nobody new joins a posting that is not open.
func closed(p models.Posting) error {
	if p.ArchivedAt != nil {
		return models.Conflictf("The posting is archived. Restore and reopen it before somebody goes on in it.")
	}
	return models.Conflictf("The posting is closed. Reopen it before somebody goes on in it.")
}

// Changes are the changes of the records (D4): of the one that was advanced, and of the next step's.
func (w Onward) Changes(from models.Candidate, now time.Time) []models.Change {
	went := models.Change{Subject: models.SubjectCandidate, SubjectID: from.ID, Kind: models.ChangeWentOn,
		At: models.Instant(now), Details: models.Changed(models.FieldTitle, "", w.Step.Title)}
	if w.Invitation {
		return append([]models.Change{went}, w.Invited.Changes()...)
	}
	next := models.Change{Subject: models.SubjectCandidate, SubjectID: w.Candidate.ID, Kind: models.ChangeCreated,
		At: w.Candidate.UpdatedAt}
	if w.Reopened {
		next.Kind = models.ChangeReopened
	}
	return []models.Change{went, next}
}
