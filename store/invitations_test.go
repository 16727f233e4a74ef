package store_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/effect"
	"litmus/store/candidates"
	"litmus/store/effects"
)

// invite makes an invited candidate of the fixture's posting by hand: what an invite writes.
func (f *fixture) invite(assessment, email string) models.Ref {
	f.t.Helper()
	now := f.clock.Now()
	ref := models.Ref{OrgID: f.org.ID, ID: "cand_" + strings.NewReplacer("@", "", ".", "").Replace(assessment+email)}
	f.exec(`insert into candidates (org_id, id, posting_id, assessment_id, track_id, email, name, state, invited_at,
		invite_expires_at, created_at, updated_at, revision)
		select p.org_id, ?, p.id, a.id, t.id, ?, 'Cleo', 'invited', ?, ?, ?, ?, 1 from postings p join assessments a
		on a.org_id = p.org_id and a.key = ?
		join tracks t on t.org_id = p.org_id and t.posting_id = p.id and t.key = 'default' where p.org_id = ?
			and p.id = ?`,
		ref.ID, email, now, now.AddDate(0, 0, 14), now, now, assessment, f.org.ID, f.posting("backend"))
	return ref
}

func (f *fixture) invitation(ref models.Ref) candidates.InvitationLedger {
	f.t.Helper()
	return must(f.Candidates.InvitationLedger(ctx, ref))(f.t)
}

// letter is the entry of an attempt at the candidate's letter.
func letter(ref models.Ref) effect.Entry {
	return effect.Entry{OrgID: ref.OrgID, CandidateID: ref.ID, Target: "mail:candidate:" + cleo,
		Kind: effect.LetterInvitation, State: effect.Intent, ProviderID: ref.ID + ".invitation@hire.example",
		Start: noon, Stamp: noon}
}

func TestInvitationLedger(t *testing.T) {
	t.Parallel()
	organizations{acme(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		f.exec("update assessments set time_limit_minutes = 90 where org_id = ? and key = 'takehome'", f.org.ID)
		home, live := f.invite("takehome", cleo), f.invite("pairing", cleo)
		a := f.invitation(home)
		verify.Each(t, "the account", verify.Fields{"ID": {a.Candidate.ID, home.ID},
			"OrganizationName": {a.OrganizationName, "Acme"}, "PostingTitle": {a.PostingTitle, "Backend"},
			"AssessmentTitle": {a.AssessmentTitle, "Take-home"}, "TimeLimit": {a.TimeLimit, 90 * time.Minute},
			"Interviewed": {a.Interviewed, false}, "Letter": {a.Letter, nil}})
		// The round is of this track, and saved.
		if a := f.invitation(live); a.Duration != 90*time.Minute || !a.Indefinite {
			t.Errorf("the live one is %+v", a)
		}
		f.exec("update candidates set track_id = (select id from tracks where org_id = ? and key = 'referral') "+
			"where id = ?", f.org.ID, live.ID)
		if a := f.invitation(live); a.Duration != 0 || a.Indefinite {
			t.Errorf("its round is not saved in its track, and it has %s", a.Duration)
		}
		design := f.invite("design", cleo)
		i := f.book(f.order(cleo, at(18, 0)))
		if a := f.invitation(design); !a.Interviewed || i.CandidateID != design.ID || a.Duration != time.Hour {
			t.Errorf("booked: %+v", a)
		}
		f.done(f.Bookings.Change(ctx, act.By{}, f.org.ID, i.ID, booking.Cancel))
		if a := f.invitation(design); a.Interviewed {
			t.Error("canceled, and it still counts as interviewed")
		}
		other := must(f.Team.Organization(ctx, "bolt"))(t)
		f.refused(failure(f.Candidates.InvitationLedger(ctx, models.Ref{OrgID: other.ID, ID: home.ID})),
			models.NotFound, "the invitation of another organization")
		f.refused(failure(f.Candidates.CandidateRef(ctx, "cand_none")), models.NotFound, "an unknown candidate")
		if ref, err := f.Candidates.CandidateRef(ctx, home.ID); err != nil || ref != home {
			t.Errorf("by id alone: %+v, %v", ref, err)
		}
	})
}

// TestInvitationLetter: a candidate has one letter, of whichever kind. [TestLedger] has what all entries have.
func TestInvitationLetter(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		ref := f.invite("takehome", cleo)
		e := letter(ref)
		f.intends("of a revision that is not the row's", e, 2, effects.IntentStale, 0)
		f.intends("the first", e, 1, effects.IntentWritten, 1)
		e.Code = "smtp_451"
		f.settles(e, effect.Failed, effects.MadeLink{})
		f.must(f.Effects.Supersede(ctx, []effect.Entry{e}))
		if got := f.invitation(ref).Letter; got.State != effect.Obsolete {
			t.Errorf("not owed any more, the letter is %s", got.State)
		}
		e.Kind = effect.LetterSchedulingInvitation // the assessment became a live one before anything left
		f.intends("after a failure", e, 1, effects.IntentWritten, 2)
		f.settles(e, effect.Done, effects.MadeLink{})
		f.intends("when it is done", e, 1, effects.IntentLeased, 0)
		if got := f.invitation(ref).Letter; got.Kind != e.Kind || got.State != effect.Done ||
			f.scalar("select count(*) from effects") != 1 {
			t.Errorf("the letter is %+v", got)
		}
	})
}

// TestInvitationWakeSweeps: invitations are found like interviews, of which [TestWakeSweeps] tells.
func TestInvitationWakeSweeps(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		ref := f.invite("takehome", cleo)
		invited := models.PendingWake{Entity: models.EntityInvitation, OrgID: f.org.ID, ID: ref.ID, Revision: 1}
		expect := func(when string, unwoken, overdue bool) {
			t.Helper()
			f.must(f.Flush(ctx)) // what nobody waits for is written before
			before := f.Now().Add(-2 * time.Second)
			wake := must(f.Wakes.ClaimUnwoken(ctx, before, 0, 10))(t)
			due := must(f.Wakes.ClaimOverdue(ctx, before, 0, 10))(t)
			if slices.Contains(wake, invited) != unwoken || slices.Contains(due, invited) != overdue {
				t.Errorf("%s: %+v unwoken and %+v overdue", when, wake, due)
			}
		}
		expect("just invited", false, false)
		f.clock.Set(noon.Add(2 * time.Second))
		expect("two seconds later", true, true)
		f.Wakes.MarkWoken(invited)
		c := f.invitation(ref).Candidate
		stale := c
		stale.Revision = 0
		f.Candidates.MarkInvitationConverged(stale, nil)
		expect("woken", false, true)
		f.Candidates.MarkInvitationConverged(c, c.InviteExpiresAt)
		expect("converged", false, false)
		f.clock.Set(c.InviteExpiresAt.Add(2 * time.Second))
		expect("past the expiry", false, true)
		f.Candidates.MarkInvitationConverged(f.invitation(ref).Candidate, nil)
		expect("nothing is next", false, false)
	})
}
