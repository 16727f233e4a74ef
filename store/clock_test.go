package store_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/upkeep"
	"litmus/store"
	"litmus/testdb"
)

const days = 24 * time.Hour

// by is a move by a span.
func by(d time.Duration) upkeep.ClockMove { return upkeep.ClockMove{By: d} }

// moved moves the fixture's organization forward by d.
func (f *fixture) moved(d time.Duration) {
	f.t.Helper()
	f.must(f.Wakes.ServeClocks(ctx))
	asked := must(f.Wakes.AskClock(ctx, f.org.ID, by(d)))(f.t)
	f.must(f.Wakes.MoveClock(ctx, f.org.ID, asked.Wanted))
}

// The time of one organization is moved forward, and stays there.
func TestClock(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := open(t, url, acme(), bolt())
		second := must(f.Team.Organization(ctx, "bolt"))(t)

		f.refused(failure(f.Wakes.AskClock(ctx, f.org.ID, by(days))), models.Conflict,
			"ask before there is a test clock")
		f.must(f.Wakes.ServeClocks(ctx))
		f.must(f.Wakes.ServeClocks(ctx))
		asked := must(f.Wakes.AskClock(ctx, f.org.ID, by(9*days)))(t)
		if asked != (store.Clock{OrgID: f.org.ID, Wanted: 9 * days}) || f.Ahead(f.org.ID) != 0 {
			t.Errorf("asked: %+v, %s ahead", asked, f.Ahead(f.org.ID))
		}
		f.must(f.Wakes.MoveClock(ctx, f.org.ID, 2*days))
		f.must(f.Wakes.MoveClock(ctx, f.org.ID, days))    // not back
		f.must(f.Wakes.MoveClock(ctx, f.org.ID, 10*days)) // not beyond what it was asked for
		f.must(f.Wakes.MoveClock(ctx, "org_unknown", days))
		if now := f.NowOf(f.org.ID); !now.Equal(noon.Add(2*days)) || !f.Now().Equal(noon) ||
			!f.NowOf(second.ID).Equal(noon) {
			t.Errorf("it is %s, for the machine %s and for another organization %s", now, f.Now(), f.NowOf(second.ID))
		}

		// Another process, such as the same one after a restart, has the time as soon as it has read the clocks.
		again := f.another()
		all := must(again.Clocks(ctx))(t)
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

// `litmus api` and `litmus worker`, which follow no test clock, refuse a database with a moved one, and say what can be
// done. One that was only asked to move has moved nothing.
func TestMovedClockIsRefused(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := open(t, url, acme(), bolt())
		f.must(f.Wakes.ServeClocks(ctx))
		f.must(f.Ping(ctx)) // every organization of `up --test-clock` has one, and this was not moved
		asked := must(f.Wakes.AskClock(ctx, f.org.ID, by(9*days)))(t)
		f.must(f.Ping(ctx))
		f.must(f.Wakes.MoveClock(ctx, f.org.ID, days))
		f.clock.Set(noon.Add(time.Hour))
		f.must(f.Wakes.MoveClock(ctx, f.org.ID, asked.Wanted))
		err := f.Ping(ctx)
		if !errors.Is(err, store.ErrMovedClock) {
			t.Fatalf("a database with a clock that was moved: %v", err)
		}
		if says := "of the organization acme"; !strings.Contains(err.Error(), says) {
			t.Errorf("%q does not say %q", err, says)
		}
		follows := must(store.Open(ctx, url, store.Options{Secret: secret, Policy: models.DefaultPolicy,
			TestClock: true}))(t)
		defer follows.Close()
		f.must(follows.Ping(ctx))
	})
}

// A clock that no process moves is not asked to, whatever ran on the database before, so that it stays one that `litmus
// api` serves.
func TestClockThatNobodyServes(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		refuses := func(when string) {
			t.Helper()
			f.refused(failure(f.Wakes.AskClock(ctx, f.org.ID, by(days))), models.Conflict, "ask "+when)
			if c, err := f.Wakes.ClockOf(ctx, f.org.ID); err != nil || c != (store.Clock{OrgID: f.org.ID}) {
				t.Errorf("%s the clock is %+v, %v", when, c, err)
			}
			f.must(f.Ping(ctx))
		}
		refuses("where no test clock ever was")
		f.exec("insert into test_clocks (org_id, ahead_ms, wanted_ms) select id, 0, 0 from organizations")
		refuses("where one was before anybody promised to move it")
		f.must(f.Wakes.ServeClocks(ctx))
		f.must(f.Wakes.LeaveClocks(ctx))
		refuses("where its process ended")
		f.must(f.Wakes.ServeClocks(ctx))
		f.clock.Set(noon.Add(30 * time.Second))
		refuses("where its process has not been heard of for 30 seconds")

		// A process that runs promises it again and again, and writes no more often than every ten seconds.
		writes := 0
		for range 100 {
			f.clock.Set(f.Now().Add(time.Second))
			if f.count(func() { f.must(f.Wakes.ServeClocks(ctx)) }) > 1 {
				writes++
			}
			f.done(f.Wakes.AskClock(ctx, f.org.ID, by(0)))
		}
		if writes > 10 {
			t.Errorf("in 100 seconds the promise was written %d times, want at most 10", writes)
		}
	})
}

// Two who ask at once for the same instant, and one whose answer was lost, move the clock there and not beyond.
func TestClockAskedTwice(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		f.must(f.Wakes.ServeClocks(ctx))
		to, from := upkeep.ClockMove{To: noon.Add(9 * days)}, 9*days
		wants := func(d time.Duration) {
			t.Helper()
			if c, err := f.Wakes.ClockOf(ctx, f.org.ID); err != nil || c.Wanted != d {
				t.Errorf("the clock is asked to be %s ahead (%v), want %s", c.Wanted, err, d)
			}
		}
		together := func(m upkeep.ClockMove) {
			t.Helper()
			f.race(4, 4, func(int) error { return failure(f.Wakes.AskClock(ctx, f.org.ID, m)) })
		}
		together(to)
		wants(9 * days)
		f.must(f.Wakes.MoveClock(ctx, f.org.ID, 9*days))
		f.clock.Set(noon.Add(time.Minute))
		f.must(f.Wakes.ServeClocks(ctx))
		together(to) // which has passed by a minute
		wants(9 * days)
		together(upkeep.ClockMove{By: days, From: &from})
		wants(10 * days)
		f.refused(failure(f.Wakes.AskClock(ctx, f.org.ID, upkeep.ClockMove{By: 2 * days, From: &from})),
			models.Conflict, "ask by a form of an earlier time")

	})
}

// Relay and sweep find rows by the time of their organizations, and sign-ins by the machine's.
func TestClaimsByClock(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := open(t, url, acme(), bolt())
		here := f.book(f.order("here@candidate.example", noon.Add(20*days)))
		f.moved(9 * days)
		there := f.book(f.order("there@candidate.example", noon.Add(21*days)))
		asked, _ := must2(f.Team.AskForSignIn(ctx, "ada@acme.example", false))(t)
		claimed := func(claim func() ([]models.PendingWake, error)) (ids []string) {
			t.Helper()
			found := must(claim())(t)
			for _, one := range found {
				ids = append(ids, one.ID)
			}
			slices.Sort(ids)
			return ids
		}
		unwoken := func() ([]models.PendingWake, error) { return f.Wakes.ClaimUnwoken(ctx, f.Now(), time.Minute, 10) }
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
		overdue := func() ([]models.PendingWake, error) { return f.Wakes.ClaimOverdue(ctx, f.Now(), time.Minute, 10) }
		if got := claimed(overdue); len(got) != 0 {
			t.Errorf("a day before it is due the sweep claimed %v", got)
		}
		f.moved(days)
		if got := claimed(overdue); !slices.Equal(got, []string{there.ID}) {
			t.Errorf("when it is due the sweep claimed %v, want %s alone", got, there.ID)
		}
	})
}

// What a test clock waits for, and where it stops next.
func TestClockWaits(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		f.moved(days)
		i := f.book(f.order("ann@candidate.example", noon.Add(20*days)))
		wake := models.PendingWake{Entity: models.EntityInterview, OrgID: f.org.ID, ID: i.ID, Revision: 1}
		check := func(about string, due *time.Time, unsettled, running []models.PendingWake) {
			t.Helper()
			next := must(f.Wakes.NextDue(ctx, f.org.ID))(t)
			if (next == nil) != (due == nil) || due != nil && !next.Equal(*due) {
				t.Errorf("%s: next due at %v, want %v", about, next, due)
			}
			late := must(f.Wakes.Unsettled(ctx, f.org.ID, true))(t)
			if !slices.Equal(late, unsettled) {
				t.Errorf("%s: it waits for %+v, want %+v", about, late, unsettled)
			}
			open := must(f.Wakes.Running(ctx, f.org.ID))(t)
			if !slices.Equal(open, running) {
				t.Errorf("%s: it wakes %+v, want %+v", about, open, running)
			}
		}
		both := []models.PendingWake{wake}
		// A row that owes something has not said when it is due next, and the clock stops there nevertheless.
		due := noon.Add(19 * days)
		check("booked", &due, both, both)
		f.exec("update interviews set converged_revision = revision, next_due_at = ? where id = ?", due, i.ID)
		check("told", &due, nil, both)
		f.moved(18 * days)
		check("due", nil, both, both)
		f.exec("update interviews set next_due_at = null where id = ?", i.ID)
		check("over", nil, nil, nil)
	})
}
