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

	Submission *models.Submission // nil: nothing was handed in
	Receipt    *effect.Entry      // the ledger's entry for the receipt; nil: no attempt yet
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

// Owed returns the letter that the invitation owes at now, nil for none: the invitation's own, or the receipt for what
// was handed in. There is never more than one, since who has handed in is not invited any more. A letter whose attempt
// has an unknown outcome is sent with the same words until it is given up; one that was refused for good is not tried
// again.
//
// A candidate is owed the invitation's letter until they are no longer active, unless they were told, and another one
// when the team sends it again. They are owed the receipt for [ReceiptSpan], whatever is decided on them meanwhile. Who
// is erased, or about to be, is owed nothing.
func (v Invitation) Owed(now time.Time) *effect.Effect {
	switch {
	case v.Candidate.InvitedAt == nil, v.Candidate.Erasure != "":
		return nil
	case models.ActiveState(v.StateAt(now)) && v.DeliveryMode == models.DeliverySync:
		return v.owed(effect.LetterSchedulingInvitation, v.Current())
	case models.ActiveState(v.StateAt(now)):
		return v.owed(effect.LetterInvitation, v.Current())
	case now.Before(v.receiptEnds()):
		return v.owed(effect.LetterReceipt, v.Receipt)
	}
	return nil
}

// owed is the letter to the candidate that is owed unless they were told; nil for none.
func (v Invitation) owed(kind string, told *effect.Entry) *effect.Effect {
	r := effect.Recipient{Role: effect.RoleCandidate, Email: v.Candidate.Email}
	e := &effect.Effect{Target: r.Target(), Kind: kind, Role: r.Role, Email: r.Email}
	switch {
	case told == nil:
	case told.State == effect.Done, told.Permanent:
		return nil
	case told.State == effect.Intent:
		e.Kind, e.Resend = told.Kind, told
	}
	return e
}

// Told returns the entries of what the candidate was told, or tried to be, the invitation's first: of the letter that
// was asked for last, and of the receipt.
func (v Invitation) Told() (told []effect.Entry) {
	for _, e := range []*effect.Entry{v.Current(), v.Receipt} {
		if e != nil {
			told = append(told, *e)
		}
	}
	return told
}

// ReceiptSpan is how long a receipt is tried: by then the candidate has heard from the team, or asked. The subject of a
// receipt in the ledger is the submission: under the candidate it would take over the invitation's entry, and with it
// whether that letter arrived.
const ReceiptSpan = 7 * 24 * time.Hour

// receiptEnds is when a receipt is given up; zero if none is owed.
func (v Invitation) receiptEnds() (end time.Time) {
	if v.Submission == nil || v.Submission.ReceiptZone == "" {
		return end
	}
	return v.Submission.SubmittedAt.Add(ReceiptSpan)
}

// Entry is the ledger's entry for an attempt at the letter of [Invitation.Owed]; the caller adds the ProviderID.
func (v Invitation) Entry(e effect.Effect) effect.Entry {
	if e.Resend != nil {
		return *e.Resend
	}
	c := v.Candidate
	if e.Kind == effect.LetterReceipt {
		return effect.Entry{OrgID: c.OrgID, SubmissionID: v.Submission.ID, Target: e.Target, Kind: e.Kind,
			Start: v.Submission.SubmittedAt, Stamp: v.Submission.SubmittedAt}
	}
	return effect.Entry{OrgID: c.OrgID, CandidateID: c.ID, Target: e.Target, Kind: e.Kind, Revision: c.Resends,
		Start: *c.InvitedAt, Stamp: c.LetterAt()}
}

// NextMoment returns when an invitation that was not started expires, or when the receipt that is owed is given up; nil
// if that is past or cannot happen. An expiry is returned even while the candidate has an interview: if that is
// canceled before, the invitation expires at this instant.
func (v Invitation) NextMoment(now time.Time) *effect.Moment {
	c := v.Candidate
	if e := v.Owed(now); e != nil && e.Kind == effect.LetterReceipt {
		return &effect.Moment{At: v.receiptEnds(), Kind: effect.MomentReceiptEnds}
	}
	if c.InvitedAt == nil || c.State != models.CandidateInvited || c.InviteExpiresAt == nil ||
		!c.InviteExpiresAt.After(now) {
		return nil
	}
	return &effect.Moment{At: *c.InviteExpiresAt, Kind: effect.MomentInvitationExpires}
}
