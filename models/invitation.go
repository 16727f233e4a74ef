package models

import "time"

// Kinds of the letter of an invitation: one letter to a candidate, ever.
const (
	LetterInvitation           = "invitation"            // to a take-home or trial
	LetterSchedulingInvitation = "scheduling_invitation" // to pick the time of a live one
)

// MomentInvitationExpires is the moment at which an invitation runs out (decision 78).
const MomentInvitationExpires = "invitation_expires"

// Invitation is an invited candidate with what their letter and their expiry rest on.
type Invitation struct {
	Candidate    Candidate
	DeliveryMode string // of the assessment
	Interviewed  bool   // the candidate has an interview that is not canceled
	Letter       *Entry // of the ledger; nil: nothing was tried
	Approved     bool   // the organization is; else the letter waits (decision 113)
}

// StateAt is the candidate's state at now (decision 78).
func (v Invitation) StateAt(now time.Time) string { return v.Candidate.StateAt(now, v.Interviewed) }

// Owed is the letter that the invitation owes at now, nil for none: to who was invited, is still before the end of it
// (decision 24), and was not told (decision 77). One of unknown end goes again as it was until it is given up, one that
// was refused for good does not go again.
func (v Invitation) Owed(now time.Time) *Effect {
	c := v.Candidate
	if c.InvitedAt == nil || !ActiveState(v.StateAt(now)) {
		return nil
	}
	r := Recipient{Role: RoleCandidate, Email: c.Email}
	e := &Effect{Target: r.Target(), Kind: LetterInvitation, Role: r.Role, Email: r.Email}
	if v.DeliveryMode == DeliverySync {
		e.Kind = LetterSchedulingInvitation
	}
	switch told := v.Letter; {
	case told == nil:
	case told.State == EffectDone, told.Permanent:
		return nil
	case told.State == EffectIntent:
		e.Kind, e.Resend = told.Kind, told
	}
	return e
}

// NextMoment is the expiry of an invitation that was not started, nil when that is past or will not come. One whose
// candidate has an interview keeps it too: a cancellation before that instant makes the invitation expire there.
func (v Invitation) NextMoment(now time.Time) *Moment {
	c := v.Candidate
	if c.InvitedAt == nil || c.State != CandidateInvited || c.InviteExpiresAt == nil || !c.InviteExpiresAt.After(now) {
		return nil
	}
	return &Moment{*c.InviteExpiresAt, MomentInvitationExpires}
}
