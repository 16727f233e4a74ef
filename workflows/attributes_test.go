package workflows

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"go.temporal.io/api/serviceerror"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/interceptor"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"litmus/models"
	"litmus/models/effect"
)

// TestAttributesGivenAtStart: search attributes that a workflow was started with are written again only when they
// change.
func TestAttributesGivenAtStart(t *testing.T) {
	t.Parallel()
	first := func(w *world) attributes {
		row := w.row()
		return attributes{status: models.StatusScheduled,
			waitsFor: waitsFor(effect.NextMoment(row, w.do.Store.Policy(), thu)), start: row.StartsAt}
	}
	for name, c := range map[string]struct {
		given func(*world) *attributes
		wrote int // before the first instant of the timeline
	}{
		"given, they are not written":       {func(w *world) *attributes { a := first(w); return &a }, 0},
		"none given, they are written once": {func(*world) *attributes { return nil }, 1},
		"given from an older row, they are written anew": {func(w *world) *attributes {
			a := first(w)
			a.start = mon(9, 0)
			return &a
		}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := booked(t)
			w.do.Searchable = true
			if a := c.given(w); a != nil {
				if err := w.env.SetTypedSearchAttributesOnStart(temporal.NewSearchAttributes(a.all(w.ref.OrgID,
					w.posting.ID)...)); err != nil {
					t.Fatal(err)
				}
			}
			wrote := &upserts{}
			w.env.SetWorkerOptions(worker.Options{DeadlockDetectionTimeout: time.Minute,
				Interceptors: []interceptor.WorkerInterceptor{wrote}})
			w.env.RegisterDelayedCallback(func() {
				if wrote.count != c.wrote {
					t.Errorf("they were written %d times, want %d", wrote.count, c.wrote)
				}
				w.env.CancelWorkflow()
			}, time.Minute)
			w.env.ExecuteWorkflow(Interview, w.ref)
			if w.loads == nil {
				t.Error("the workflow loaded nothing")
			}
		})
	}
}

// upserts counts how often a workflow writes its search attributes.
type upserts struct {
	interceptor.WorkerInterceptorBase
	count int
}

func (u *upserts) InterceptWorkflow(ctx workflow.Context,
	next interceptor.WorkflowInboundInterceptor) interceptor.WorkflowInboundInterceptor {
	return &inbound{WorkflowInboundInterceptorBase: interceptor.WorkflowInboundInterceptorBase{Next: next}, upserts: u}
}

type inbound struct {
	interceptor.WorkflowInboundInterceptorBase
	upserts *upserts
}

func (i *inbound) Init(next interceptor.WorkflowOutboundInterceptor) error {
	return i.Next.Init(&outbound{WorkflowOutboundInterceptorBase: interceptor.WorkflowOutboundInterceptorBase{
		Next: next}, upserts: i.upserts})
}

type outbound struct {
	interceptor.WorkflowOutboundInterceptorBase
	upserts *upserts
}

func (o *outbound) UpsertTypedSearchAttributes(ctx workflow.Context,
	attributes ...temporal.SearchAttributeUpdate) error {
	o.upserts.count++
	return o.Next.UpsertTypedSearchAttributes(ctx, attributes...)
}

// TestWakeGivesAttributes: the wake-up of a new row gives the search attributes, and in a namespace without them the
// workflow starts all the same.
func TestWakeGivesAttributes(t *testing.T) {
	t.Parallel()
	w := booked(t)
	interview, ref := w.row(), invitation(t, w)
	a, err := w.do.Store.Candidates.InvitationLedger(t.Context(), ref)
	w.must(err)
	arrived, lacks := make(chan temporal.SearchAttributes, 10), false
	c := NewClient(&server{take: func(_ context.Context, o client.StartWorkflowOptions, _ bool) error {
		defer func() { arrived <- o.TypedSearchAttributes }()
		if lacks && o.TypedSearchAttributes.Size() > 0 {
			return serviceerror.NewInvalidArgument("search attribute LitmusPosting is not defined")
		}
		return nil
	}}, w.do.Store, slog.New(slog.DiscardHandler))
	defer c.Close()
	shows := func(a temporal.SearchAttributes) string {
		organization, _ := a.GetKeyword(attrOrganization)
		posting, _ := a.GetKeyword(attrPosting)
		status, _ := a.GetKeyword(attrStatus)
		waits, _ := a.GetKeyword(attrWaitsFor)
		failing, given := a.GetBool(attrFailing)
		start, _ := a.GetTime(attrStart)
		return fmt.Sprint(organization == w.org.ID, posting == w.posting.ID, " ", status, " ", waits, " ", failing,
			given, " ", start.UTC().Format(time.RFC3339))
	}
	for what, one := range map[string]struct {
		wake func()
		want string
	}{
		"interview": {func() { c.Wake(t.Context(), interview) }, "true true scheduled reminder_24h false true " +
			"2031-03-03T15:00:00Z"},
		"invitation": {func() { c.WakeInvitation(t.Context(), a.Candidate) }, "true true invited invitation_expires " +
			"false true 0001-01-01T00:00:00Z"},
	} {
		one.wake()
		if got := shows(<-arrived); got != one.want {
			t.Errorf("the %s starts with %v, want %s", what, got, one.want)
		}
	}
	later := interview
	later.Revision = 2
	c.Wake(t.Context(), later)
	if got := <-arrived; got.Size() != 0 {
		t.Errorf("a later revision, whose workflow runs, is woken with %v", got)
	}
	lacks = true
	c.Wake(t.Context(), interview)
	if first, second := <-arrived, <-arrived; first.Size() == 0 || second.Size() != 0 {
		t.Errorf("refused with %v, it was started with %v, want once more without", first, second)
	}
	c.Wake(t.Context(), interview)
	if got := <-arrived; got.Size() != 0 {
		t.Errorf("then it was started with %v, want without at once", got)
	}
}
