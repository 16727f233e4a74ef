package store_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"litmus/models"
	"litmus/store"
	"litmus/testdb"
)

const days = 24 * time.Hour

// moved moves the fixture's organization forward by d.
func (f *fixture) moved(d time.Duration) {
	f.t.Helper()
	f.must(f.MakeClocks(ctx))
	asked, err := f.AskClock(ctx, f.org.ID, d)
	f.must(err)
	f.must(f.MoveClock(ctx, f.org.ID, asked.Wanted))
}

// Decision 184: the time of one organization is moved forward, and stays there.
func TestClock(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		other := acme()
		other.Organization.Slug = "second"
		f := open(t, url, acme(), other)
		second, err := f.Organization(ctx, "second")
		f.must(err)

		_, err = f.AskClock(ctx, f.org.ID, days)
		f.refused(err, models.Conflict, "ask before there is a test clock")
		f.must(f.MakeClocks(ctx))
		f.must(f.MakeClocks(ctx))
		for _, d := range []time.Duration{-time.Millisecond, 367 * days} {
			_, err = f.AskClock(ctx, f.org.ID, d)
			f.refused(err, models.Invalid, "ask for "+d.String())
		}
		asked, err := f.AskClock(ctx, f.org.ID, 9*days)
		f.must(err)
		if asked != (store.Clock{OrgID: f.org.ID, Wanted: 9 * days}) || f.Ahead(f.org.ID) != 0 {
			t.Errorf("asked: %+v, %s ahead", asked, f.Ahead(f.org.ID))
		}
		f.must(f.MoveClock(ctx, f.org.ID, 2*days))
		f.must(f.MoveClock(ctx, f.org.ID, days))    // not back
		f.must(f.MoveClock(ctx, f.org.ID, 10*days)) // not beyond what it was asked for
		f.must(f.MoveClock(ctx, "org_unknown", days))
		if now := f.NowOf(f.org.ID); !now.Equal(noon.Add(2*days)) || !f.Now().Equal(noon) ||
			!f.NowOf(second.ID).Equal(noon) {
			t.Errorf("it is %s, for the machine %s and for another organization %s", now, f.Now(), f.NowOf(second.ID))
		}

		// Another process, such as the same one after a restart, has the time as soon as it has read the clocks.
		again := f.another()
		all, err := again.Clocks(ctx)
		f.must(err)
		slices.SortFunc(all, func(a, b store.Clock) int { return int(b.Wanted - a.Wanted) })
		want := []store.Clock{{OrgID: f.org.ID, Ahead: 2 * days, Wanted: 9 * days}, {OrgID: second.ID}}
		if !slices.Equal(all, want) || again.Ahead(f.org.ID) != 2*days {
			t.Errorf("after a restart: %+v, %s ahead, want %+v", all, again.Ahead(f.org.ID), want)
		}

		// What is decided follows the organization's time.
		i := f.book(f.order("soon@candidate.example", noon.Add(3*days)))
		if !i.CreatedAt.Equal(noon.Add(2 * days)) {
			t.Errorf("booked at %s", i.CreatedAt)
		}
	})
}

// Decision 184: `litmus api` and `litmus worker`, which follow no test clock, refuse a database with a moved one.
func TestMovedClockIsRefused(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := open(t, url, acme())
		f.must(f.Ping(ctx))
		f.must(f.MakeClocks(ctx))
		f.must(f.Ping(ctx)) // every organization of `up --test-clock` has one, and this was not moved
		_, err := f.AskClock(ctx, f.org.ID, days)
		f.must(err)
		if err := f.Ping(ctx); !errors.Is(err, store.ErrMovedClock) {
			t.Errorf("a database with a clock that will move: %v", err)
		}
		follows, err := store.Open(ctx, url, store.Options{Secret: secret, Policy: models.DefaultPolicy,
			TestClock: true})
		f.must(err)
		defer follows.Close()
		f.must(follows.Ping(ctx))
	})
}

// Decisions 128 and 184: relay and sweep find rows by the time of their organizations, and sign-ins by the machine's.
func TestClaimsByClock(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		other := acme()
		other.Organization.Slug = "second"
		f := open(t, url, acme(), other)
		here := f.book(f.order("here@candidate.example", noon.Add(20*days)))
		f.moved(9 * days)
		there := f.book(f.order("there@candidate.example", noon.Add(21*days)))
		asked, _, err := f.AskForSignIn(ctx, "ada@acme.example")
		f.must(err)
		claimed := func(claim func() ([]store.PendingWake, error)) (ids []string) {
			t.Helper()
			found, err := claim()
			f.must(err)
			for _, one := range found {
				ids = append(ids, one.ID)
			}
			slices.Sort(ids)
			return ids
		}
		unwoken := func() ([]store.PendingWake, error) { return f.ClaimUnwoken(ctx, f.Now(), time.Minute, 10) }
		want := []string{here.ID, there.ID, asked.ID}
		slices.Sort(want)
		if got := claimed(unwoken); !slices.Equal(got, want) {
			t.Errorf("the relay claimed %v, want %v", got, want)
		}
		if got := claimed(unwoken); len(got) != 0 {
			t.Errorf("within the lease it claimed %v: leases have the machine's time", got)
		}

		// Two rows are due ten days after noon. For the first organization that is in a day.
		f.exec("update interviews set woken_revision = revision, converged_revision = revision, claimed_until = null, "+
			"next_due_at = ?", noon.Add(10*days))
		f.exec("update sign_ins set woken_revision = revision, converged_revision = revision, claimed_until = null, "+
			"next_due_at = ?", noon.Add(10*days))
		f.exec("update interviews set next_due_at = null where id <> ?", there.ID)
		overdue := func() ([]store.PendingWake, error) { return f.ClaimOverdue(ctx, f.Now(), time.Minute, 10) }
		if got := claimed(overdue); len(got) != 0 {
			t.Errorf("a day before it is due the sweep claimed %v", got)
		}
		f.moved(days)
		if got := claimed(overdue); !slices.Equal(got, []string{there.ID}) {
			t.Errorf("when it is due the sweep claimed %v, want %s alone", got, there.ID)
		}
	})
}

// Decision 185: what a test clock waits for, and where it stops next.
func TestClockWaits(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := open(t, url, acme())
		f.moved(days)
		i := f.book(f.order("ann@candidate.example", noon.Add(20*days)))
		wake := store.PendingWake{Entity: store.EntityInterview, OrgID: f.org.ID, ID: i.ID, Revision: 1}
		check := func(about string, due *time.Time, unsettled, running []store.PendingWake) {
			t.Helper()
			next, err := f.NextDue(ctx, f.org.ID)
			f.must(err)
			if (next == nil) != (due == nil) || due != nil && !next.Equal(*due) {
				t.Errorf("%s: next due at %v, want %v", about, next, due)
			}
			late, err := f.Unsettled(ctx, f.org.ID, true)
			f.must(err)
			if !slices.Equal(late, unsettled) {
				t.Errorf("%s: it waits for %+v, want %+v", about, late, unsettled)
			}
			open, err := f.Running(ctx, f.org.ID)
			f.must(err)
			if !slices.Equal(open, running) {
				t.Errorf("%s: it wakes %+v, want %+v", about, open, running)
			}
		}
		both := []store.PendingWake{wake}
		check("booked", nil, both, both)
		due := noon.Add(19 * days)
		f.exec("update interviews set converged_revision = revision, next_due_at = ? where id = ?", due, i.ID)
		check("told", &due, nil, both)
		f.moved(18 * days)
		check("due", nil, both, both)
		f.exec("update interviews set next_due_at = null where id = ?", i.ID)
		check("over", nil, nil, nil)
	})
}
