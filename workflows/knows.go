package workflows

import (
	"context"
	"errors"
	"fmt"
	"time"

	"go.temporal.io/api/common/v1"
	enums "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/history/v1"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/api/workflowservice/v1"

	"litmus/models"
	"litmus/store/wakes"
)

// knowsPage is how many events of a history are read at a time, the last ones first. What follows a change of a row
// mostly fits.
const knowsPage = 10

// Knows reports whether Temporal has a running workflow for the entity that has loaded the row since its last change,
// or is about to. It is false for one that Temporal lost, or restored from a time before the change. When the clocks of
// Temporal and the database differ it may be false for one that is up to date, which costs a wake-up.
func (w *Client) Knows(ctx context.Context, namespace string, c wakes.ExpectedWorkflow) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	request := &workflowservice.GetWorkflowExecutionHistoryReverseRequest{
		Namespace: namespace, Execution: &common.WorkflowExecution{WorkflowId: WorkflowID(c.Entity, c.ID)},
		MaximumPageSize: knowsPage,
	}
	for first := true; ; first = false {
		page, err := w.historyReverse(ctx, request)
		var missing *serviceerror.NotFound
		switch {
		case errors.As(err, &missing):
			return false, nil
		case err != nil:
			return false, fmt.Errorf("read the last events of %s: %w", WorkflowID(c.Entity, c.ID), err)
		}
		events := page.GetHistory().GetEvents()
		if first && (len(events) == 0 || closes(events[0])) {
			return false, nil
		}
		for _, e := range events {
			if e.EventTime.AsTime().Before(c.ChangedAt) {
				return false, nil
			}
			if readsRow(c.Entity, e) {
				return true, nil
			}
		}
		if request.NextPageToken = page.GetNextPageToken(); len(request.NextPageToken) == 0 {
			return false, nil
		}
	}
}

// closes reports whether the event is the end of a run.
func closes(e *history.HistoryEvent) bool {
	switch e.EventType {
	case enums.EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED, enums.EVENT_TYPE_WORKFLOW_EXECUTION_FAILED,
		enums.EVENT_TYPE_WORKFLOW_EXECUTION_CANCELED, enums.EVENT_TYPE_WORKFLOW_EXECUTION_TERMINATED,
		enums.EVENT_TYPE_WORKFLOW_EXECUTION_TIMED_OUT:
		return true
	}
	return false
}

// readsRow reports whether the event says that the workflow loads the row, or has loaded it by a local activity, whose
// marker it is. What a restored workflow goes on with says nothing: its tasks time out and come again, and a batch of
// letters that it had started ends without another load. A calendar's workflow loads nothing: its activity reads the
// row.
func readsRow(entity models.Entity, e *history.HistoryEvent) bool {
	switch e.EventType {
	case enums.EVENT_TYPE_WORKFLOW_EXECUTION_STARTED, enums.EVENT_TYPE_WORKFLOW_EXECUTION_SIGNALED,
		enums.EVENT_TYPE_WORKFLOW_EXECUTION_UPDATE_ACCEPTED, enums.EVENT_TYPE_MARKER_RECORDED,
		enums.EVENT_TYPE_TIMER_FIRED:
		return true
	}
	return entity == models.EntityCalendar
}

// historyReverse reads a page of a history from its end, which the SDK has no method for, and so does not try again.
func (w *Client) historyReverse(ctx context.Context, request *workflowservice.GetWorkflowExecutionHistoryReverseRequest,
) (page *workflowservice.GetWorkflowExecutionHistoryReverseResponse, err error) {
	err = whileUnanswered(ctx, func() error {
		page, err = w.temporal.WorkflowService().GetWorkflowExecutionHistoryReverse(ctx, request)
		return err
	})
	return page, err
}

// unansweredPause is how long [whileUnanswered] waits before it tries again.
const unansweredPause = 100 * time.Millisecond

// whileUnanswered calls Temporal again and again for as long as it gives no answer, until ctx ends.
func whileUnanswered(ctx context.Context, call func() error) error {
	for {
		err := call()
		if !Unanswered(err) {
			return err
		}
		select {
		case <-time.After(unansweredPause):
		case <-ctx.Done():
			return err
		}
	}
}

// Unanswered reports whether an error says that Temporal gave no answer for the moment: it is unavailable, has too much
// to do, or took too long.
func Unanswered(err error) bool {
	var unavailable *serviceerror.Unavailable
	var exhausted *serviceerror.ResourceExhausted
	var late *serviceerror.DeadlineExceeded
	return errors.As(err, &unavailable) || errors.As(err, &exhausted) || errors.As(err, &late) ||
		errors.Is(err, context.DeadlineExceeded)
}
