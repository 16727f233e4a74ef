package models

import "time"

// States of a candidate (decision 24).
const (
	CandidateInvited    = "invited"
	CandidateInProgress = "in_progress"
	CandidateSubmitted  = "submitted"
	CandidateAdvanced   = "advanced"
	CandidateRejected   = "rejected"
	CandidateExpired    = "expired"
	CandidateWithdrawn  = "withdrawn"
)

// Candidate is one person's record for one assessment of one posting; its id is the contract's invite_id (decision 21).
type Candidate struct {
	OrgID, ID, PostingID, AssessmentID, TrackID, Email, Name, State string
	InvitedAt, InviteExpiresAt                                      *time.Time
	// when the assessment was started (decision 82)
	StartedAt            *time.Time
	CreatedAt, UpdatedAt time.Time
	// of the links to the assessment and to picking a time; rises when they are revoked
	AccessEpoch int64

	// of the invitation, rises with each change it has to tell its workflow; 0: never invited
	Revision          int64
	WokenRevision     int64      // the last revision whose wake-up Temporal accepted
	ConvergedRevision int64      // the last revision whose effects are all done
	NextDueAt         *time.Time // the next instant of the invitation, as the workflow last saw it
}

// StateAt is the candidate's state at now: an invitation that ran out makes a candidate who is still invited, and has
// no interview that is not canceled, expired (decision 78).
func (c Candidate) StateAt(now time.Time, interviewed bool) string {
	if end := c.OpenUntil(interviewed); end != nil && !now.Before(*end) {
		return CandidateExpired
	}
	return c.State
}

// OpenUntil is when the candidate's invitation runs out as things are, nil for never: what was started stays open, and
// an interview that is not canceled holds the end off (decision 78).
func (c Candidate) OpenUntil(interviewed bool) *time.Time {
	if c.State != CandidateInvited || interviewed {
		return nil
	}
	return c.InviteExpiresAt
}

// moved is the candidate changed at now; an invitation's revision rises, so that its workflow looks again.
func (c Candidate) moved(now time.Time) Candidate {
	c.UpdatedAt = now
	if c.Revision > 0 {
		c.Revision++
	}
	return c
}

// Revoked is the candidate whose links of before now are dead. Letters that are still to be written have the new ones.
func (c Candidate) Revoked(now time.Time) Candidate {
	c.AccessEpoch++
	return c.moved(now)
}

// ActiveState reports whether a candidate in that state can be booked (§4 rule 4, decision 24).
func ActiveState(state string) bool {
	return state == CandidateInvited || state == CandidateInProgress
}

// StateOfDecision is the candidate state that a submission's decision stands for (decision 93).
func StateOfDecision(decision string) string {
	switch decision {
	case DecisionAdvance:
		return CandidateAdvanced
	case DecisionReject:
		return CandidateRejected
	}
	return CandidateSubmitted
}
