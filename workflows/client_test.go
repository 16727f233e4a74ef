package workflows

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.temporal.io/api/serviceerror"
	"go.temporal.io/sdk/client"

	"litmus/models"
	"litmus/store"
	"litmus/testdb"
)

// server is a Temporal that starts workflows, with a signal or without, as a test says.
type server struct {
	client.Client
	take func(ctx context.Context, o client.StartWorkflowOptions, signal bool) error
}

func (s *server) SignalWithStartWorkflow(ctx context.Context, _, _ string, _ any, o client.StartWorkflowOptions, _ any,
	_ ...any) (client.WorkflowRun, error) {
	return nil, s.take(ctx, o, true)
}

func (s *server) ExecuteWorkflow(ctx context.Context, o client.StartWorkflowOptions, _ any,
	_ ...any) (client.WorkflowRun, error) {
	return nil, s.take(ctx, o, false)
}

func (*server) CheckHealth(context.Context, *client.CheckHealthRequest) (*client.CheckHealthResponse, error) {
	return &client.CheckHealthResponse{}, nil
}

// blocking is a Temporal that takes each wake-up only when the test lets it.
type blocking struct {
	server
	mu      sync.Mutex
	arrived []client.StartWorkflowOptions
	pass    chan struct{}
}

func newBlocking() *blocking {
	g := &blocking{pass: make(chan struct{})}
	g.take = func(ctx context.Context, o client.StartWorkflowOptions, _ bool) error {
		g.mu.Lock()
		g.arrived = append(g.arrived, o)
		g.mu.Unlock()
		select {
		case <-g.pass:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return g
}

// ids are the workflows whose wake-ups arrived, in that order.
func (g *blocking) ids() (out []string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, o := range g.arrived {
		out = append(out, o.ID)
	}
	return out
}

// openEmpty opens the store of an empty database, which ends with the test.
func openEmpty(t *testing.T) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), testdb.SQLite(t), store.Options{Secret: secret})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// TestWakeUpsAreFair: hundreds of wake-ups of one organization do not delay another's, and a bounded number is sent at
// a time.
func TestWakeUpsAreFair(t *testing.T) {
	t.Parallel()
	s := openEmpty(t)
	g := newBlocking()
	c := NewClient(g, s, slog.New(slog.DiscardHandler))
	defer c.Close()
	arrive := func(n int) {
		t.Helper()
		testdb.Until(t, time.Minute, fmt.Sprintf("%d wake-ups to arrive", n), func() (bool, string) {
			got := g.ids()
			return len(got) >= n, fmt.Sprint(got)
		})
	}
	for n := range 600 {
		c.WakeInvitation(t.Context(), models.Candidate{OrgID: "org_a", ID: fmt.Sprint("cand_", n), Revision: 2})
	}
	width := Dispatchers()
	arrive(width)
	c.Wake(t.Context(), models.Interview{OrgID: "org_a", ID: "int_a", Revision: 2})
	c.Wake(t.Context(), models.Interview{OrgID: "org_b", ID: "int_b", Revision: 2})
	if got := len(g.ids()); got != width {
		t.Errorf("%d wake-ups are on their way at a time, want %d", got, width)
	}
	for range 3 {
		g.pass <- struct{}{}
	}
	arrive(width + 3)
	if got := strings.Join(g.ids()[width:], " "); !strings.Contains(got, "interview/int_a") ||
		!strings.Contains(got, "interview/int_b") {
		t.Errorf("behind 600 invitations came %s, want the interviews of both organizations among them", got)
	}
	for _, o := range g.arrived {
		want := map[bool]string{true: "org_a/invitations",
			false: "org_" + strings.TrimPrefix(o.ID, "interview/int_")}[strings.HasPrefix(o.ID, "invitation/")]
		if o.Priority.FairnessKey != want {
			t.Errorf("%s has the fairness key %q, want %q", o.ID, o.Priority.FairnessKey, want)
		}
	}
}

// TestLateWakeUpsAreLeftToTheRelay: a wake-up that Temporal did not accept in time is not sent any more, so that it
// keeps no dispatcher from those of the relay.
func TestLateWakeUpsAreLeftToTheRelay(t *testing.T) {
	t.Parallel()
	s := openEmpty(t)
	g := newBlocking() // nobody is let through
	c := NewClient(g, s, slog.New(slog.DiscardHandler))
	defer c.Close()
	width := Dispatchers()
	for n := range 2 * width { // the second half waits until its time is up
		c.Wake(t.Context(), models.Interview{OrgID: "org_a", ID: fmt.Sprint("int_", n), Revision: 2})
	}
	go func() { // whoever comes after them finds a dispatcher
		for {
			select {
			case g.pass <- struct{}{}:
			case <-t.Context().Done():
				return
			}
		}
	}()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	one := models.PendingWake{Entity: models.EntityInterview, OrgID: "org_a", ID: "int_0", Revision: 1}
	if failed := c.WakeAll(ctx, []models.PendingWake{one}); len(failed) != 0 {
		t.Errorf("the relay's wake-up failed: %v", failed)
	}
}

// TestFirstWake: the workflow of a new row is started eagerly and without a signal; one that runs, and one whose row
// was changed, gets the signal.
func TestFirstWake(t *testing.T) {
	t.Parallel()
	s := openEmpty(t)
	for name, c := range map[string]struct {
		revision int64
		running  bool
		want     []string
	}{
		"a new row":                          {1, false, []string{"eager start"}},
		"a new row that was woken before":    {1, true, []string{"eager start", "signal"}},
		"a changed row":                      {2, true, []string{"signal"}},
		"a changed row that was never woken": {2, false, []string{"signal"}},
	} {
		var reached []string
		d := &server{take: func(_ context.Context, o client.StartWorkflowOptions, signal bool) error {
			if signal {
				reached = append(reached, "signal")
				return nil
			}
			reached = append(reached, map[bool]string{true: "eager start", false: "start"}[o.EnableEagerStart])
			if c.running && o.WorkflowExecutionErrorWhenAlreadyStarted {
				return serviceerror.NewWorkflowExecutionAlreadyStarted("it runs", "", "")
			}
			return nil
		}}
		w := NewClient(d, s, slog.New(slog.DiscardHandler))
		err := w.WakeNow(t.Context(), models.PendingWake{Entity: models.EntityInterview, OrgID: "org_a", ID: "int_a",
			Revision: c.revision})
		w.Close()
		if err != nil || !slices.Equal(reached, c.want) {
			t.Errorf("%s: %v, %v; want %v", name, reached, err, c.want)
		}
	}
}
