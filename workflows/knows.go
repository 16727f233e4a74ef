package workflows

import (
	"context"
	"errors"
	"fmt"

	"go.temporal.io/api/common/v1"
	enums "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/api/workflowservice/v1"

	"litmus/store"
)

// Knows reports whether Temporal has a running workflow for the entity whose history goes on after the row's last
// change: nearly all that adds an event makes the workflow load the row. The end of a batch of letters need not, so a
// wake-up that Temporal lost during one is made up for by the sweep, after ten minutes. It is false for one that
// Temporal lost, or restored from a time before the change. When the clocks of Temporal and the database differ it may
// be false for one that is up to date, which costs a wake-up.
func (w *Client) Knows(ctx context.Context, namespace string, c store.ExpectedWorkflow) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	h, err := w.temporal.WorkflowService().GetWorkflowExecutionHistoryReverse(ctx,
		&workflowservice.GetWorkflowExecutionHistoryReverseRequest{
			Namespace: namespace, Execution: &common.WorkflowExecution{WorkflowId: WorkflowID(c.Entity, c.ID)},
			MaximumPageSize: 1,
		})
	var missing *serviceerror.NotFound
	switch {
	case errors.As(err, &missing):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("read the last event of %s: %w", WorkflowID(c.Entity, c.ID), err)
	case len(h.GetHistory().GetEvents()) == 0:
		return false, nil
	}
	last := h.History.Events[0]
	switch last.EventType {
	case enums.EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED, enums.EVENT_TYPE_WORKFLOW_EXECUTION_FAILED,
		enums.EVENT_TYPE_WORKFLOW_EXECUTION_CANCELED, enums.EVENT_TYPE_WORKFLOW_EXECUTION_TERMINATED,
		enums.EVENT_TYPE_WORKFLOW_EXECUTION_TIMED_OUT:
		return false, nil
	}
	return !last.EventTime.AsTime().Before(c.ChangedAt), nil
}
