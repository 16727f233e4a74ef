package worker

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/effect"
	"litmus/models/setup"
	"litmus/models/upkeep"
	"litmus/store"
	"litmus/store/effects"
	"litmus/store/setups"
	"litmus/testdb"
)

// walk is an office with test clocks, and what was woken at which time of the organization.
type walk struct {
	*office
	clocks *Clocks
	log    lines
	mu     sync.Mutex
	woken  []string
	stuck  bool // what is woken does nothing
}

// lines are what was logged.
type lines struct {
	mu sync.Mutex
	b  strings.Builder
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// by is a move by a span.
func by(d time.Duration) upkeep.ClockMove { return upkeep.ClockMove{By: d} }

func newWalk(t *testing.T) *walk {
	w := &walk{office: open(t)}
	w.clocks = &Clocks{Store: w.store, Log: slog.New(slog.NewTextHandler(&w.log, nil)), Wake: w.wake}
	w.must(w.store.Wakes.ServeClocks(t.Context()))
	return w
}

// wake converges interviews, as their workflows do.
func (w *walk) wake(ctx context.Context, rows []models.PendingWake) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, one := range rows {
		now := w.store.NowOf(one.OrgID)
		w.woken = append(w.woken, fmt.Sprintf("%s +%s", one.Entity, now.Sub(noon)))
		if w.stuck {
			continue
		}
		i, err := w.store.Interviews.Interview(ctx, one.OrgID, one.ID)
		if err != nil {
			w.t.Error(err)
			return
		}
		var due *time.Time
		if next := effect.NextMoment(i.Interview, w.store.Policy(), now); next != nil {
			due = &next.At
		}
		w.store.Wakes.MarkConverged(i.Interview, due)
	}
	w.flush()
}

func (w *walk) seen() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.woken)
}

// saw checks what was woken, or sent, and when.
func (w *walk) saw(want ...string) {
	w.t.Helper()
	if got := w.seen(); !slices.Equal(got, want) {
		w.t.Errorf("what happened is %q, want %q", got, want)
	}
}

// books books a candidate that long after noon.
func (w *walk) books(candidate string, start time.Duration) {
	w.t.Helper()
	w.order.CandidateEmail, w.order.Start = candidate, noon.Add(start)
	_, err := w.store.Bookings.Book(w.t.Context(), act.By{}, w.org, w.order)
	w.must(err)
}

// advances moves the clock, and checks how long after noon it is then.
func (w *walk) advances(d, want time.Duration) {
	w.t.Helper()
	now, err := w.clocks.Advance(w.t.Context(), w.org.ID, by(d))
	w.must(err)
	if !now.Equal(noon.Add(want)) || !w.store.NowOf(w.org.ID).Equal(now) {
		w.t.Errorf("it is %s, want %s", now, noon.Add(want))
	}
}

const days = 24 * time.Hour

// The clock stops at each instant at which something falls due on the way, and in the end wakes whatever has set a
// timer.
func TestClocks(t *testing.T) {
	t.Parallel()
	w := newWalk(t)
	w.books("ann@candidate.example", 5*days)
	w.advances(9*days, 9*days)
	// At once for its letters, a day and an hour before the start for reminders, and when it ends.
	w.saw("interview +0s", "interview +96h0m0s", "interview +119h0m0s", "interview +121h0m0s")

	// A clock that does not go as far as something is due wakes it for its timer, which is due sooner now.
	w.books("ben@candidate.example", 30*days)
	w.woken = nil
	w.advances(1*days, 10*days)
	w.saw("interview +216h0m0s", "interview +240h0m0s")
	if text := w.log.String(); text != "" {
		t.Errorf("logged: %s", text)
	}
}

// What was asked for over the database, as `litmus clock advance` does, is carried out as well, and organizations that
// are made later have a clock.
func TestClocksRun(t *testing.T) {
	t.Parallel()
	w := newWalk(t)
	_, err := w.store.Wakes.AskClock(t.Context(), w.org.ID, by(24*time.Hour))
	w.must(err)
	_, err = w.store.Setups.Apply(t.Context(), setup.Setup{Organization: setup.Organization{Slug: "later",
		Name: "Later", Approved: true, TimeZone: "UTC", Admins: []string{"root@later.example"}}}, setups.Options{})
	w.must(err)
	stop := runs(t, w.clocks.Run)
	testdb.Until(t, time.Minute, "two clocks, one of them a day ahead", func() (bool, string) {
		all, err := w.store.Clocks(t.Context())
		w.must(err)
		ahead := slices.ContainsFunc(all, func(c store.Clock) bool { return c.Ahead == 24*time.Hour })
		return len(all) == 2 && ahead, fmt.Sprintf("the clocks are %+v", all)
	})
	stop()
}

// A process that ended may have left timers as they were, so the next one wakes what waits.
func TestClocksAfterARestart(t *testing.T) {
	t.Parallel()
	w := newWalk(t)
	w.book("ann@candidate.example")
	w.advances(time.Hour, time.Hour)
	w.woken = nil
	stop := runs(t, (&Clocks{Store: w.store, Log: w.clocks.Log, Wake: w.wake}).Run)
	testdb.Until(t, time.Minute, "something to be woken", func() (bool, string) { return len(w.seen()) > 0, "" })
	stop()
	w.saw("interview +1h0m0s")
}

// A caller who stops waiting is told, and the clock goes on.
func TestClockOnItsWay(t *testing.T) {
	t.Parallel()
	w := newWalk(t)
	w.stuck = true
	w.book("ann@candidate.example")
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err := w.clocks.Advance(ctx, w.org.ID, by(time.Hour))
	if models.KindOf(err) != models.Unavailable || !strings.Contains(err.Error(), "still on its way") {
		t.Errorf("a clock that waits: %v", err)
	}
	w.mu.Lock()
	w.stuck = false
	w.mu.Unlock()
	w.advances(0, time.Hour)
}

// carry does what the interviews owe to candidates, and nothing else: their interviewers' addresses are refused for
// now, as a calendar may be that broke. So no interview converges before its end.
func (w *walk) carry(ctx context.Context, rows []models.PendingWake) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, one := range rows {
		now := w.store.NowOf(one.OrgID)
		acct, err := w.store.Effects.InterviewLedger(ctx, models.Ref{OrgID: one.OrgID, ID: one.ID})
		if err != nil {
			w.t.Error(err)
			return
		}
		i := acct.Interview
		owed := effect.Owed(i, acct.CandidateEmail, acct.Ledger, w.store.Policy(), now)
		for _, e := range owed {
			if e.Role != effect.RoleCandidate {
				continue
			}
			w.woken = append(w.woken, fmt.Sprintf("%s +%s", e.Kind, now.Sub(noon)))
			entry := effect.EntryOf(i, e)
			if _, _, err := w.store.Effects.Intend(ctx, entry, i.Revision, 0); err != nil {
				w.t.Error(err)
			}
			entry.State = effect.Done
			if _, err := w.store.Effects.Settle(ctx, entry, effects.MadeLink{}); err != nil {
				w.t.Error(err)
			}
		}
		if len(owed) == 0 {
			var due *time.Time
			if next := effect.NextMoment(i, w.store.Policy(), now); next != nil {
				due = &next.At
			}
			w.store.Wakes.MarkConverged(i, due)
		}
	}
	w.flush()
}

// An interview that holds a clock up once, since something of it cannot be done, still has its other letters at their
// own times, and the clock waits for them.
func TestClockWaitsAgain(t *testing.T) {
	t.Parallel()
	w := newWalk(t)
	w.clocks.Wake, w.clocks.patience = w.carry, 20*time.Millisecond
	w.order.InterviewerEmail = "ilse@acme.example"
	w.books("ann@candidate.example", 5*days)
	w.advances(9*days, 9*days)
	w.saw(effect.LetterConfirmation+" +0s", "reminder_24h +96h0m0s", "reminder_1h +119h0m0s")
	// It was held up by the briefing and by each reminder to the interviewer.
	if n := strings.Count(w.log.String(), "test clock goes on though something is owed"); n != 3 {
		t.Errorf("it was held up %d times, want 3:\n%s", n, w.log.String())
	}
}
