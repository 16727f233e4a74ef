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
	"litmus/store"
	"litmus/store/setups"
	"litmus/testdb"
)

// TestAttributesGivenAtStart: search attributes that a workflow was started with are written again only when they
// change.
func TestAttributesGivenAtStart(t *testing.T) {
	t.Parallel()
	first := func(w *world) attributes {
		row := w.row()
		return attributes{status: models.StatusScheduled,
			waitsFor: waitsFor(models.NextMoment(row, w.do.Store.Policy(), thu)), start: row.StartsAt}
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

// plain is a Temporal whose namespace may lack search attributes. It keeps what workflows were started with.
type plain struct {
	client.Client
	lacks   bool
	started []temporal.SearchAttributes
	arrived chan struct{}
}

func (p *plain) SignalWithStartWorkflow(_ context.Context, _, _ string, _ any, o client.StartWorkflowOptions, _ any,
	_ ...any) (client.WorkflowRun, error) {
	p.started = append(p.started, o.TypedSearchAttributes)
	defer func() { p.arrived <- struct{}{} }()
	if p.lacks && o.TypedSearchAttributes.Size() > 0 {
		return nil, serviceerror.NewInvalidArgument("search attribute LitmusPosting is not defined")
	}
	return nil, nil
}

func (p *plain) ExecuteWorkflow(ctx context.Context, o client.StartWorkflowOptions, w any,
	args ...any) (client.WorkflowRun, error) {
	return p.SignalWithStartWorkflow(ctx, o.ID, "", nil, o, w, args...)
}

func (*plain) CheckHealth(context.Context, *client.CheckHealthRequest) (*client.CheckHealthResponse, error) {
	return &client.CheckHealthResponse{}, nil
}

// TestWakeGivesAttributes: the wake-up of a new row gives the search attributes, and in a namespace without them the
// workflow starts all the same.
func TestWakeGivesAttributes(t *testing.T) {
	t.Parallel()
	s, err := store.Open(t.Context(), testdb.SQLite(t), store.Options{Secret: secret, Policy: models.DefaultPolicy,
		Now: func() time.Time { return thu }})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	applied, err := s.Setups.Apply(t.Context(), models.Setup{
		Organization: models.OrganizationSetup{Slug: "acme", Name: "Acme", Approved: true, TimeZone: "UTC",
			Admins: []string{"root@acme.example"}},
		Assessments: []models.AssessmentSetup{{Key: "design", Title: "Design", DeliveryMode: models.DeliverySync,
			Ready: true}},
		Postings: []models.PostingSetup{{Key: "backend", Kind: models.KindRole, Title: "Backend",
			Status: models.StatusOpen, Tracks: []models.TrackSetup{{Key: "default", Name: "Default", Default: true,
				Steps: []models.StepSetup{{Key: "design", Type: models.StepAssessment, Title: "Design",
					Assessment: "design", DurationMinutes: 60, Bookable: true}}}}}},
	}, setups.Options{})
	if err != nil {
		t.Fatal(err)
	}
	org, err := s.Team.Organization(t.Context(), "acme")
	if err != nil {
		t.Fatal(err)
	}
	backend := applied.Postings["backend"]
	b, err := s.Bookings.Book(t.Context(), models.By{}, org, models.BookingOrder{PostingID: backend.ID,
		RoundID: backend.Tracks["default"].Steps["design"], CandidateEmail: cleo, Start: mon(15, 0)})
	if err != nil {
		t.Fatal(err)
	}
	i, err := s.Candidates.Invite(t.Context(), models.By{}, org, models.InviteOrder{PostingID: backend.ID,
		CandidateEmail: "guest@candidate.example", CandidateName: "Guest"})
	if err != nil {
		t.Fatal(err)
	}
	later := b.Interview
	later.Revision = 2

	p := &plain{arrived: make(chan struct{}, 10)}
	c := NewClient(p, s, slog.New(slog.DiscardHandler))
	defer c.Close()
	started := func(n int, wake func()) []temporal.SearchAttributes {
		t.Helper()
		p.started = nil
		wake()
		for range n {
			<-p.arrived
		}
		return p.started
	}
	shows := func(a temporal.SearchAttributes) string {
		organization, _ := a.GetKeyword(attrOrganization)
		posting, _ := a.GetKeyword(attrPosting)
		status, _ := a.GetKeyword(attrStatus)
		waits, _ := a.GetKeyword(attrWaitsFor)
		failing, given := a.GetBool(attrFailing)
		start, _ := a.GetTime(attrStart)
		return fmt.Sprint(organization == org.ID, posting == backend.ID, " ", status, " ", waits, " ", failing, given,
			" ", start.UTC().Format(time.RFC3339))
	}
	for what, one := range map[string]struct {
		wake func()
		want string
	}{
		"interview": {func() { c.Wake(b.Interview) }, "true true scheduled reminder_24h false true " +
			"2031-03-03T15:00:00Z"},
		"invitation": {func() { c.WakeInvitation(i.Candidate) }, "true true invited invitation_expires false true " +
			"0001-01-01T00:00:00Z"},
	} {
		if got := started(1, one.wake); shows(got[0]) != one.want {
			t.Errorf("the %s starts with %v, want %s", what, shows(got[0]), one.want)
		}
	}
	if got := started(1, func() { c.Wake(later) }); got[0].Size() != 0 {
		t.Errorf("a later revision, whose workflow runs, is woken with %v", got)
	}
	p.lacks = true
	if got := started(2, func() { c.Wake(b.Interview) }); got[0].Size() == 0 || got[1].Size() != 0 {
		t.Errorf("refused, it was started with %v, want once more without", got)
	}
	if got := started(1, func() { c.Wake(b.Interview) }); got[0].Size() != 0 {
		t.Errorf("then it was started with %v, want without at once", got)
	}
}
