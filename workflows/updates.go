package workflows

import (
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"litmus/activities"
)

// Names of updates, as histories have them: what an HTTP caller waits for.
const (
	firstAttemptsUpdate = "tried"
	dismissUpdate       = "dismiss_notetaker"
)

// answerTime leaves the caller who waits [FirstAttemptTime] for an answer the time to get it.
const answerTime = FirstAttemptTime - 200*time.Millisecond

// awaitRevision asks for the first attempts at what a revision owes.
type awaitRevision struct {
	Revision int64 `json:"revision"`
}

// setUpdateHandlers sets the handlers of an interview's updates.
func setUpdateHandlers(ctx workflow.Context, r *run) error {
	err := workflow.SetUpdateHandlerWithOptions(ctx, firstAttemptsUpdate, r.awaitFirstAttempts,
		workflow.UpdateHandlerOptions{Description: "Returns when the meeting link and the calendar's copy of a " +
			"revision were tried once, or after a while."})
	if err != nil {
		return err
	}
	return workflow.SetUpdateHandlerWithOptions(ctx, dismissUpdate, r.dismissNotetaker, workflow.UpdateHandlerOptions{
		Description: "Sends the notetaker away before a replace is decided.",
	})
}

// requestReload has the main loop load the row.
func (r *run) requestReload() { r.reloadRequests.SendAsync(nil) }

// awaitHandlers returns when every handler has returned, or there is news for the main loop.
func (r *run) awaitHandlers(ctx workflow.Context) {
	_ = workflow.Await(ctx, func() bool {
		in := r.inbox(ctx)
		return !in.handlers || in.wakeUps || in.reloads
	})
}

// awaitFirstAttempts handles the update that replaces the wake-up when a caller waits for the first attempts.
func (r *run) awaitFirstAttempts(ctx workflow.Context, in awaitRevision) (FirstAttempts, error) {
	r.wake()
	r.requestReload()
	err := await(ctx, answerTime, "an answer waits for the first attempts",
		func() bool { return r.attemptedAll(in.Revision) })
	return r.attemptsAt(in.Revision), err
}

// await returns when the condition holds, or after d, and cancels its timer then. The SDK's AwaitWithTimeout would
// leave the timer running, which would wake the workflow for nothing.
func await(ctx workflow.Context, d time.Duration, summary string, condition func() bool) error {
	timed, cancel := workflow.WithCancel(ctx)
	defer cancel()
	late := workflow.NewTimerWithOptions(timed, d, workflow.TimerOptions{Summary: summary})
	return workflow.Await(ctx, func() bool { return condition() || late.IsReady() })
}

// dismissNotetaker handles the update that dismisses the notetaker while a replace is decided. A failure is an
// application error whose type is its code.
func (r *run) dismissNotetaker(ctx workflow.Context) error {
	r.wakes++ // it counts towards the length of the run like a wake-up
	until := workflow.Now(ctx).Add(dismissTime)
	if r.notetakerBusy() {
		_ = await(ctx, dismissTime, "the notetaker is being asked something else",
			func() bool { return !r.notetakerBusy() })
	}
	left := until.Sub(workflow.Now(ctx))
	if !r.beginDismissal(left) {
		return temporal.NewApplicationError(codeNotetakerBusy, codeNotetakerBusy)
	}
	var a *activities.Activities
	err := workflow.ExecuteActivity(workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		TaskQueue:              QueueEffects,
		ScheduleToCloseTimeout: left,
		StartToCloseTimeout:    min(activities.DismissAttempt, left),
		RetryPolicy: &temporal.RetryPolicy{InitialInterval: 200 * time.Millisecond, BackoffCoefficient: 1,
			MaximumAttempts: dismissAttempts},
		Summary: "the notetaker is sent away before a replace",
	}), a.DismissNotetaker, r.ref).Get(ctx, nil)
	r.endDismissal(err == nil, workflow.Now(ctx))
	r.requestReload() // for what it is owed by now
	if err != nil {
		code, _ := activities.FailureOf(err)
		return temporal.NewApplicationError(code, code)
	}
	return nil
}
