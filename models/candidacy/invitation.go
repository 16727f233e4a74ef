package candidacy

import (
	"time"

	"litmus/models"
	"litmus/models/effect"
)

// Invitation is an invited candidate with the facts that decide on their letter and the expiry.
type Invitation struct {
	Candidate    models.Candidate
	DeliveryMode string        // of the assessment
	Interviewed  bool          // the candidate has an interview that is not canceled
	Letter       *effect.Entry // the ledger's entry, of the letter that was tried last; nil: no attempt yet
	Approved     bool          // the organization is approved; until then the letter waits
}

// StateAt returns the candidate's state at now.
func (v Invitation) StateAt(now time.Time) string { return v.Candidate.StateAt(now, v.Interviewed) }

// Current returns the entry of the letter that was asked for last, nil if there was no attempt at it: an entry of a
// letter before it says nothing of it.
func (v Invitation) Current() *effect.Entry {
	if v.Letter == nil || v.Letter.Revision < v.Candidate.Resends {
		return nil
	}
	return v.Letter
}

// Owed returns the letter that the invitation owes at now, nil for none. A candidate is owed one from their invitation
// until they are no longer active, unless they were told, and another one when the team sends it again. A letter whose
// attempt has an unknown outcome is sent with the same words until it is given up; one that was refused for good is not
// tried again.
func (v Invitation) Owed(now time.Time) *effect.Effect {
	c := v.Candidate
	if c.InvitedAt == nil || !models.ActiveState(v.StateAt(now)) {
		return nil
	}
	r := effect.Recipient{Role: effect.RoleCandidate, Email: c.Email}
	e := &effect.Effect{Target: r.Target(), Kind: effect.LetterInvitation, Role: r.Role, Email: r.Email}
	if v.DeliveryMode == models.DeliverySync {
		e.Kind = effect.LetterSchedulingInvitation
	}
	switch told := v.Current(); {
	case told == nil:
	case told.State == effect.Done, told.Permanent:
		return nil
	case told.State == effect.Intent:
		e.Kind, e.Resend = told.Kind, told
	}
	return e
}

// Entry is the ledger's entry for an attempt at the letter of [Invitation.Owed]; the caller adds the ProviderID.
func (v Invitation) Entry(e effect.Effect) effect.Entry {
	if e.Resend != nil {
		return *e.Resend
	}
	c := v.Candidate
	return effect.Entry{OrgID: c.OrgID, CandidateID: c.ID, Target: e.Target, Kind: e.Kind, Revision: c.Resends,
		Start: *c.InvitedAt, Stamp: c.LetterAt()}
}

// NextMoment returns when an invitation that was not started expires, nil if that is past or cannot happen. It is
// returned even while the candidate has an interview: if that is canceled before, the invitation expires at this
// instant.
func (v Invitation) NextMoment(now time.Time) *effect.Moment {
	c := v.Candidate
	if c.InvitedAt == nil || c.State != models.CandidateInvited || c.InviteExpiresAt == nil ||
		!c.InviteExpiresAt.After(now) {
		return nil
	}
	return &effect.Moment{At: *c.InviteExpiresAt, Kind: effect.MomentInvitationExpires}
}
