package workflows

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"go.temporal.io/api/common/v1"
	enums "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/api/workflow/v1"
	"go.temporal.io/api/workflowservice/v1"

	"litmus/models"
	"litmus/models/upkeep"
	"litmus/store/wakes"
)

// stuckTries is how many attempts at a workflow's task make it stuck. Fewer are lost with workers that are killed.
const stuckTries = 3

// Seen is what Temporal says of a workflow: its state, and how its last run ended or why its task fails, "" else.
type Seen struct {
	State upkeep.WorkflowState
	Why   string
	Owner string // the database that it names, "" if none
}

// See asks Temporal about the workflow of a row.
func (w *Client) See(ctx context.Context, namespace string, r upkeep.OpenRow) (Seen, error) {
	id := WorkflowID(r.Entity, r.ID)
	asking, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	var d *workflowservice.DescribeWorkflowExecutionResponse
	err := whileUnanswered(asking, func() (err error) {
		d, err = w.temporal.DescribeWorkflowExecution(asking, id, "")
		return err
	})
	var missing *serviceerror.NotFound
	switch {
	case errors.As(err, &missing):
		return Seen{State: upkeep.WorkflowMissing}, nil
	case err != nil:
		return Seen{}, fmt.Errorf("ask about %s: %w", id, err)
	}
	seen := Seen{Owner: ownerOf(d.GetWorkflowExecutionInfo().GetMemo())}
	if s := d.GetWorkflowExecutionInfo().GetStatus(); s != enums.WORKFLOW_EXECUTION_STATUS_RUNNING {
		seen.State, seen.Why = upkeep.WorkflowEnded, strings.ToLower(s.String())
		return seen, nil
	}
	if tries := d.GetPendingWorkflowTask().GetAttempt(); tries >= stuckTries {
		why, err := w.whyStuck(asking, namespace, id)
		seen.State, seen.Why = upkeep.WorkflowFails, fmt.Sprintf("attempt %d: %s", tries, why)
		return seen, err
	}
	known, err := w.Knows(ctx, namespace, wakes.ExpectedWorkflow{PendingWake: r.PendingWake, ChangedAt: r.ChangedAt})
	if seen.State = upkeep.WorkflowBehind; err == nil && known {
		seen.State = upkeep.WorkflowRuns
	}
	return seen, err
}

// whyStuck is the last failure of a workflow's task, in a line. Its attempts after the first leave no event.
func (w *Client) whyStuck(ctx context.Context, namespace, id string) (string, error) {
	page, err := w.historyReverse(ctx, &workflowservice.GetWorkflowExecutionHistoryReverseRequest{
		Namespace: namespace, Execution: &common.WorkflowExecution{WorkflowId: id}, MaximumPageSize: knowsPage})
	if err != nil {
		return "", fmt.Errorf("read the last events of %s: %w", id, err)
	}
	for _, e := range page.GetHistory().GetEvents() {
		if f := e.GetWorkflowTaskFailedEventAttributes(); f != nil {
			line, _, _ := strings.Cut(f.GetFailure().GetMessage(), "\n")
			return f.GetCause().String() + ": " + line, nil
		}
	}
	return "no worker finishes it", nil
}

// Running is a workflow that runs.
type Running struct {
	Entity models.Entity
	ID     string
}

// EachRunning calls do with pages of the rows' workflows that run in the namespace, as Temporal's lists have them: they
// may be a moment behind.
func (w *Client) EachRunning(ctx context.Context, namespace string, do func([]Running) error) error {
	request := &workflowservice.ListWorkflowExecutionsRequest{Namespace: namespace, PageSize: runningPage,
		Query: "ExecutionStatus = 'Running'"}
	for {
		page, err := w.temporal.ListWorkflow(ctx, request)
		if err != nil {
			return fmt.Errorf("list the workflows that run: %w", err)
		}
		var out []Running
		for _, e := range page.GetExecutions() {
			r := runningOf(e)
			if _, ours := kinds[r.Entity]; ours { // the claim is not
				out = append(out, r)
			}
		}
		if err := do(out); err != nil {
			return err
		}
		if request.NextPageToken = page.GetNextPageToken(); len(request.NextPageToken) == 0 {
			return nil
		}
	}
}

// runningPage is how many workflows are listed at a time.
const runningPage = 500

func runningOf(e *workflow.WorkflowExecutionInfo) Running {
	entity, id, _ := strings.Cut(e.GetExecution().GetWorkflowId(), "/")
	return Running{Entity: models.Entity(entity), ID: id}
}

// Terminate ends the workflow of a row at once. What it held the row holds too, so the next wake-up goes on.
func (w *Client) Terminate(ctx context.Context, one models.PendingWake, why string) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	err := w.temporal.TerminateWorkflow(ctx, WorkflowID(one.Entity, one.ID), "", why)
	if missing := (*serviceerror.NotFound)(nil); errors.As(err, &missing) { // it ended by itself
		return nil
	}
	return err
}

// Signal wakes a workflow that runs and starts none: one without a row ends by it.
func (w *Client) Signal(ctx context.Context, one models.PendingWake) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	err := w.temporal.SignalWorkflow(ctx, WorkflowID(one.Entity, one.ID), "", wakeSignal, wake{one.Revision})
	if missing := (*serviceerror.NotFound)(nil); errors.As(err, &missing) {
		return nil
	}
	return err
}

// Join has the client send for its database in a namespace that the database's processes have claimed, as a command
// does beside them: it claims nothing. A refusal is of kind [models.Conflict].
func (w *Client) Join(ctx context.Context, namespace string) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	var at upkeep.Surroundings
	if err := whileUnanswered(ctx, func() (err error) {
		at, err = Look(ctx, w.temporal, namespace)
		return err
	}); err != nil {
		return err
	}
	who, err := w.store.PeekIdentity(ctx)
	switch {
	case err != nil:
		return err
	case who == nil || at.Claim == nil:
		return models.Conflictf("the namespace %s of Temporal is nobody's yet: a worker that starts claims it, and one "+
			"that runs does within half a minute", namespace)
	}
	at.Place = w.store.Place(ctx)
	if err := who.Belongs(at); err != nil {
		return err
	}
	w.database.Store(&who.ID)
	return nil
}
