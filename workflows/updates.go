package workflows

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"time"

	enums "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"litmus/activities"
	"litmus/models"
	"litmus/store"
)

// Updates: what an HTTP caller waits for.
const (
	triedUpdate   = "tried"
	dismissUpdate = "dismiss_notetaker"
)

// answerTime leaves whoever waits for an answer the time to get it.
const answerTime = Patience - 200*time.Millisecond

// Bounds of a dismissal (decision 44).
const (
	dismissTries = 3
	dismissTime  = 8 * time.Second
	holdTime     = 10 * time.Second // for the decision that follows; then the notetaker is asked back
)

// tried asks for the first attempts at what a revision owes.
type tried struct {
	Revision int64 `json:"revision"`
}

// Tried is how the first attempts at what a booking's answer waits for ended.
type Tried struct {
	All   bool     `json:"all"`             // each was made; else they go on
	Codes []string `json:"codes,omitempty"` // of those that failed
}

// Late reports whether something is to follow whose first attempt was not made, or came to nothing on our side.
func (t Tried) Late() bool {
	return !t.All || slices.ContainsFunc(t.Codes, ours)
}

// Refusal is the code of the first attempt that a provider answered with an error, "" when none did. A link that its
// calendar is still making is no error.
func (t Tried) Refusal() string {
	for _, code := range t.Codes {
		if !ours(code) && code != activities.CodeLinkPending {
			return code
		}
	}
	return ""
}

// ours reports whether the code says that we failed, not a provider.
func ours(code string) bool {
	return slices.Contains([]string{activities.CodeDatabase, activities.CodeInFlight, codeTimeout, codeUnknown}, code)
}

// answerUpdates sets the handlers.
func answerUpdates(ctx workflow.Context, r *run) error {
	err := workflow.SetUpdateHandlerWithOptions(ctx, triedUpdate, r.answerTried, workflow.UpdateHandlerOptions{
		Description: "Returns when the meeting link and the calendar's copy of a revision were tried once, or after a while.",
	})
	if err != nil {
		return err
	}
	return workflow.SetUpdateHandlerWithOptions(ctx, dismissUpdate, r.dismissNotetaker, workflow.UpdateHandlerOptions{
		Description: "Sends the notetaker away before a replace is decided.",
	})
}

// ask has the main loop load the row.
func (r *run) ask() {
	r.wakes++ // it counts towards the length of the run like a wake-up
	r.asked.SendAsync(nil)
}

// answered waits until every handler is finished. It reports whether there was nothing to wait for: then nothing has
// happened since the mailbox was found empty.
func (r *run) answered(ctx workflow.Context) bool {
	if r.asked == nil || r.asked.Len() == 0 && workflow.AllHandlersFinished(ctx) {
		return true
	}
	_ = workflow.Await(ctx, func() bool {
		return workflow.AllHandlersFinished(ctx) || r.mailbox.Len() > 0 || r.asked.Len() > 0
	})
	return false
}

func (r *run) answerTried(ctx workflow.Context, in tried) (out Tried, err error) {
	r.hold = time.Time{} // as by a wake-up, in whose place it comes
	r.ask()
	all := func() bool {
		return r.plan.Gone || !r.outdated && r.plan.Revision >= in.Revision && len(r.untried()) == 0
	}
	err = await(ctx, answerTime, "an answer waits for the first attempts", all)
	out.All = all()
	for _, f := range r.tries {
		if f.revision >= in.Revision && f.code != "" {
			out.Codes = append(out.Codes, f.code)
		}
	}
	if r.plan.Revision >= in.Revision { // an attempt that began before the change may have found it, and been refused
		for _, code := range r.plan.Refused {
			if !slices.Contains(out.Codes, code) {
				out.Codes = append(out.Codes, code)
			}
		}
	}
	return out, err
}

// await returns when the condition holds, or after a while. Its timer does not outlive it, as the SDK's own does: that
// would wake the workflow for nothing.
func await(ctx workflow.Context, d time.Duration, what string, condition func() bool) error {
	timed, cancel := workflow.WithCancel(ctx)
	defer cancel()
	late := workflow.NewTimerWithOptions(timed, d, workflow.TimerOptions{Summary: what})
	return workflow.Await(ctx, func() bool { return condition() || late.IsReady() })
}

// dismissNotetaker sends the notetaker away, after whatever is under way with it, and keeps it away while the replace
// is decided. A failure is an application error whose type is its code.
func (r *run) dismissNotetaker(ctx workflow.Context) error {
	r.wakes++
	until := workflow.Now(ctx).Add(dismissTime)
	if r.busy[models.TargetNotetaker] {
		_ = await(ctx, dismissTime, "the notetaker is being asked something else",
			func() bool { return !r.busy[models.TargetNotetaker] })
	}
	left := until.Sub(workflow.Now(ctx))
	if r.busy[models.TargetNotetaker] || left <= 0 {
		return temporal.NewApplicationError("notetaker_busy", "notetaker_busy")
	}
	r.busy[models.TargetNotetaker] = true // no yield since it was found free
	var a *activities.Activities
	err := workflow.ExecuteActivity(workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		TaskQueue:              QueueEffects,
		ScheduleToCloseTimeout: left,
		StartToCloseTimeout:    min(activities.DismissAttempt, left),
		RetryPolicy: &temporal.RetryPolicy{InitialInterval: 200 * time.Millisecond, BackoffCoefficient: 1,
			MaximumAttempts: dismissTries},
		Summary: "the notetaker is sent away before a replace",
	}), a.DismissNotetaker, r.ref).Get(ctx, nil)
	delete(r.busy, models.TargetNotetaker)
	r.asked.SendAsync(nil) // what is owed to it by now
	if err != nil {
		code, _ := refused(err)
		return temporal.NewApplicationError(code, code)
	}
	r.hold = workflow.Now(ctx).Add(holdTime)
	return nil
}

// AwaitTried wakes the interview's workflow for its revision and returns when the meeting link and the calendar's copy
// were tried once, or after [Patience], or when ctx ends. The error says that Temporal or a worker is away: nothing is
// known.
func (w *Client) AwaitTried(ctx context.Context, i models.Interview) (out Tried, err error) {
	ctx, cancel := context.WithTimeout(ctx, Patience)
	defer cancel()
	s := pendingWake(i)
	h, err := w.update(ctx, s, ofInterview(i, w.store.Policy(), w.store.Now()), triedUpdate,
		fmt.Sprintf("r%d", i.Revision), tried{i.Revision})
	if err == nil { // accepted: nobody else need wake it while this waits for the attempts
		w.store.MarkWoken(s)
		err = h.Get(ctx, &out)
	}
	if err != nil {
		return Tried{}, fmt.Errorf("await first attempts: %w", err)
	}
	return out, nil
}

// DismissNotetaker has the interview's notetaker sent away before a replace is decided, with 3 tries in at most 8 s
// (decision 44), and kept away for the decision: whoever decides wakes the interview then, or the notetaker is asked
// back after a while. The error is a code.
func (w *Client) DismissNotetaker(ctx context.Context, ref store.Ref) error {
	ctx, cancel := context.WithTimeout(ctx, dismissTime+time.Second) // for Temporal itself
	defer cancel()
	// An id of its own: whoever tries again after a failure wants it tried again.
	h, err := w.update(ctx, store.PendingWake{Entity: store.EntityInterview, OrgID: ref.OrgID, ID: ref.ID}, nil,
		dismissUpdate, "dismiss-"+rand.Text())
	if err == nil {
		err = h.Get(ctx, nil)
	}
	if err != nil {
		return fmt.Errorf("dismiss notetaker: %w", err)
	}
	return nil
}

// update starts the interview's workflow unless it runs, and returns when it has accepted an update.
func (w *Client) update(ctx context.Context, s store.PendingWake, given *temporal.SearchAttributes, name, id string,
	args ...any) (h client.WorkflowUpdateHandle, err error) {
	err = w.starting(s, given, func(o client.StartWorkflowOptions) (err error) {
		o.WorkflowIDConflictPolicy = enums.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING
		h, err = w.temporal.UpdateWithStartWorkflow(ctx, client.UpdateWithStartWorkflowOptions{
			StartWorkflowOperation: w.temporal.NewWithStartWorkflowOperation(o, Interview,
				store.Ref{OrgID: s.OrgID, ID: s.ID}),
			UpdateOptions: client.UpdateWorkflowOptions{UpdateName: name, UpdateID: id, Args: args,
				WorkflowID: o.ID, WaitForStage: client.WorkflowUpdateStageAccepted},
		})
		return err
	})
	return h, err
}
