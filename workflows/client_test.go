package workflows

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"go.temporal.io/sdk/client"

	"litmus/models"
	"litmus/store"
	"litmus/testdb"
)

// blocking is a Temporal that takes each wake-up only when the test lets it.
type blocking struct {
	client.Client
	mu      sync.Mutex
	arrived []client.StartWorkflowOptions
	pass    chan struct{}
}

func (g *blocking) SignalWithStartWorkflow(ctx context.Context, _, _ string, _ any, o client.StartWorkflowOptions,
	_ any, _ ...any) (client.WorkflowRun, error) {
	g.mu.Lock()
	g.arrived = append(g.arrived, o)
	g.mu.Unlock()
	select {
	case <-g.pass:
		return nil, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (g *blocking) ExecuteWorkflow(ctx context.Context, o client.StartWorkflowOptions, w any,
	args ...any) (client.WorkflowRun, error) {
	return g.SignalWithStartWorkflow(ctx, o.ID, "", nil, o, w, args...)
}

func (*blocking) CheckHealth(context.Context, *client.CheckHealthRequest) (*client.CheckHealthResponse, error) {
	return &client.CheckHealthResponse{}, nil
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
	s, err := store.Open(t.Context(), testdb.SQLite(t),
		store.Options{Secret: models.Secret("0123456789abcdef0123456789abcdef")})
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
	g := &blocking{pass: make(chan struct{})}
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
		c.WakeInvitation(models.Candidate{OrgID: "org_a", ID: fmt.Sprint("cand_", n), Revision: 2})
	}
	width := Dispatchers()
	arrive(width)
	c.Wake(models.Interview{OrgID: "org_a", ID: "int_a", Revision: 2})
	c.Wake(models.Interview{OrgID: "org_b", ID: "int_b", Revision: 2})
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
	g := &blocking{pass: make(chan struct{})} // nobody is let through
	c := NewClient(g, s, slog.New(slog.DiscardHandler))
	defer c.Close()
	width := Dispatchers()
	all := make([]models.PendingWake, 2*width)
	for n := range all {
		all[n] = models.PendingWake{Entity: models.EntityInterview, OrgID: "org_a", ID: fmt.Sprint("int_", n),
			Revision: 1}
	}
	for _, one := range all[:width] {
		c.Wake(models.Interview{OrgID: one.OrgID, ID: one.ID, Revision: 2})
	}
	for _, one := range all[width:] {
		c.Wake(models.Interview{OrgID: one.OrgID, ID: one.ID, Revision: 2}) // these wait until their time is up
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
	if failed := c.WakeAll(ctx, all[:1]); len(failed) != 0 {
		t.Errorf("the relay's wake-up failed: %v", failed)
	}
}
