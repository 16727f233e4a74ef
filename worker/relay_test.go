package worker

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.temporal.io/api/history/v1"
	"go.temporal.io/sdk/client"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/candidacy"
	"litmus/models/keyring"
	"litmus/models/setup"
	"litmus/store"
	"litmus/store/setups"
	"litmus/testdb"
	"litmus/workflows"
)

func TestMain(m *testing.M) { os.Exit(testdb.Main(m)) }

var noon = time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC)

// engine is a Temporal server that accepts wake-ups, unless it is away.
type engine struct {
	client.Client
	mu      sync.Mutex
	away    bool
	refuses bool     // it accepts no wake-up, though it answers
	refused int      // checks of health while it was away, one a second
	woken   []string // workflow ids

	memory *memory
}

func (e *engine) SignalWithStartWorkflow(_ context.Context, id, _ string, _ any, _ client.StartWorkflowOptions, _ any,
	_ ...any) (client.WorkflowRun, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.away || e.refuses {
		return nil, errors.New("connection refused")
	}
	e.woken = append(e.woken, id)
	return nil, nil
}

func (e *engine) ExecuteWorkflow(ctx context.Context, o client.StartWorkflowOptions, w any,
	args ...any) (client.WorkflowRun, error) {
	return e.SignalWithStartWorkflow(ctx, o.ID, "", nil, o, w, args...)
}

func (e *engine) CheckHealth(context.Context, *client.CheckHealthRequest) (*client.CheckHealthResponse, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.away {
		e.refused++
		return nil, errors.New("connection refused")
	}
	return &client.CheckHealthResponse{}, nil
}

func (e *engine) leave(away bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.away = away
}

// office is a database with a relay and an engine.
type office struct {
	t      *testing.T
	store  *store.Store
	engine *engine
	client *workflows.Client
	rounds rounds
	order  booking.Order
	org    models.Organization
	clock  *testdb.Clock

	takehome string // a posting whose assessment has a page
}

func open(t *testing.T) *office {
	t.Helper()
	o := &office{t: t, clock: testdb.NewClock(noon), engine: &engine{},
		rounds: rounds{began: noon, recovered: true, swept: noon}}
	o.engine.memory = &memory{engine: o.engine, last: map[string][]*history.HistoryEvent{},
		tries: map[string]int32{}}
	s, err := store.Open(t.Context(), testdb.SQLite(t),
		store.Options{Secret: keyring.Secret("0123456789abcdef0123456789abcdef"), Policy: models.DefaultPolicy,
			Now: o.clock.Now})
	o.must(err)
	o.store = s
	t.Cleanup(func() { s.Close() })
	applied, err := s.Setups.Apply(t.Context(), setup.Setup{
		Organization: setup.Organization{Slug: "acme", Name: "Acme", Approved: true, TimeZone: "UTC",
			Admins: []string{"root@acme.example"}},
		Assessments: []setup.Assessment{{Key: "design", Title: "Design", DeliveryMode: models.DeliverySync,
			Ready: true}, {Key: "home", Title: "Home", DeliveryMode: models.DeliveryAsync, Ready: true}},
		Postings: []setup.Posting{{Key: "backend", Kind: models.KindRole, Title: "Backend",
			Status: models.StatusOpen, Tracks: []setup.Track{{Key: "default", Name: "Default", Default: true,
				Steps: []setup.Step{{Key: "design", Type: models.StepAssessment, Title: "Design",
					Assessment: "design", DurationMinutes: 60, Bookable: true}}}}},
			{Key: "takehome", Kind: models.KindRole, Title: "Frontend", Status: models.StatusOpen,
				Tracks: []setup.Track{{Key: "default", Name: "Default", Default: true, Steps: []setup.Step{
					{Key: "home", Type: models.StepAssessment, Title: "Home", Assessment: "home"}}}}}},
	}, setups.Options{})
	o.must(err)
	o.org, err = s.Team.Organization(t.Context(), "acme")
	o.must(err)
	backend := applied.Postings["backend"]
	o.takehome = applied.Postings["takehome"].ID
	o.order = booking.Order{PostingID: backend.ID, RoundID: backend.Tracks["default"].Steps["design"]}
	o.client = workflows.NewClient(o.engine, s, slog.New(slog.DiscardHandler))
	t.Cleanup(o.client.Close)
	return o
}

func (o *office) must(err error) {
	o.t.Helper()
	if err != nil {
		o.t.Fatal(err)
	}
}

// book books a candidate for the next day.
func (o *office) book(candidate string) models.Interview {
	o.t.Helper()
	o.order.CandidateEmail, o.order.Start = candidate, noon.AddDate(0, 0, 1)
	b, err := o.store.Bookings.Book(o.t.Context(), act.By{}, o.org, o.order)
	o.must(err)
	return b.Interview
}

// invite invites a candidate to the assessment.
func (o *office) invite(candidate string) models.Candidate {
	o.t.Helper()
	i, err := o.store.Candidates.Invite(o.t.Context(), act.By{}, o.org,
		candidacy.InviteOrder{PostingID: o.order.PostingID, CandidateEmail: candidate, CandidateName: "Cleo"})
	o.must(err)
	return i.Candidate
}

// back waits until the client has noticed that Temporal is back.
func (o *office) back() {
	o.t.Helper()
	testdb.Until(o.t, 5*time.Second, "Temporal to be seen back", func() (bool, string) {
		return o.client.Reachable(), ""
	})
}

func (o *office) count() int {
	o.engine.mu.Lock()
	defer o.engine.mu.Unlock()
	return len(o.engine.woken)
}

// after runs a round of the relay that long after noon, and returns the workflows that it woke.
func (o *office) after(d time.Duration) []string {
	o.t.Helper()
	o.clock.Set(noon.Add(d))
	o.engine.mu.Lock()
	o.engine.woken = nil
	o.engine.mu.Unlock()
	relay(o.t.Context(), o.store, o.client, slog.New(slog.DiscardHandler), &o.rounds)
	o.flush()
	o.engine.mu.Lock()
	defer o.engine.mu.Unlock()
	return slices.Clone(o.engine.woken)
}

// flush returns when the batched writes are done: it makes a change that is written after them.
func (o *office) flush() {
	o.t.Helper()
	o.must(o.store.Effects.Supersede(o.t.Context(), nil))
}

func (o *office) woke(d time.Duration, want ...models.Interview) {
	o.t.Helper()
	var ids []string
	for _, i := range want {
		ids = append(ids, "interview/"+i.ID)
	}
	got := o.after(d)
	slices.Sort(got)
	slices.Sort(ids)
	if !slices.Equal(got, ids) {
		o.t.Errorf("after %s it woke %v, want %v", d, got, ids)
	}
}

// inOffice is a test of its own in an office.
func inOffice(t *testing.T, name string, play func(t *testing.T, o *office)) {
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		play(t, open(t))
	})
}

// runs has something run until the test stops it, which ends the test if it does not end then.
func runs(t *testing.T, what func(ctx context.Context)) (stop func()) {
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); what(ctx) }()
	return func() {
		t.Helper()
		cancel()
		select {
		case <-ended:
		case <-time.After(time.Minute):
			t.Fatal("it does not end")
		}
	}
}

func TestRelay(t *testing.T) {
	t.Parallel()
	inOffice(t, "wakes what was not woken after 2 s, once", func(t *testing.T, o *office) {
		a, b := o.book("a@candidate.example"), o.book("b@candidate.example")
		o.woke(1999 * time.Millisecond)
		o.woke(2*time.Second, a, b)
		o.woke(3 * time.Second)
	})
	inOffice(t, "keeps rows while Temporal is away, and wakes them when it is back", func(t *testing.T, o *office) {
		a, b := o.book("a@candidate.example"), o.book("b@candidate.example")
		o.engine.leave(true)
		o.woke(2 * time.Second)
		if o.client.Reachable() {
			t.Error("nobody noticed that Temporal is away")
		}
		o.engine.leave(false)
		o.back()
		o.woke(time.Minute, a, b)
	})
	inOffice(t, "sweeps every 10 minutes for what was woken and did not converge within 5",
		func(t *testing.T, o *office) {
			a := o.book("a@candidate.example")
			o.woke(2*time.Second, a)
			o.woke(9 * time.Minute)
			o.woke(10*time.Minute, a)
			o.woke(11 * time.Minute)
			o.woke(20*time.Minute, a)
			o.store.Wakes.MarkConverged(a, nil)
			o.flush()
			o.woke(30 * time.Minute)
		})
	inOffice(t, "wakes once what had not converged when it began, which a killed process may not have noted",
		func(t *testing.T, o *office) {
			a := o.book("a@candidate.example")
			o.woke(2*time.Second, a)
			began := 3 * time.Second // another process
			o.rounds = rounds{began: noon.Add(began), swept: noon}
			o.clock.Set(noon.Add(began + time.Millisecond))
			b := o.book("b@candidate.example")
			o.woke(began+relayAfter+time.Millisecond, b)
			o.woke(began + relayLease - time.Millisecond)
			o.engine.leave(true)
			o.woke(began + relayLease)
			o.engine.leave(false)
			o.back()
			o.woke(began+relayLease+time.Second, a)
			o.woke(began + 2*relayLease + 2*time.Second) // a has not converged and is no longer claimed
		})
	inOffice(t, "refuses an unknown entity", func(t *testing.T, o *office) {
		if err := o.client.WakeNow(t.Context(),
			models.PendingWake{Entity: "letter", OrgID: o.org.ID, ID: "1"}); err == nil || !o.client.Reachable() {
			t.Errorf("got %v, reachable %t", err, o.client.Reachable())
		}
	})
	inOffice(t, "makes up for a sweep that failed", func(t *testing.T, o *office) {
		a := o.book("a@candidate.example")
		o.woke(2*time.Second, a)
		o.engine.leave(true)
		o.woke(10 * time.Minute)
		o.engine.leave(false)
		o.back()
		o.woke(10*time.Minute+time.Second, a)
	})
	inOffice(t, "runs until its context ends", func(t *testing.T, o *office) {
		o.book("a@candidate.example")
		o.clock.Set(noon.Add(time.Minute))
		stop := runs(t, func(ctx context.Context) { Relay(ctx, o.store, o.client, slog.New(slog.DiscardHandler)) })
		testdb.Until(t, time.Minute, "somebody to be woken", func() (bool, string) { return o.count() > 0, "" })
		stop()
	})
}

func TestStartRefusesAnUnknownQueue(t *testing.T) {
	t.Parallel()
	if _, err := Start(&engine{}, nil, []string{"intervews"}, Options{}); err == nil ||
		!strings.Contains(err.Error(), `unknown queue "intervews"`) {
		t.Errorf("got %v", err)
	}
}
