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
	"litmus/store"
	"litmus/store/effects"
	"litmus/store/setups"
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
func by(d time.Duration) models.ClockMove { return models.ClockMove{By: d} }

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
		if next := models.NextMoment(i.Interview, w.store.Policy(), now); next != nil {
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

// The clock stops at each instant at which something falls due on the way, and in the end wakes whatever has set a
// timer.
func TestClocks(t *testing.T) {
	t.Parallel()
	w := newWalk(t)
	w.order.CandidateEmail, w.order.Start = "ann@candidate.example", noon.AddDate(0, 0, 5)
	_, err := w.store.Bookings.Book(t.Context(), models.By{}, w.org, w.order)
	w.must(err)
	now, err := w.clocks.Advance(t.Context(), w.org.ID, by(9*24*time.Hour))
	w.must(err)
	if want := noon.AddDate(0, 0, 9); !now.Equal(want) || !w.store.NowOf(w.org.ID).Equal(want) {
		t.Errorf("it is %s, want %s", now, want)
	}
	// At once for its letters, a day and an hour before the start for reminders, and when it ends.
	if got, want := w.seen(), []string{"interview +0s", "interview +96h0m0s", "interview +119h0m0s",
		"interview +121h0m0s"}; !slices.Equal(got, want) {
		t.Errorf("it woke %q, want %q", got, want)
	}

	// A clock that does not go as far as something is due wakes it for its timer, which is due sooner now.
	w.order.CandidateEmail, w.order.Start = "ben@candidate.example", noon.AddDate(0, 0, 30)
	_, err = w.store.Bookings.Book(t.Context(), models.By{}, w.org, w.order)
	w.must(err)
	w.woken = nil
	_, err = w.clocks.Advance(t.Context(), w.org.ID, by(24*time.Hour))
	w.must(err)
	if got, want := w.seen(), []string{"interview +216h0m0s", "interview +240h0m0s"}; !slices.Equal(got, want) {
		t.Errorf("it woke %q, want %q", got, want)
	}
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
	_, err = w.store.Setups.Apply(t.Context(), models.Setup{Organization: models.OrganizationSetup{Slug: "later",
		Name: "Later", Approved: true, TimeZone: "UTC", Admins: []string{"root@later.example"}}}, setups.Options{})
	w.must(err)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); w.clocks.Run(ctx) }()
	for {
		all, err := w.store.Clocks(t.Context())
		w.must(err)
		if len(all) == 2 && slices.ContainsFunc(all, func(c store.Clock) bool { return c.Ahead == 24*time.Hour }) {
			break
		}
		if !pause(t.Context(), time.Millisecond) {
			t.Fatalf("the clocks are %+v", all)
		}
	}
	cancel()
	<-ended
}

// A process that ended may have left timers as they were, so the next one wakes what waits.
func TestClocksAfterARestart(t *testing.T) {
	t.Parallel()
	w := newWalk(t)
	w.book("ann@candidate.example")
	_, err := w.clocks.Advance(t.Context(), w.org.ID, by(time.Hour))
	w.must(err)
	w.woken = nil
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	again := &Clocks{Store: w.store, Log: w.clocks.Log, Wake: w.wake}
	go func() { defer close(ended); again.Run(ctx) }()
	for len(w.seen()) == 0 {
		if !pause(t.Context(), time.Millisecond) {
			t.Fatal("nothing was woken")
		}
	}
	cancel()
	<-ended
	if got := w.seen(); !slices.Equal(got, []string{"interview +1h0m0s"}) {
		t.Errorf("it woke %q, want the interview, once", got)
	}
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
	now, err := w.clocks.Advance(t.Context(), w.org.ID, by(0))
	w.must(err)
	if !now.Equal(noon.Add(time.Hour)) {
		t.Errorf("then it is %s, want an hour after noon", now)
	}
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
		owed := models.Owed(i, acct.CandidateEmail, acct.Ledger, w.store.Policy(), now)
		for _, e := range owed {
			if e.Role != models.RoleCandidate {
				continue
			}
			w.woken = append(w.woken, fmt.Sprintf("%s +%s", e.Kind, now.Sub(noon)))
			entry := i.Entry(e)
			if _, _, err := w.store.Effects.Intend(ctx, entry, i.Revision, 0); err != nil {
				w.t.Error(err)
			}
			entry.State = models.EffectDone
			if _, err := w.store.Effects.Settle(ctx, entry, effects.MadeLink{}); err != nil {
				w.t.Error(err)
			}
		}
		if len(owed) == 0 {
			var due *time.Time
			if next := models.NextMoment(i, w.store.Policy(), now); next != nil {
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
	w.order.CandidateEmail, w.order.Start = "ann@candidate.example", noon.AddDate(0, 0, 5)
	w.order.InterviewerEmail = "ilse@acme.example"
	_, err := w.store.Bookings.Book(t.Context(), models.By{}, w.org, w.order)
	w.must(err)
	now, err := w.clocks.Advance(t.Context(), w.org.ID, by(9*24*time.Hour))
	w.must(err)
	if want := noon.AddDate(0, 0, 9); !now.Equal(want) {
		t.Errorf("it is %s, want %s", now, want)
	}
	if got, want := w.seen(), []string{models.LetterConfirmation + " +0s", "reminder_24h +96h0m0s",
		"reminder_1h +119h0m0s"}; !slices.Equal(got, want) {
		t.Errorf("the candidate got %q, want %q", got, want)
	}
	// It was held up by the briefing and by each reminder to the interviewer.
	if n := strings.Count(w.log.String(), "test clock goes on though something is owed"); n != 3 {
		t.Errorf("it was held up %d times, want 3:\n%s", n, w.log.String())
	}
}
