package store_test

import (
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/effect"
	"litmus/store/effects"
)

// sends makes an attempt at the letter that the invitation owes, as a worker does. It returns whether there was one.
func (f *fixture) sends(ref models.Ref) bool {
	f.t.Helper()
	a := f.invitation(ref)
	owed := a.Owed(f.clock.Now())
	if owed == nil {
		return false
	}
	e := a.Entry(*owed)
	outcome, _ := must2(f.Effects.Intend(ctx, e, a.Candidate.Revision, time.Minute))(f.t)
	if outcome != effects.IntentWritten {
		return false
	}
	e.State = effect.Done
	f.settles(e, e.State, effects.MadeLink{})
	return true
}

func TestResendInvitation(t *testing.T) { // D19
	t.Parallel()
	organizations{inviting(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		i := f.invited(f.inviteTo("takehome", cleo))
		ref := models.Ref{OrgID: f.org.ID, ID: i.Candidate.ID}
		f.refused(failure(f.Candidates.ResendInvitation(ctx, as(ada), f.org.ID, ref.ID, 0)), models.Conflict,
			"before the first letter left")
		if !f.sends(ref) || f.sends(ref) {
			t.Fatal("an invitation owes one letter")
		}
		f.clock.Set(noon.Add(time.Hour))
		p := must(f.Candidates.PreviewResend(ctx, f.org.ID, ref.ID))(t)
		if len(p.Sent) != 1 {
			t.Fatalf("the preview is %+v", p)
		}
		verify.Each(t, "the preview", verify.Fields{"Email": {p.Sent[0].Email, cleo},
			"Kind": {p.Sent[0].Kind, effect.LetterInvitation}, "p.Candidate.Resends": {p.Candidate.Resends, 1},
			"f.candidateRow(ref.ID).Resends": {f.candidateRow(ref.ID).Resends, 0}})
		c, changed := must2(f.Candidates.ResendInvitation(ctx, as(ada), f.org.ID, ref.ID, 0))(t)
		verify.Each(t, "sent again the candidate", verify.Fields{"changed": {changed, true}, "Resends": {c.Resends, 1},
			"Revision": {c.Revision, i.Candidate.Revision + 1}, "AccessEpoch": {c.AccessEpoch, 0},
			"InviteExpiresAt": {c.InviteExpiresAt, f.clock.Now().Add(models.DefaultPolicy.InviteTTL)}})
		// A double click, and the form again when the letter has left.
		for range 2 {
			c, changed, err := f.Candidates.ResendInvitation(ctx, as(ada), f.org.ID, ref.ID, 0)
			if err != nil || changed || c.Resends != 1 {
				t.Errorf("the form once more: changed %t to %+v (%v)", changed, c, err)
			}
			f.sends(ref)
		}
		if f.sends(ref) {
			t.Error("a letter too many")
		}
		if n := f.scalar("select count(*) from effects where candidate_id = ?", ref.ID); n != 1 {
			t.Errorf("%d entries of one candidate", n)
		}

		other := must(f.Team.Organization(ctx, "bolt"))(t)
		dump := f.dump()
		f.refused(failure(f.Candidates.ResendInvitation(ctx, as(ada), other.ID, ref.ID, 1)), models.NotFound,
			"another organization's candidate")
		f.refused(failure(f.Candidates.PreviewResend(ctx, other.ID, ref.ID)), models.NotFound,
			"another organization's preview")
		f.refused(failure(f.Candidates.RevokeInvitation(ctx, as(ada), other.ID, ref.ID)), models.NotFound,
			"another organization's invitation")
		f.unchanged(dump)
	})
}

func TestResendLimits(t *testing.T) {
	t.Parallel()
	organizations{inviting()}.each(t, func(t *testing.T, f *fixture) {
		ref := models.Ref{OrgID: f.org.ID, ID: f.invited(f.inviteTo("takehome", cleo)).Candidate.ID}
		again := func(n int) error {
			f.sends(ref)
			return failure(f.Candidates.ResendInvitation(ctx, act.By{}, f.org.ID, ref.ID, int64(n)))
		}
		most := models.DefaultLimits().ResentInvitations
		for n := range most {
			f.must(again(n))
		}
		f.refused(again(most), models.Throttled, "one more on the same day")
		f.clock.Set(noon.AddDate(0, 0, 1))
		f.must(again(most))
	})
}

// Of many clicks at once one sends a letter.
func TestResendAtOnce(t *testing.T) {
	t.Parallel()
	organizations{inviting()}.each(t, func(t *testing.T, f *fixture) {
		ref := models.Ref{OrgID: f.org.ID, ID: f.invited(f.inviteTo("takehome", cleo)).Candidate.ID}
		f.sends(ref)
		f.race(12, 12, func(int) error {
			return failure(f.Candidates.ResendInvitation(ctx, act.By{}, f.org.ID, ref.ID, 0))
		})
		sent := 0
		for f.sends(ref) {
			sent++
		}
		if c := f.candidateRow(ref.ID); c.Resends != 1 || sent != 1 {
			t.Errorf("sent again %d times, with %d letters", c.Resends, sent)
		}
	})
}

func TestRevokeInvitation(t *testing.T) { // D19
	t.Parallel()
	organizations{inviting()}.each(t, func(t *testing.T, f *fixture) {
		i := f.invited(f.inviteTo("takehome", cleo))
		ref := models.Ref{OrgID: f.org.ID, ID: i.Candidate.ID}
		c, changed := must2(f.Candidates.RevokeInvitation(ctx, as(ada), f.org.ID, ref.ID))(t)
		epoch := must(f.Candidates.Candidate(ctx, ref))(t).AccessEpoch
		if !changed || c.State != models.CandidateWithdrawn || epoch != 1 || f.sends(ref) {
			t.Errorf("revoked before its letter left the candidate is %+v, links of epoch %d", c, epoch)
		}
		if _, changed, err := f.Candidates.RevokeInvitation(ctx, as(ada), f.org.ID, ref.ID); err != nil || changed {
			t.Errorf("revoked twice: changed %t (%v)", changed, err)
		}
		// Sending it again opens it, with a new link.
		_, changed = must2(f.Candidates.ResendInvitation(ctx, as(ada), f.org.ID, ref.ID, 0))(t)
		opened := f.candidateRow(ref.ID)
		verify.Each(t, "sent again the candidate", verify.Fields{"changed": {changed, true},
			"State": {opened.State, models.CandidateInvited}, "AccessEpoch": {opened.AccessEpoch, 1},
			"sends": {f.sends(ref), true}, "sends twice": {f.sends(ref), false}})

		booked := f.book(f.order("dana@candidate.example", at(18, 0)))
		f.refused(failure(f.Candidates.RevokeInvitation(ctx, act.By{}, f.org.ID, booked.CandidateID)),
			models.Conflict, "somebody who was never invited")
		f.invited(f.inviteTo("design", "dana@candidate.example"))
		f.refused(failure(f.Candidates.RevokeInvitation(ctx, act.By{}, f.org.ID, booked.CandidateID)),
			models.Conflict, "somebody with an interview to come")
		f.done(f.Bookings.Change(ctx, act.By{}, f.org.ID, booked.ID, booking.Cancel))
		f.done(f.Candidates.RevokeInvitation(ctx, act.By{}, f.org.ID, booked.CandidateID))
	})
}
