package store_test

import (
	"slices"
	"strings"
	"testing"
	"time"

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
		if c := a.Candidate; c.ID != home.ID || c.Email != cleo || c.Name != "Cleo" || c.Revision != 1 ||
			!c.InvitedAt.Equal(noon) || !c.InviteExpiresAt.Equal(noon.AddDate(0, 0, 14)) {
			t.Errorf("the candidate is %+v", c)
		}
		if a.OrganizationName != "Acme" || a.MailFrom != "hiring@acme.example" || a.TimeZone != "America/New_York" ||
			a.PostingTitle != "Backend" || a.AssessmentTitle != "Take-home" || a.DeliveryMode != models.DeliveryAsync ||
			a.TimeLimit != 90*time.Minute || a.Duration != 0 || a.Interviewed || a.Letter != nil {
			t.Errorf("the account is %+v", a)
		}
		// The round is of this track, and saved.
		if a := f.invitation(live); a.Duration != 90*time.Minute || !a.Indefinite ||
			a.DeliveryMode != models.DeliverySync {
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

func TestInvitationLetter(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		ref := f.invite("takehome", cleo)
		e := letter(ref)
		intends := func(when string, revision int64, outcome string, tries int) {
			t.Helper()
			got, n := must2(f.Effects.Intend(ctx, e, revision, time.Minute))(t)
			if got != outcome || n != tries {
				t.Errorf("%s: %s after %d tries, want %s after %d", when, got, n, outcome, tries)
			}
		}
		intends("of a revision that is not the row's", 2, effects.IntentStale, 0)
		intends("the first", 1, effects.IntentWritten, 1)
		intends("another at once", 1, effects.IntentLeased, 0)
		f.clock.Set(noon.Add(time.Minute))
		intends("when the lease is over", 1, effects.IntentWritten, 2)
		got := f.invitation(ref).Letter
		if got.State != effect.Intent || got.Tries != 2 || got.ProviderID != e.ProviderID ||
			!got.Stamp.Equal(noon) || got.Target != "mail:candidate:"+cleo || got.OrgID != f.org.ID ||
			got.Kind != e.Kind {
			t.Errorf("the letter is %+v", got)
		}
		e.State, e.Code, e.Detail = effect.Failed, "smtp_451", "later"
		f.settles(e, e.State, effects.MadeLink{})
		if got := f.invitation(ref).Letter; got.State != effect.Failed || got.LeaseUntil != nil ||
			got.Code != "smtp_451" || got.Detail != "later" || got.Permanent {
			t.Errorf("the letter is %+v", got)
		}
		f.must(f.Effects.Supersede(ctx, []effect.Entry{e}))
		if got := f.invitation(ref).Letter; got.State != effect.Obsolete {
			t.Errorf("not owed any more, the letter is %s", got.State)
		}
		e.Kind = effect.LetterSchedulingInvitation // the assessment became a live one before anything left
		intends("after a failure", 1, effects.IntentWritten, 3)
		if got := f.invitation(ref).Letter; got.Kind != e.Kind || got.Code != "smtp_451" {
			t.Errorf("the letter is %+v", got)
		}
		e.Permanent, e.Code = true, "smtp_550"
		f.settles(e, e.State, effects.MadeLink{})
		intends("after a refusal for good", 1, effects.IntentLeased, 0)
		f.must(f.Effects.Supersede(ctx, []effect.Entry{e}))
		if got := f.invitation(ref).Letter; got.State != effect.Failed || !got.Permanent ||
			got.Code != "smtp_550" {
			t.Errorf("what is given up stays visible: %+v", got)
		}
		e.State, e.Permanent, e.Code, e.Detail = effect.Done, false, "", ""
		f.settles(e, e.State, effects.MadeLink{})
		intends("when it is done", 1, effects.IntentLeased, 0)
		if n := f.scalar("select count(*) from effects"); n != 1 {
			t.Errorf("%d letters of one candidate", n)
		}
	})
}

func TestInvitationWakeSweeps(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		ref := f.invite("takehome", cleo)
		i := f.book(f.order("booked@candidate.example", at(18, 0)))
		booked := models.PendingWake{Entity: models.EntityInterview, OrgID: f.org.ID, ID: i.ID, Revision: 1}
		invited := models.PendingWake{Entity: models.EntityInvitation, OrgID: f.org.ID, ID: ref.ID, Revision: 1}
		find := func(found []models.PendingWake, err error) []models.PendingWake {
			t.Helper()
			f.must(err)
			slices.SortFunc(found, func(a, b models.PendingWake) int {
				return strings.Compare(string(a.Entity), string(b.Entity))
			})
			return found
		}
		expect := func(when string, unwoken, overdue []models.PendingWake) {
			t.Helper()
			f.must(f.Effects.Supersede(ctx, nil)) // what nobody waits for is written before it
			before := f.Now().Add(-2 * time.Second)
			var wake, due []models.PendingWake
			if n := f.count(func() { wake = find(f.Wakes.ClaimUnwoken(ctx, before, 0, 10)) }); n != 1+len(unwoken) {
				// one of each entity
				t.Errorf("%s: %d statements to claim the unwoken, want %d", when, n, 1+len(unwoken))
			}
			if n := f.count(func() { due = find(f.Wakes.ClaimOverdue(ctx, before, 0, 10)) }); n != 1+len(overdue) {
				t.Errorf("%s: %d statements to claim the overdue, want %d", when, n, 1+len(overdue))
			}
			if !slices.Equal(wake, unwoken) || !slices.Equal(due, overdue) {
				t.Errorf("%s: %+v unwoken and %+v overdue, want %+v and %+v", when, wake, due, unwoken, overdue)
			}
		}
		both := []models.PendingWake{booked, invited}
		expect("just invited", nil, nil)
		f.clock.Set(noon.Add(2 * time.Second))
		expect("two seconds later", both, both) // the candidate of the booking was never invited
		f.Wakes.MarkWoken(booked)
		expect("the interview woken", []models.PendingWake{invited}, both)
		older := invited
		older.Revision = 0
		f.Wakes.MarkWoken(older)
		f.Wakes.MarkWoken(invited)
		expect("both woken", nil, both)
		f.Wakes.MarkConverged(i, nil)
		c := f.invitation(ref).Candidate
		stale := c
		stale.Revision = 0
		f.Candidates.MarkInvitationConverged(stale, nil)
		expect("the interview converged", nil, []models.PendingWake{invited})
		f.Candidates.MarkInvitationConverged(c, c.InviteExpiresAt)
		expect("both converged", nil, nil)
		f.clock.Set(c.InviteExpiresAt.Add(2 * time.Second))
		expect("past the expiry", nil, []models.PendingWake{invited})
		f.Candidates.MarkInvitationConverged(f.invitation(ref).Candidate, nil)
		expect("nothing is next", nil, nil)
		found, err := f.Wakes.ClaimUnwoken(ctx, f.Now(), 0, 0)
		if err != nil || len(found) != 0 {
			t.Errorf("with no room: %v, %v", found, err)
		}
	})
}
