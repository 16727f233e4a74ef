package store_test

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/effect"
	"litmus/store"
	"litmus/store/effects"
	"litmus/store/setups"
)

var applyOptions = setups.Options{}

// entry is the intent of a briefing.
func entry(i models.Interview, email string) effect.Entry {
	return effect.Entry{OrgID: i.OrgID, InterviewID: i.ID, Target: "mail:interviewer:" + email,
		Kind: effect.LetterBriefing, Revision: i.Revision, Invitation: true,
		ProviderID: i.ID + ".1@acme.example", Start: i.StartsAt, MeetingLink: i.MeetingLink,
		Interviewer: i.InterviewerEmail, Stamp: i.UpdatedAt}
}

func TestLedger(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		i := f.book(f.order(cleo, at(18, 0)))
		e := entry(i, alan)
		read := func() effect.Entry {
			t.Helper()
			return f.account(i.ID).Ledger[0]
		}
		f.intends("an attempt", e, 1, effects.IntentWritten, 1)
		f.intends("a second one while it runs", e, 1, effects.IntentLeased, 0)
		f.intends("one that read an older row", e, 0, effects.IntentStale, 0)
		f.clock.Set(noon.Add(time.Minute))
		f.intends("one after the lease ran out", e, 1, effects.IntentWritten, 2)
		got := read()
		verify.Each(t, "the entry", verify.Fields{"State": {got.State, effect.Intent},
			"Invitation": {got.Invitation, true}, "ProviderID": {got.ProviderID, e.ProviderID},
			"Start": {got.Start, e.Start}, "Stamp": {got.Stamp, e.Stamp}})
		e.Code, e.Detail = "smtp_451", "try later"
		f.settles(e, effect.Failed, effects.MadeLink{})
		if got := read(); got.State != effect.Failed || got.Code != "smtp_451" || got.LeaseUntil != nil {
			t.Errorf("the failed entry is %+v", got)
		}
		f.intends("another try", e, 1, effects.IntentWritten, 3)
		f.settles(e, effect.Intent, effects.MadeLink{})
		f.intends("a try after one of unknown end freed its lease", e, 1, effects.IntentWritten, 4)
		f.settles(e, effect.Done, effects.MadeLink{})
		f.intends("a try after it was done", e, 1, effects.IntentLeased, 0)
		f.must(f.Effects.Supersede(ctx, []effect.Entry{e}))
		if got := read(); got.State != effect.Done {
			t.Errorf("superseding made what was done %s", got.State)
		}
		e.InterviewID = "int_none"
		f.intends("an unknown interview", e, 1, effects.IntentStale, 0)
	})
}

func TestLedgerLeasesOne(t *testing.T) { // at most one attempt per target is in flight
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		i := f.book(f.order(cleo, at(18, 0)))
		stores := []*store.Store{f.Store, f.another()}
		outcomes := make([]string, 20)
		each(20, func(n int) (err error) {
			outcomes[n], _, err = stores[n%2].Effects.Intend(ctx, entry(i, alan), 1, time.Minute)
			return err
		}, func(_ int, err error) { f.must(err) })
		written := 0
		for _, o := range outcomes {
			if o == effects.IntentWritten {
				written++
			}
		}
		if written != 1 {
			t.Errorf("%d attempts of 20 got the lease (%v), want 1", written, outcomes)
		}
	})
}

// TestIntentWaitsForAChange: an intent for a row that is being changed is written before the change or not at all,
// since whoever made the change looks at the ledger once.
func TestIntentWaitsForAChange(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		i := f.book(f.order(cleo, at(18, 0)))
		outcomes := make(chan string, 1)
		f.must(f.Transaction(ctx, func(exec func(string) error) error {
			if err := exec("update interviews set revision = revision + 1"); err != nil {
				return err
			}
			go func() {
				outcome, _, err := f.Effects.Intend(ctx, entry(i, alan), 1, time.Minute)
				outcomes <- outcome + fmt.Sprint(err)
			}()
			if f.Postgres() { // SQLite has one writer: the intent cannot begin before this ends
				f.waitsForLock(outcomes)
			}
			return nil
		}))
		if got, want := <-outcomes, effects.IntentStale+"<nil>"; got != want {
			t.Errorf("an intent beside a change is %s, want %s", got, want)
		}
		if n := f.scalar("select count(*) from effects"); n != 0 {
			t.Errorf("%d intents were written", n)
		}
	})
}

// TestAccountBesideAChange: an account never has a row without the intents that were written before the row became what
// it is. A canceled interview whose confirmation is not in the ledger would owe no cancellation.
func TestAccountBesideAChange(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		i := f.book(f.order(cleo, at(18, 0)))
		s := f.interrupted("", func() {
			if outcome, _, err := f.Effects.Intend(ctx, entry(i, alan), 1, time.Minute); err != nil ||
				outcome != effects.IntentWritten {
				t.Errorf("the intent is %s, %v", outcome, err)
			}
			if _, _, err := f.Bookings.Change(ctx, act.By{}, f.org.ID, i.ID, booking.Cancel); err != nil {
				t.Error(err)
			}
		})
		a := must(s.Effects.InterviewLedger(ctx, models.Ref{OrgID: f.org.ID, ID: i.ID}))(t)
		if a.Revision > 1 && len(a.Ledger) == 0 {
			t.Errorf("revision %d is read, and what was told before it is not", a.Revision)
		}
		if got := f.account(i.ID); got.Revision != 2 || len(got.Ledger) != 1 {
			t.Errorf("afterwards it is revision %d with %d effects", got.Revision, len(got.Ledger))
		}
	})
}

// waitsForLock returns when a statement on the fixture's database waits for a lock.
func (f *fixture) waitsForLock(ended <-chan string) {
	f.t.Helper()
	f.waitForLock(1, ended)
}

// waitForLock returns when n statements on the fixture's database wait for locks.
func (f *fixture) waitForLock(n int, ended <-chan string) {
	f.t.Helper()
	for deadline := time.Now().Add(time.Minute); ; runtime.Gosched() {
		if f.scalar("select count(*) from pg_stat_activity where datname = current_database() "+
			"and wait_event_type = 'Lock'") >= n {
			return
		}
		select {
		case how := <-ended:
			f.t.Fatalf("it waits for nobody: %s", how)
		default:
		}
		if time.Now().After(deadline) {
			f.t.Fatal("nothing waits for a lock")
		}
	}
}

func TestSupersede(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		i := f.book(f.order(cleo, at(18, 0)))
		e := entry(i, alan)
		settled := func(permanent bool, code string) effect.Entry {
			t.Helper()
			f.done(f.Effects.Intend(ctx, e, 1, time.Minute))
			e.Permanent, e.Code = permanent, code
			f.settles(e, effect.Failed, effects.MadeLink{})
			f.must(f.Effects.Supersede(ctx, []effect.Entry{e}))
			return f.account(i.ID).Ledger[0]
		}
		if got := settled(false, "smtp_451"); got.State != effect.Obsolete || got.Code != "smtp_451" {
			t.Errorf("the entry is %+v, want obsolete", got)
		}
		// Operators go on seeing what was refused for good.
		if got := settled(true, "smtp_550"); got.State != effect.Failed || !got.Permanent ||
			got.Code != "smtp_550" {
			t.Errorf("the entry is %+v, want failed for good", got)
		}
		f.intends("a letter that was refused for good", e, 1, effects.IntentLeased, 0)
	})
}

func TestCorrespondence(t *testing.T) {
	t.Parallel()
	organizations{acme(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		o := f.order(cleo, at(18, 0))
		c := must(f.Effects.Correspondence(ctx, f.book(o), []string{grace, "nobody@acme.example"}))(t)
		if len(c.People) != 1 {
			t.Fatalf("got %+v", c)
		}
		verify.Each(t, "the correspondence", verify.Fields{"OrganizationName": {c.OrganizationName, "Acme"},
			"PostingTitle": {c.PostingTitle, "Backend"}, "RoundTitle": {c.RoundTitle, "design"},
			"CandidateEmail": {c.CandidateEmail, cleo}, "InvitedAt": {c.InvitedAt, nil},
			"Name": {c.People[grace].Name, "Grace"}})

		// Candidates see the picture of whom they meet, unless it was saved while members alone were to see it.
		f.must(f.Team.SetPicture(ctx, act.By{}, f.org.ID, grace, []byte("a face")))
		met := f.book(f.orderWith(grace, "met@c.example", at(19, 0)))
		picture := func() string { return must(f.Effects.Correspondence(ctx, met, nil))(t).Picture }
		if got, want := picture(), must(f.Team.Member(ctx, f.org.ID, grace))(t).Picture; got != want {
			t.Errorf("candidates see the picture %q, want %q", got, want)
		}
		f.exec("update pictures set for_candidates = false")
		if got := picture(); got != "" {
			t.Errorf("candidates see the picture %s, which is for members", got)
		}

		i := f.invited(f.inviteTo("design", "invited@c.example")).Candidate
		o.CandidateEmail, o.Start = i.Email, at(20, 0)
		c = must(f.Effects.Correspondence(ctx, f.book(o), nil))(t)
		if !c.InvitedAt.Equal(*i.InvitedAt) || !c.InviteExpiresAt.Equal(*i.InviteExpiresAt) {
			t.Errorf("got %+v", c)
		}
	})
}

func TestWakeSweeps(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		i := f.book(f.order(cleo, at(18, 0)))
		ref := models.Ref{OrgID: f.org.ID, ID: i.ID}
		wakes := func(find func() ([]models.PendingWake, error)) int {
			t.Helper()
			// What nobody waits for is written within moments: an empty change that is waited for follows it.
			f.must(f.Effects.Supersede(ctx, nil))
			return len(must(find())(t))
		}
		before := func() time.Time { return f.Now().Add(-2 * time.Second) }
		unwoken := func() ([]models.PendingWake, error) { return f.Wakes.ClaimUnwoken(ctx, before(), 0, 10) }
		overdue := func() ([]models.PendingWake, error) { return f.Wakes.ClaimOverdue(ctx, before(), 0, 10) }
		expect := func(when string, wake, due int) {
			t.Helper()
			if w, d := wakes(unwoken), wakes(overdue); w != wake || d != due {
				t.Errorf("%s: %d unwoken, %d overdue; want %d and %d", when, w, d, wake, due)
			}
		}
		expect("just booked", 0, 0)
		f.clock.Set(noon.Add(2 * time.Second))
		expect("two seconds later", 1, 1)
		woken := func(revision int64) {
			f.Wakes.MarkWoken(models.PendingWake{Entity: models.EntityInterview, OrgID: ref.OrgID, ID: ref.ID,
				Revision: revision})
		}
		woken(1)
		expect("woken", 0, 1)
		woken(0)
		expect("woken for an older revision", 0, 1)
		older := i
		older.Revision = 0
		f.Wakes.MarkConverged(older, instant(at(17, 0)))
		expect("an older revision converged", 0, 1)
		f.Wakes.MarkConverged(i, instant(at(17, 0)))
		expect("converged", 0, 0)
		f.clock.Set(at(17, 0).Add(2 * time.Second))
		expect("past the next instant", 0, 1)
		f.Wakes.MarkConverged(f.interview(i.ID).Interview, nil)
		expect("nothing is next", 0, 0)
		o := f.order(cleo, at(20, 0))
		o.Replace = true
		f.book(o)
		f.clock.Set(at(17, 0).Add(time.Minute))
		expect("replaced", 1, 1)
		f.refused(failure(f.Effects.InterviewLedger(ctx, models.Ref{OrgID: "org_other", ID: i.ID})), models.NotFound,
			"the account of another organization")
	})
}
