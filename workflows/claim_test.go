package workflows

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"go.temporal.io/api/common/v1"
	enums "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/namespace/v1"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/api/workflow/v1"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/converter"
	"google.golang.org/grpc"

	"litmus/models"
	"litmus/models/upkeep"
)

// claimed is a Temporal with one namespace, which starts workflows and remembers whose it is.
type claimed struct {
	server
	mu    sync.Mutex
	id    string        // of the namespace
	claim *upkeep.Claim // nil: nobody's
	memo  map[string]any
}

func newClaimed(id string) *claimed {
	c := &claimed{id: id}
	c.take = func(_ context.Context, o client.StartWorkflowOptions, _ bool) error {
		c.mu.Lock()
		defer c.mu.Unlock()
		if o.ID != claimID {
			c.memo = o.Memo
			return nil
		}
		if c.claim != nil && o.WorkflowIDConflictPolicy == enums.WORKFLOW_ID_CONFLICT_POLICY_FAIL {
			return serviceerror.NewWorkflowExecutionAlreadyStarted("it is claimed", "", "")
		}
		c.claim = &upkeep.Claim{Database: o.Memo[memoDatabase].(string), Count: o.Memo[memoClaims].(int64)}
		return nil
	}
	return c
}

func (c *claimed) WorkflowService() workflowservice.WorkflowServiceClient { return namespaces{of: c} }

// namespaces are what the SDK has no method for.
type namespaces struct {
	workflowservice.WorkflowServiceClient
	of *claimed
}

func (f namespaces) DescribeNamespace(context.Context, *workflowservice.DescribeNamespaceRequest,
	...grpc.CallOption) (*workflowservice.DescribeNamespaceResponse, error) {
	f.of.mu.Lock()
	defer f.of.mu.Unlock()
	return &workflowservice.DescribeNamespaceResponse{NamespaceInfo: &namespace.NamespaceInfo{Id: f.of.id}}, nil
}

func (c *claimed) DescribeWorkflowExecution(context.Context, string,
	string) (*workflowservice.DescribeWorkflowExecutionResponse, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.claim == nil {
		return nil, serviceerror.NewNotFound("no such workflow")
	}
	fields := map[string]*common.Payload{}
	for name, value := range map[string]any{memoDatabase: c.claim.Database, memoClaims: c.claim.Count} {
		p, err := converter.GetDefaultDataConverter().ToPayload(value)
		if err != nil {
			return nil, err
		}
		fields[name] = p
	}
	return &workflowservice.DescribeWorkflowExecutionResponse{WorkflowExecutionInfo: &workflow.WorkflowExecutionInfo{
		Status: enums.WORKFLOW_EXECUTION_STATUS_RUNNING, Memo: &common.Memo{Fields: fields}}}, nil
}

// guarded is a client that asks for nothing by itself.
func guarded(t *testing.T, c *claimed) *Client {
	t.Helper()
	w := &Client{temporal: c, store: openEmpty(t), log: slog.New(slog.DiscardHandler)}
	w.Guard("default", false)
	return w
}

// TestClaim: nothing is sent before the namespace is claimed, nor while it is taken; what is sent names the database;
// and a Temporal that lost everything while the process ran is claimed again.
func TestClaim(t *testing.T) {
	t.Parallel()
	temporal := newClaimed("ns")
	w := guarded(t, temporal)
	ctx := t.Context()
	wakes := func(want error) {
		t.Helper()
		err := w.WakeNow(ctx, models.PendingWake{Entity: models.EntityInterview, OrgID: "org_a", ID: "int_a",
			Revision: 1})
		if !errors.Is(err, want) || w.Reachable() != (want == nil) {
			t.Errorf("a wake-up: %v, reachable %t; want %v", err, w.Reachable(), want)
		}
	}
	wakes(ErrUnreachable)
	if err := w.Claim(ctx); err != nil {
		t.Fatal(err)
	}
	wakes(nil)
	if temporal.claim.Database != w.Database() || temporal.memo[memoDatabase] != w.Database() {
		t.Errorf("the claim is %+v and the memo %v, want both to name %s", temporal.claim, temporal.memo, w.Database())
	}
	first := *temporal.claim
	temporal.claim, temporal.id = nil, "ns2" // it comes back empty
	w.confirm(ctx)
	if temporal.claim == nil || temporal.claim.Count <= first.Count {
		t.Errorf("the claim of an empty Temporal is %+v, after %+v", temporal.claim, first)
	}
	wakes(nil)
	temporal.claim.Count += 2 // a copy of the database has claimed it
	w.confirm(ctx)
	select {
	case <-w.Lost():
	default:
		t.Error("nobody is told that the namespace was taken")
	}
	wakes(ErrUnreachable)
	w.confirm(ctx) // again: it is told once
	beside := &Client{temporal: temporal, store: w.store, log: w.log}
	beside.Guard("default", false)
	if _, err := w.store.Adopt(ctx, false); err != nil {
		t.Fatal(err)
	}
	if err := beside.Claim(ctx); err != nil {
		t.Fatal(err)
	}
	w.confirm(ctx)
	wakes(nil)
	temporal.claim.Count += 2
	w.confirm(ctx)
	wakes(ErrUnreachable)
}

// TestClaimsAtOnce: of processes of one database that claim at once all may work, of two databases one.
func TestClaimsAtOnce(t *testing.T) {
	t.Parallel()
	temporal := newClaimed("ns")
	ours, theirs := guarded(t, temporal), guarded(t, temporal)
	beside := &Client{temporal: temporal, store: ours.store, log: ours.log}
	beside.Guard("default", false)
	errs := make([]error, 3)
	var claiming sync.WaitGroup
	for n, w := range []*Client{ours, beside, theirs} {
		claiming.Go(func() { errs[n] = w.Claim(t.Context()) })
	}
	claiming.Wait()
	won := temporal.claim.Database
	for n, w := range []*Client{ours, beside, theirs} {
		who, err := w.store.Identity(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if refused := models.KindOf(errs[n]) == models.Conflict; refused == (who.ID == won) ||
			refused && !strings.Contains(errs[n].Error(), won) {
			t.Errorf("claim %d of %s, where %s won: %v", n, who.ID, won, errs[n])
		}
	}
}
