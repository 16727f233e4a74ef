// Package worker builds the workers of a task queue: interviews (workflow tasks and short database activities) and effects
// (the world outside, the one that is scaled), and the relay that makes sure no wake-up is lost.
package worker

import (
	"context"
	"fmt"
	"slices"
	"time"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	enums "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/taskqueue/v1"
	"go.temporal.io/api/workflowservice/v1"

	"litmus/activities"
	"litmus/workflows"
)

// Queues are the names of the task queues.
var Queues = []string{workflows.QueueInterviews, workflows.QueueEffects}

const (
	cachedWorkflows = 300 // each holds a few goroutines; one that is not cached is replayed
	stopTimeout     = 10 * time.Second
	stuckAfter      = 5 * time.Second // a workflow that does not yield; a busy machine holds one up for longer than the usual second
)

// Workers are the running workers of one process.
type Workers struct {
	client  client.Client
	queues  []string
	workers []worker.Worker
}

// Start starts a worker for each of the queues.
func Start(c client.Client, a *activities.Activities, queues []string) (*Workers, error) {
	worker.SetStickyWorkflowCacheSize(cachedWorkflows)
	w := &Workers{client: c, queues: queues}
	for _, q := range queues {
		if !slices.Contains(Queues, q) {
			return nil, fmt.Errorf("unknown queue %q; the queues are %v", q, Queues)
		}
		one := worker.New(c, q, worker.Options{
			WorkerStopTimeout:                      stopTimeout,
			MaxConcurrentWorkflowTaskPollers:       2,
			MaxConcurrentActivityTaskPollers:       2,
			MaxConcurrentActivityExecutionSize:     64, // most of them wait for a mail server
			MaxConcurrentWorkflowTaskExecutionSize: 4,  // and these for a processor
			DeadlockDetectionTimeout:               stuckAfter,
			DisableRegistrationAliasing:            true,
			DisableWorkflowWorker:                  q != workflows.QueueInterviews,
		})
		if q == workflows.QueueInterviews {
			one.RegisterWorkflowWithOptions(workflows.Interview, workflow.RegisterOptions{Name: "Interview"})
			one.RegisterWorkflowWithOptions(workflows.Invitation, workflow.RegisterOptions{Name: "Invitation"})
			one.RegisterWorkflowWithOptions(workflows.CalendarSync, workflow.RegisterOptions{Name: "CalendarSync"})
		}
		one.RegisterActivityWithOptions(a.Load, activity.RegisterOptions{Name: "Load"})
		one.RegisterActivityWithOptions(a.SendLetters, activity.RegisterOptions{Name: "SendLetters"})
		one.RegisterActivityWithOptions(a.KeepEvent, activity.RegisterOptions{Name: "KeepEvent"})
		one.RegisterActivityWithOptions(a.KeepMeeting, activity.RegisterOptions{Name: "KeepMeeting"})
		one.RegisterActivityWithOptions(a.KeepNotetaker, activity.RegisterOptions{Name: "KeepNotetaker"})
		one.RegisterActivityWithOptions(a.DismissNotetaker, activity.RegisterOptions{Name: "DismissNotetaker"})
		one.RegisterActivityWithOptions(a.LoadInvitation, activity.RegisterOptions{Name: "LoadInvitation"})
		one.RegisterActivityWithOptions(a.SendInvitation, activity.RegisterOptions{Name: "SendInvitation"})
		one.RegisterActivityWithOptions(a.SyncCalendar, activity.RegisterOptions{Name: "SyncCalendar"})
		one.RegisterActivityWithOptions(a.TellAdmins, activity.RegisterOptions{Name: "TellAdmins"})
		if err := one.Start(); err != nil {
			w.Stop()
			return nil, fmt.Errorf("start worker of %s: %w", q, err)
		}
		w.workers = append(w.workers, one)
	}
	return w, nil
}

// Stop lets what is under way finish and stops the workers.
func (w *Workers) Stop() {
	for _, one := range w.workers {
		one.Stop()
	}
}

// Check reports whether every queue of these workers has a poller.
func (w *Workers) Check(ctx context.Context, namespace string) error {
	for _, q := range w.queues {
		kind := enums.TASK_QUEUE_TYPE_ACTIVITY
		if q == workflows.QueueInterviews {
			kind = enums.TASK_QUEUE_TYPE_WORKFLOW
		}
		d, err := w.client.WorkflowService().DescribeTaskQueue(ctx, &workflowservice.DescribeTaskQueueRequest{Namespace: namespace,
			TaskQueue: &taskqueue.TaskQueue{Name: q}, TaskQueueType: kind})
		if err != nil {
			return fmt.Errorf("describe queue %s: %w", q, err)
		}
		if len(d.Pollers) == 0 {
			return fmt.Errorf("queue %s has no poller", q)
		}
	}
	return nil
}
