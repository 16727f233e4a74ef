package workflows

import (
	"context"
	"fmt"
	"strings"
	"time"

	enums "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"litmus/activities"
)

// RetentionID is the id of the workflow of retention, beside that of the claim. A namespace belongs to one database, so
// there is one for each.
const RetentionID = "litmus/retention"

// How often what is old is deleted.
const (
	retainEvery = 24 * time.Hour
	retainDays  = 30             // of one run
	retainTries = 25             // in a day, which take most of it where all fail
	retainTime  = 20 * time.Hour // for them
)

// Retention deletes what is older than it is kept, at once and then every day. It is a workflow, so that it is done
// once however many workers there are, goes on when one of them is killed, and is seen and can be stopped in Temporal.
//
// It is a loop with a timer, like all workflows here, and no Schedule of Temporal: that would be a second thing to be
// looked after, whose actions name no database, which [Foreign] could not tell apart, and which the server that is
// built into this program would have to run.
//
// What goes and when is not its input: each attempt goes by the variables of the worker that makes it, as they are by
// then.
func Retention(ctx workflow.Context) error {
	var shown attributes
	for range retainDays {
		began := workflow.Now(ctx)
		var a *activities.Activities
		options := workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
			TaskQueue:              QueueInterviews,
			ScheduleToCloseTimeout: retainTime,
			StartToCloseTimeout:    activities.KeepAttempt,
			HeartbeatTimeout:       activities.KeepSilence,
			RetryPolicy: &temporal.RetryPolicy{InitialInterval: 10 * time.Second, BackoffCoefficient: 2,
				MaximumInterval: time.Hour, MaximumAttempts: retainTries},
			Priority: ofRetention,
			Summary:  "what is older than it is kept",
		})
		var out activities.Retained
		err := workflow.ExecuteActivity(options, a.DeleteOld).Get(ctx, &out)
		if temporal.IsCanceledError(err) {
			return err // the next worker that starts begins anew
		}
		code := ""
		if err != nil { // it was tried for most of a day
			code, _ = activities.FailureOf(err)
			out.Searchable = shown.written
		}
		next := began.Add(retainEvery)
		now := attributes{status: "done", waitsFor: "next_retention", written: true}
		if code != "" {
			now.status, now.failing = "behind", true
		}
		if out.Searchable && now != shown {
			shown = now
			_ = workflow.UpsertTypedSearchAttributes(ctx, attrStatus.ValueSet(now.status),
				attrWaitsFor.ValueSet(now.waitsFor), attrFailing.ValueSet(now.failing))
		}
		workflow.SetCurrentDetails(ctx, retentionDetails(out, code, workflow.Now(ctx), next))
		if err := workflow.NewTimerWithOptions(ctx, next.Sub(workflow.Now(ctx)),
			workflow.TimerOptions{Summary: "next retention"}).Get(ctx, nil); err != nil {
			return err
		}
	}
	return workflow.NewContinueAsNewError(ctx, "Retention")
}

// retentionDetails describe what was deleted last, in Markdown.
func retentionDetails(out activities.Retained, code string, now, next time.Time) string {
	var b strings.Builder
	if code == "" {
		fmt.Fprintf(&b, "**done** on %s\n", now.Format(time.RFC3339))
	} else {
		fmt.Fprintf(&b, "**behind** since %s: %s\n", now.Format(time.RFC3339), code)
	}
	var lines []string
	for _, d := range out.Deleted {
		lines = append(lines, fmt.Sprintf("%s: %d", d.What, d.Rows))
	}
	section(&b, "Deleted", lines)
	fmt.Fprintf(&b, "\nNext: %s\n", next.Format(time.RFC3339))
	return b.String()
}

// StartRetention starts [Retention] unless it runs.
func (w *Client) StartRetention(ctx context.Context) error {
	if !w.Reachable() {
		return ErrUnreachable
	}
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	_, err := w.temporal.ExecuteWorkflow(ctx, client.StartWorkflowOptions{
		ID: RetentionID, TaskQueue: QueueInterviews, Priority: ofRetention, Memo: w.memo(),
		WorkflowIDReusePolicy:    enums.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE,
		WorkflowIDConflictPolicy: enums.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING,
		StaticSummary:            "Retention",
		StaticDetails: "Deletes what is older than it is kept, every day; `litmus retention --dry-run` counts it. " +
			"Terminated, it is begun again within an hour.",
	}, Retention)
	if err != nil {
		return fmt.Errorf("start retention: %w", err)
	}
	return nil
}
