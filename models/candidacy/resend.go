package candidacy

import (
	"time"

	"litmus/models"
	"litmus/models/effect"
)

// ResendFacts are the facts for [DecideResend], gathered under the candidate's lock.
type ResendFacts struct {
	Invitation
	Organization models.Organization
	Posting      models.Posting
	Limit        int // of [models.Limits.ResentInvitations]; 0 or less: none
	Letters      effect.StrangerLetters
}

// DecideResend asks for one more letter of an invitation at now, which is an act of the hiring team beyond the one
// letter that REST promises, with a Message-ID of its own, and returns the candidate as changed. The invitation then
// lives as long as a new one; one that expired or was revoked is open again. seen is how often it had been sent again
// when the form was shown: if it was sent since, changed is false and nothing happens, so that a double click sends one
// letter.
//
// The errors are of kind [models.Conflict] if there is nothing to send again (never invited, handed in, decided on), if
// the last letter is still on its way, and if an invitation that ended belongs to a posting that is not open; and of
// kind [models.Throttled] beyond the limits.
func DecideResend(f ResendFacts, seen int64, p models.Policy, now time.Time) (_ models.Candidate, changed bool,
	err error) {
	c := f.Candidate
	state := f.StateAt(now)
	switch {
	case c.InvitedAt == nil:
		return c, false, models.Conflictf("The candidate was never invited. Send an invitation instead.")
	case seen != c.Resends:
		return c, false, nil
	case state == models.CandidateSubmitted:
		return c, false, models.Conflictf("The candidate has handed in, so there is nothing left to invite them to.")
	case state == models.CandidateAdvanced || state == models.CandidateRejected:
		return c, false, models.Conflictf("The decision on the candidate is %s. Take it back before you send the invitation "+
			"again.", DecisionOf(state))
	case f.Owed(now) != nil:
		return c, false, models.Conflictf("The last letter of this invitation is still on its way. It is tried again until " +
			"it is accepted.")
	case !models.ActiveState(state) && !f.Posting.Open():
		return c, false, models.Conflictf("The invitation has ended and its posting is %s. Reopen the posting first.",
			f.Posting.Status)
	}
	today := int64(0)
	if c.ResentAt != nil && effect.LetterDay(*c.ResentAt) == effect.LetterDay(now) {
		today = c.ResendsOfDay
	}
	if f.Limit > 0 && today >= int64(f.Limit) {
		return c, false, models.About(models.Refusal{Cause: models.CauseResentToday, Most: int(today),
			At: now.Add(effect.UntilTomorrow(now))}, models.Throttledf(effect.UntilTomorrow(now),
			"This invitation was sent again %d times today, which is the limit. It can be sent again tomorrow (UTC).",
			today))
	}
	if err := f.Letters.Check(now); err != nil {
		return c, false, err
	}
	now = models.Instant(now)
	expires := now.Add(inviteLife(f.Organization, p))
	if c.InviteExpiresAt == nil || expires.After(*c.InviteExpiresAt) {
		c.InviteExpiresAt = &expires
	}
	if !models.ActiveState(c.State) { // revoked
		c.State = withoutDecision(c)
	}
	c.Resends, c.ResentAt, c.ResendsOfDay = c.Resends+1, &now, today+1
	return c.Moved(now), true, nil
}

// DecideRevoke revokes an invitation at now: the candidate is withdrawn, their links stop working, and a letter that
// has not left is dropped. [DecideResend] opens it again. A record that was made by advancing somebody, and never
// invited, is withdrawn in the same way, and [DecideOnward] opens it again. changed is false if it was revoked before.
// The errors are of kind [models.Conflict]: never invited, handed in, decided on, or an interview is still to come.
func DecideRevoke(v Invitation, i *models.Interview, now time.Time) (_ models.Candidate, changed bool, err error) {
	c := v.Candidate
	switch {
	case c.State == models.CandidateWithdrawn:
		return c, false, nil
	case c.InvitedAt == nil && !c.OnlyAdvanced():
		return c, false, models.Conflictf("The candidate was never invited, so there is nothing to revoke.")
	case c.State == models.CandidateSubmitted:
		return c, false, models.Conflictf("The candidate has handed in already. Decide on what was handed in.")
	case c.State == models.CandidateAdvanced || c.State == models.CandidateRejected:
		return c, false, models.Conflictf("The decision on the candidate is made already: %s.", DecisionOf(c.State))
	case i != nil && i.ToCome(now):
		return c, false, models.Conflictf("The candidate has an interview that is still to come. Cancel it first.")
	}
	c.State = models.CandidateWithdrawn
	return c.Revoked(models.Instant(now)), true, nil
}
