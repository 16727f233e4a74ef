package worker

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"go.temporal.io/api/common/v1"
	enums "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/api/workflow/v1"
	"go.temporal.io/api/workflowservice/v1"

	"litmus/models"
	"litmus/models/effect"
	"litmus/store/effects"
)

func (e *engine) DescribeWorkflowExecution(_ context.Context, id,
	_ string) (*workflowservice.DescribeWorkflowExecutionResponse, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	events := e.memory.last[id]
	if len(events) == 0 {
		return nil, serviceerror.NewNotFound("workflow not found")
	}
	d := &workflowservice.DescribeWorkflowExecutionResponse{WorkflowExecutionInfo: &workflow.WorkflowExecutionInfo{
		Status: enums.WORKFLOW_EXECUTION_STATUS_RUNNING}}
	if events[0].EventType == enums.EVENT_TYPE_WORKFLOW_EXECUTION_TERMINATED {
		d.WorkflowExecutionInfo.Status = enums.WORKFLOW_EXECUTION_STATUS_TERMINATED
	}
	if tries := e.memory.tries[id]; tries > 0 {
		d.PendingWorkflowTask = &workflow.PendingWorkflowTaskInfo{Attempt: tries}
	}
	return d, nil
}

func (e *engine) ListWorkflow(context.Context,
	*workflowservice.ListWorkflowExecutionsRequest) (*workflowservice.ListWorkflowExecutionsResponse, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	out := &workflowservice.ListWorkflowExecutionsResponse{}
	for id, events := range e.memory.last {
		if events[0].EventType != enums.EVENT_TYPE_WORKFLOW_EXECUTION_TERMINATED {
			out.Executions = append(out.Executions, &workflow.WorkflowExecutionInfo{
				Execution: &common.WorkflowExecution{WorkflowId: id}})
		}
	}
	return out, nil
}

func (e *engine) SignalWorkflow(_ context.Context, id, _, _ string, _ any) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.woken = append(e.woken, "signal "+id)
	return nil
}

func (e *engine) TerminateWorkflow(_ context.Context, id, _, _ string, _ ...any) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.woken = append(e.woken, "terminate "+id)
	return nil
}

// settled books an interview whose workflow was woken and runs, and which owes nothing: the ledger has its letters as
// done. Something falls due the next morning.
func (o *office) settled(candidate string) models.Interview {
	o.t.Helper()
	i, ctx := o.book(candidate), o.t.Context()
	acct, err := o.store.Effects.InterviewLedger(ctx, models.Ref{OrgID: i.OrgID, ID: i.ID})
	o.must(err)
	for _, e := range effect.Owed(acct.Interview, acct.CandidateEmail, acct.Ledger, o.store.Policy(), noon) {
		entry := effect.EntryOf(i, e)
		_, _, err := o.store.Effects.Intend(ctx, entry, i.Revision, 0)
		o.must(err)
		entry.State = effect.Done
		_, err = o.store.Effects.Settle(ctx, entry, effects.MadeLink{})
		o.must(err)
	}
	o.converged(i)
	return i
}

// converged notes that the interview's workflow runs and that it found nothing owed.
func (o *office) converged(i models.Interview) {
	o.t.Helper()
	o.store.Wakes.MarkWoken(models.PendingWake{Entity: models.EntityInterview, OrgID: i.OrgID, ID: i.ID,
		Revision: i.Revision})
	at := noon.Add(20 * time.Hour)
	o.store.Wakes.MarkConverged(i, &at)
	o.remembers("interview/"+i.ID, time.Second, enums.EVENT_TYPE_WORKFLOW_EXECUTION_STARTED)
}

// reconciles runs a reconciliation, and wants it to find and to do that, in any order.
func (o *office) reconciles(what string, r Reconciliation, found, done []string) {
	o.t.Helper()
	o.flush()
	o.engine.mu.Lock()
	o.engine.woken = nil
	o.engine.mu.Unlock()
	r.Store, r.Client, r.Namespace = o.store, o.client, "interviews"
	out, err := r.Run(o.t.Context())
	o.must(err)
	o.flush()
	var got []string
	for _, f := range out.Findings {
		o.must(f.Failed)
		got = append(got, fmt.Sprint(f.Difference, " ", f.ID))
	}
	o.engine.mu.Lock()
	defer o.engine.mu.Unlock()
	for name, c := range map[string][2][]string{"found": {got, found}, "did": {o.engine.woken, done}} {
		slices.Sort(c[0])
		slices.Sort(c[1])
		if !slices.Equal(c[0], c[1]) {
			o.t.Errorf("%s: it %s %v, want %v", what, name, c[0], c[1])
		}
	}
}

// What differs is found, and nothing else; it is mended where that is asked for, and no workflow is ended unless that
// is.
func TestReconcile(t *testing.T) {
	t.Parallel()
	inOffice(t, "finds nothing where nothing is wrong", func(t *testing.T, o *office) {
		i := o.settled("fine@candidate.example")
		o.engine.memory.tries["interview/"+i.ID] = stuckBelow
		o.book("new@candidate.example") // a moment ago
		o.reconciles("all is well", Reconciliation{Mend: true, Restart: true}, nil, nil)
	})
	inOffice(t, "finds what differs, and mends it when it may", func(t *testing.T, o *office) {
		ended, stuck := o.settled("ended@candidate.example"), o.settled("stuck@candidate.example")
		o.remembers("interview/"+ended.ID, time.Minute, enums.EVENT_TYPE_WORKFLOW_EXECUTION_TERMINATED)
		o.engine.memory.tries["interview/"+stuck.ID] = stuckBelow + 1
		forgotten := o.book("forgotten@candidate.example") // by the ledger
		o.converged(forgotten)
		unheard, late := o.book("unheard@candidate.example"), o.book("late@candidate.example")
		for _, i := range []models.Interview{unheard, late} {
			o.remembers("interview/"+i.ID, time.Second, enums.EVENT_TYPE_WORKFLOW_EXECUTION_STARTED)
		}
		o.store.Wakes.MarkWoken(models.PendingWake{Entity: models.EntityInterview, OrgID: late.OrgID, ID: late.ID,
			Revision: late.Revision})
		o.remembers("interview/int_gone", time.Minute, enums.EVENT_TYPE_WORKFLOW_EXECUTION_STARTED)
		o.clock.Set(noon.Add(sweepAfter))

		found := []string{"lost " + ended.ID, "owed " + forgotten.ID, "overdue " + late.ID, "stuck " + stuck.ID,
			"unsignaled " + unheard.ID}
		o.reconciles("of another organization", Reconciliation{Org: "org_other", Mend: true}, nil, nil)
		o.reconciles("of this one", Reconciliation{Org: o.org.ID}, found, nil)
		found = append(found, "no row int_gone")
		o.reconciles("only looking", Reconciliation{Restart: true}, found, nil)
		o.reconciles("mending", Reconciliation{Mend: true}, found, []string{"interview/" + ended.ID,
			"interview/" + forgotten.ID, "interview/" + late.ID, "interview/" + unheard.ID, "signal interview/int_gone"})
		o.reconciles("restarting", Reconciliation{Org: o.org.ID, Mend: true, Restart: true}, []string{
			"lost " + ended.ID, "owed " + forgotten.ID, "overdue " + late.ID, "stuck " + stuck.ID,
			"overdue " + unheard.ID}, []string{"interview/" + ended.ID, "interview/" + forgotten.ID,
			"interview/" + late.ID, "interview/" + unheard.ID, "terminate interview/" + stuck.ID,
			"interview/" + stuck.ID})
	})
}

// stuckBelow are the most attempts at a task after which a workflow is not stuck yet.
const stuckBelow = 2
