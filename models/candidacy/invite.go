package candidacy

import (
	"cmp"
	"slices"
	"time"

	"litmus/models"
	"litmus/models/effect"
)

// The error strings of a refused invite. Each is the whole value of error (§7).
const (
	InvitePostingNotFound    = "posting_id not found"    // 404
	InviteTypeMismatch       = "ROLE_ID_TYPE_MISMATCH"   // 400: a cohort sent as role_id
	InvitePostingClosed      = "POSTING_CLOSED"          // 400
	InviteAssessmentNotFound = "assessment_id not found" // 404: unknown, or not attached to the posting
	InviteNoAssessment       = "NO_ASSESSMENT"           // 400: nothing is attached to the posting
	InviteNotReady           = "ASSESSMENT_NOT_READY"    // 400
	InviteSelfSelect         = "SELF_SELECT_UNSUPPORTED" // 400: a member of a self-select group
	InviteAlreadyInvited     = "ALREADY_INVITED"         // 409: the candidate record is not active
)

// InviteRequest is the body of an invite (§4, Invites) after its JSON types were checked; "" where a field is absent or
// null. Note is the personal note, which REST has not.
type InviteRequest struct {
	PostingID, RoleID, AssessmentID, CandidateEmail, CandidateName, CandidateLanguage, Note string
}

// InviteOrder is an invite whose shape was checked.
type InviteOrder struct {
	PostingID                     string
	ByRole                        bool // the deprecated role_id was used, so it must be a role
	AssessmentID                  string
	CandidateEmail, CandidateName string
	CandidateLanguage             string // "" if it is not known
	Note                          string // see [models.ParseNote]

	TrackID string // in which a new record stands; "" for the first with the assessment
}

// Attached is an assessment of a posting. They are in the order of the pipeline: the default track, the other tracks,
// then what is in no round. So the first of them is the one that an invite without an assessment means.
type Attached struct {
	AssessmentID, DeliveryMode string
	TrackID                    string // the first track that contains it; "" if none does
	Ready                      bool
	SelfSelect                 bool // a member of a self-select group
}

// InviteFacts are the facts for [DecideInvite], gathered under the locks under which its decision is written.
type InviteFacts struct {
	Organization models.Organization
	Posting      *models.Posting   // nil: unknown in the organization
	DefaultTrack string            // for a candidate whose assessment is in no track
	Attached     []Attached        // to the posting
	Candidate    *models.Candidate // the record for posting, assessment and email; nil if there is none
	Interviewed  bool              // they have an interview that is not canceled
	Letters      effect.StrangerLetters
}

// Invited is a decided invite.
type Invited struct {
	Candidate    models.Candidate
	DeliveryMode string
	NewCandidate bool // this invite creates the row
	NameFilled   bool // an existing candidate's empty name was filled
	ReadsFilled  bool // the unknown language of one who was invited before was filled
	Reused       bool // invited before: nothing else is written
}

// Validate checks the shape of the request; every refusal is [models.Invalid].
func (r InviteRequest) Validate() (InviteOrder, error) {
	o := InviteOrder{PostingID: r.PostingID, AssessmentID: r.AssessmentID}
	if o.PostingID == "" {
		o.PostingID, o.ByRole = r.RoleID, true
	}
	var err error
	if o.PostingID == "" {
		return InviteOrder{}, models.About(models.Refusal{Cause: models.CauseRequired, Field: "posting_id"},
			models.Advised(models.Invalidf("posting_id is required: "), models.AdviceRoles))
	}
	if o.CandidateEmail, err = models.ParseEmail("candidate_email", r.CandidateEmail); err != nil {
		return InviteOrder{}, err
	}
	if o.CandidateName, err = models.CleanName("candidate_name", r.CandidateName); err != nil {
		return InviteOrder{}, err
	}
	if o.CandidateName == "" {
		return InviteOrder{}, models.About(models.Refusal{Cause: models.CauseRequired, Field: "candidate_name"},
			models.Invalidf("candidate_name is required: the letter addresses the candidate by it"))
	}
	if o.CandidateLanguage, err = models.ParseLanguage("candidate_language", r.CandidateLanguage); err != nil {
		return InviteOrder{}, err
	}
	o.Note, err = models.ParseNote(r.Note)
	return o, err
}

// Assessment returns the attached assessment that the order means: the named one, or else the first. It refuses, in
// this order, one that is unknown (404) or missing, not ready, or a member of a self-select group, also if it stands
// elsewhere in the pipeline as well.
func (f InviteFacts) Assessment(o InviteOrder) (Attached, error) {
	n := 0
	if o.AssessmentID != "" {
		n = slices.IndexFunc(f.Attached, func(a Attached) bool { return a.AssessmentID == o.AssessmentID })
	}
	switch {
	case n < 0:
		return Attached{}, models.NotFoundf(InviteAssessmentNotFound)
	case len(f.Attached) == 0:
		return Attached{}, models.About(models.Refusal{Cause: models.CauseNoAssessment},
			models.Invalidf(InviteNoAssessment))
	case !f.Attached[n].Ready:
		return Attached{}, models.About(models.Refusal{Cause: models.CauseNotReady}, models.Invalidf(InviteNotReady))
	case f.Attached[n].SelfSelect:
		return Attached{}, models.About(models.Refusal{Cause: models.CauseSelfSelect},
			models.Advised(models.Invalidf(InviteSelfSelect), models.AdviceSelfSelect))
	}
	return f.Attached[n], nil
}

// DecideInvite decides whether the order is an invitation at now and which row it writes. It refuses in this order:
// unknown posting (404), cohort in role_id, closed posting, the assessment, then 409 for a candidate who is not active,
// and 429 if the organization may not write to more strangers today. A candidate who was invited before is reused; one
// who was created by a booking, or by being advanced, becomes invited. A repeat passes the same checks first, so on a
// posting that was closed meanwhile it is refused. So is an invite on a posting without a track, since a new record
// needs one.
func DecideInvite(o InviteOrder, f InviteFacts, p models.Policy, ids models.IDs, now time.Time) (Invited, error) {
	switch {
	case f.Posting == nil:
		return Invited{}, models.NotFoundf(InvitePostingNotFound)
	case o.ByRole && f.Posting.Kind != models.KindRole:
		return Invited{}, models.About(models.Refusal{Cause: models.CauseNotRole}, models.Invalidf(InviteTypeMismatch))
	case !f.Posting.Open():
		return Invited{}, models.About(models.Refusal{Cause: models.CauseClosed}, models.Invalidf(InvitePostingClosed))
	}
	a, err := f.Assessment(o)
	if err != nil {
		return Invited{}, err
	}
	now = models.Instant(now)
	i := Invited{DeliveryMode: a.DeliveryMode, NewCandidate: f.Candidate == nil}
	if i.NewCandidate {
		track := cmp.Or(o.TrackID, a.TrackID, f.DefaultTrack)
		if track == "" {
			return Invited{}, models.About(models.Refusal{Cause: models.CauseNoTrack},
				models.Invalidf("posting %s has no track to put the candidate in; give its pipeline a track "+
					"first", f.Posting.ID))
		}
		i.Candidate = models.Candidate{
			OrgID: f.Organization.ID, ID: ids.Candidate, PostingID: f.Posting.ID, AssessmentID: a.AssessmentID,
			TrackID: track, Email: o.CandidateEmail, State: models.CandidateInvited, CreatedAt: now,
		}
	} else {
		i.Candidate = *f.Candidate
		if !models.ActiveState(i.Candidate.StateAt(now, f.Interviewed)) {
			return Invited{}, models.About(models.Refusal{Cause: models.CauseInvitedBefore},
				models.Advised(models.Conflictf(InviteAlreadyInvited), models.AdviceInvited))
		}
		if i.Candidate.InvitedAt != nil {
			i.Reused, i.Candidate = true, i.Candidate.Reads(o.CandidateLanguage)
			i.ReadsFilled = i.Candidate.Language != f.Candidate.Language
			return i, nil
		}
	}
	if err := f.Letters.Check(now); err != nil {
		return Invited{}, err
	}
	expires := now.Add(inviteLife(f.Organization, p))
	i.Candidate.InvitedAt, i.Candidate.InviteExpiresAt, i.Candidate.InviteNote = &now, &expires, o.Note
	if i.Candidate.Name == "" {
		i.Candidate.Name, i.NameFilled = o.CandidateName, !i.NewCandidate
	}
	i.Candidate = i.Candidate.Reads(o.CandidateLanguage)
	i.Candidate.UpdatedAt = now
	i.Candidate.Revision++
	return i, nil
}

// inviteLife returns how long an invitation lives: as the organization's file says, else the policy.
func inviteLife(o models.Organization, p models.Policy) time.Duration {
	if o.InviteDays > 0 {
		return time.Duration(o.InviteDays) * 24 * time.Hour
	}
	return p.InviteTTL
}

// Changes are the changes of a decided invite's candidate.
func (i Invited) Changes() []models.Change {
	c := models.Change{Subject: models.SubjectCandidate, SubjectID: i.Candidate.ID, Kind: models.ChangeInvited,
		At: i.Candidate.UpdatedAt}
	if i.NameFilled {
		c.Details = models.Changed(models.FieldName, "", i.Candidate.Name)
	}
	c.Details = append(c.Details, models.Changed(models.FieldNote, "", i.Candidate.InviteNote)...)
	return []models.Change{c}
}
