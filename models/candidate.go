package models

import (
	"cmp"
	"time"
)

// States of a candidate.
const (
	CandidateInvited    = "invited"
	CandidateInProgress = "in_progress"
	CandidateSubmitted  = "submitted"
	CandidateAdvanced   = "advanced"
	CandidateRejected   = "rejected"
	CandidateExpired    = "expired"
	CandidateWithdrawn  = "withdrawn"
)

// Candidate is one person's record for one assessment of one posting (ADR advancing-makes-the-next-record); its id is
// the contract's invite_id. It stays in its track: that of the round if a booking by email made it. A booking of the
// same address in another track of the posting is refused.
type Candidate struct {
	OrgID, ID, PostingID, AssessmentID, TrackID, Email, Name, State string
	InvitedAt, InviteExpiresAt                                      *time.Time
	StartedAt                                                       *time.Time // of the assessment
	CreatedAt, UpdatedAt                                            time.Time

	// AdvancedFrom is the id of the record that was advanced when this one was made or invited; "" for one that came
	// in another way (ADR advancing-makes-the-next-record).
	AdvancedFrom string

	Erasure string // [ErasureAsked], [ErasureDone], or ""

	InviteNote string // the personal note in the letter of the invitation, "" for none; see [ParseNote]

	// Language and HourCycle are how the candidate read our pages last, see [Reading].
	Language, HourCycle string

	// AccessEpoch is signed into the links to the assessment and to picking a time; raising it revokes them.
	AccessEpoch int64

	Resends      int64      // how often the invitation's letter was asked for again
	ResentAt     *time.Time // the last time
	ResendsOfDay int64      // how often on the UTC day of the last time

	// Revision is the invitation's: it rises by one with each change that its workflow must see. 0: never invited.
	Revision          int64
	WokenRevision     int64      // the last revision whose wake-up Temporal accepted
	ConvergedRevision int64      // the last revision whose effects are all done
	NextDueAt         *time.Time // when the workflow, as it last said, has to look at the invitation again
}

// StateAt returns the candidate's state at now. A candidate who is still invited when the invitation has run out, and
// who has no interview that is not canceled, is expired.
func (c Candidate) StateAt(now time.Time, interviewed bool) string {
	if end := c.OpenUntil(interviewed); end != nil && !now.Before(*end) {
		return CandidateExpired
	}
	return c.State
}

// OpenUntil returns when the candidate's invitation runs out as things stand, nil for never: an assessment that was
// started stays open, and an invitation does not expire while there is an interview that is not canceled. If its end
// has passed by then, it expires with the cancellation.
func (c Candidate) OpenUntil(interviewed bool) *time.Time {
	if c.State != CandidateInvited || interviewed {
		return nil
	}
	return c.InviteExpiresAt
}

// Moved returns the candidate as changed at now. The revision of an invitation rises, so that its workflow loads it
// again.
func (c Candidate) Moved(now time.Time) Candidate {
	c.UpdatedAt = now
	if c.Revision > 0 {
		c.Revision++
	}
	return c
}

// Revoked returns the candidate with all links of before now revoked. Letters that are written later contain new ones.
func (c Candidate) Revoked(now time.Time) Candidate {
	c.AccessEpoch++
	return c.Moved(now)
}

// Reading returns how the candidate read our pages last.
func (c Candidate) Reading() Reading { return Reading{c.Language, c.HourCycle} }

// ReadsLike returns the record with what another one of the same candidate knows of how they read.
func (c Candidate) ReadsLike(other Candidate) Candidate {
	c.Language, c.HourCycle = cmp.Or(c.Language, other.Language), cmp.Or(c.HourCycle, other.HourCycle)
	return c
}

// Reads returns the record with the language that a program says its candidate reads, "" for none. What is known
// already stays: it may be what the candidate chose.
func (c Candidate) Reads(language string) Candidate {
	c.Language = cmp.Or(c.Language, language)
	return c
}

// ActiveState reports whether a candidate in that state can be booked (§4 rule 4).
func ActiveState(state string) bool {
	return state == CandidateInvited || state == CandidateInProgress
}

// StateOfDecision returns the candidate state for a submission's decision.
func StateOfDecision(decision string) string {
	switch decision {
	case DecisionAdvance:
		return CandidateAdvanced
	case DecisionReject:
		return CandidateRejected
	}
	return CandidateSubmitted
}

// Bookable reports whether an interview can be booked for the record at now, in some round and at some time: its
// assessment is a live one, and it is active (§4 rule 4).
func (c Candidate) Bookable(mode string, interviewed bool, now time.Time) bool {
	return mode == DeliverySync && ActiveState(c.StateAt(now, interviewed))
}

// Invitable reports whether [candidacy.DecideInvite] has nothing against inviting the candidate of a record at now: it
// was made by a booking, is active, and its posting is open. What else it asks is about the assessment. interviewed
// says that the candidate has an interview.
func (c Candidate) Invitable(p Posting, interviewed bool, now time.Time) bool {
	return c.InvitedAt == nil && p.Open() && ActiveState(c.StateAt(now, interviewed))
}

// OnlyAdvanced reports whether the record was made for a candidate who went on, and was never invited: no letter has
// their links, unless they were booked.
func (c Candidate) OnlyAdvanced() bool { return c.AdvancedFrom != "" && c.InvitedAt == nil }

// LetterAt returns the instant of the candidate's last invitation letter: its Date, however late it leaves. It is zero
// for somebody who was never invited.
func (c Candidate) LetterAt() (at time.Time) {
	switch {
	case c.ResentAt != nil:
		return *c.ResentAt
	case c.InvitedAt != nil:
		return *c.InvitedAt
	}
	return at
}
