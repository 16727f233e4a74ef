package workflows

import (
	"context"
	"crypto/rand"
	"fmt"
	"time"

	enums "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"

	"litmus/models"
)

// AwaitFirstAttempts wakes the interview's workflow for its revision and returns when the meeting link and the
// calendar's copy were attempted once, or after [FirstAttemptTime], or when ctx ends. An error means that Temporal or a
// worker did not answer: nothing is known of the attempts.
func (w *Client) AwaitFirstAttempts(ctx context.Context, i models.Interview) (out FirstAttempts, err error) {
	ctx, cancel := context.WithTimeout(ctx, FirstAttemptTime)
	defer cancel()
	s := pendingWake(i)
	h, err := w.update(ctx, s, ofInterview(i, w.store.Policy(), w.store.NowOf(i.OrgID)), firstAttemptsUpdate,
		fmt.Sprintf("r%d", i.Revision), awaitRevision{i.Revision})
	if err == nil { // it is awake: the relay need not wake it while this waits for the attempts
		w.store.Wakes.MarkWoken(s)
		err = h.Get(ctx, &out)
	}
	if err != nil {
		return FirstAttempts{}, fmt.Errorf("await first attempts: %w", err)
	}
	return out, nil
}

// DismissNotetaker dismisses the interview's notetaker before a replace is decided, with 3 attempts in at most 8 s. It
// is not invited back before the decision: who decides wakes the interview then, and without a wake-up the workflow
// invites it back after 10 s. The error is an application error whose type is a code.
func (w *Client) DismissNotetaker(ctx context.Context, ref models.Ref) error {
	ctx, cancel := context.WithTimeout(ctx, dismissTime+time.Second) // for Temporal itself
	defer cancel()
	// Each call has an id of its own: with the same one Temporal would answer a second call with the first failure.
	h, err := w.update(ctx, models.PendingWake{Entity: models.EntityInterview, OrgID: ref.OrgID, ID: ref.ID}, nil,
		dismissUpdate, "dismiss-"+rand.Text())
	if err == nil {
		err = h.Get(ctx, nil)
	}
	if err != nil {
		return fmt.Errorf("dismiss notetaker: %w", err)
	}
	return nil
}

// update starts the interview's workflow unless it is running, and returns when it has accepted an update.
func (w *Client) update(ctx context.Context, s models.PendingWake, given *temporal.SearchAttributes, name, id string,
	args ...any) (h client.WorkflowUpdateHandle, err error) {
	err = w.startWith(s, given, func(o client.StartWorkflowOptions) (err error) {
		o.WorkflowIDConflictPolicy = enums.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING
		h, err = w.temporal.UpdateWithStartWorkflow(ctx, client.UpdateWithStartWorkflowOptions{
			StartWorkflowOperation: w.temporal.NewWithStartWorkflowOperation(o, Interview,
				models.Ref{OrgID: s.OrgID, ID: s.ID}),
			UpdateOptions: client.UpdateWorkflowOptions{UpdateName: name, UpdateID: id, Args: args,
				WorkflowID: o.ID, WaitForStage: client.WorkflowUpdateStageAccepted},
		})
		return err
	})
	return h, err
}
