// Package worker runs what a worker process does. It serves the task queues interviews (workflow tasks and short
// activities on the database) and effects (activities that call other servers; the queue to scale). It wakes rows
// whose wake-up got lost ([Relay]), starts workflows again that Temporal lost ([Heal]), and has what is old deleted
// ([Retain]).
package worker

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"time"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/interceptor"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"litmus/activities"
	"litmus/workflows"
)

// Queues are the names of the task queues.
var Queues = []string{workflows.QueueInterviews, workflows.QueueEffects}

const (
	stopTimeout = 10 * time.Second
	stuckAfter  = 5 * time.Second // a workflow task that does not yield; a busy machine may delay one by over a second

	// stickyTimeout is how long a workflow task waits for the worker that has the workflow in its cache. It delays
	// every workflow of a worker that died or lost its connection.
	stickyTimeout = 2 * time.Second
)

// Options says how much one worker process does at a time. A field of 0 takes its default, which grows with the number
// of processors.
type Options struct {
	WorkflowTasks   int    // at a time; each needs a processor. Default: 2 for each processor
	Effects         int    // at a time; most of them wait for other servers. Default: 32 for each processor
	CachedWorkflows int    // each takes a few goroutines; others are replayed. Default: 200 for each processor
	Build           string // the version of this program
	Deployment      string // of which it is a version, for Temporal's worker deployments; "": it is unversioned
	Pollers         int    // of each kind and queue. Default: as many as the server asks for, see pollers

	// Foreign leaves alone what belongs to another database ([workflows.Foreign]); nil: nothing does.
	Foreign interceptor.WorkerInterceptor
}

// withDefaults replaces zeros by the defaults.
func (o Options) withDefaults() Options {
	processors := runtime.GOMAXPROCS(0)
	for _, one := range []struct {
		value    *int
		fallback int
	}{{&o.WorkflowTasks, 2 * processors}, {&o.Effects, 32 * processors}, {&o.CachedWorkflows, 200 * processors}} {
		if *one.value == 0 {
			*one.value = one.fallback
		}
	}
	return o
}

// Limits of the number of pollers if it follows the load. The minimum reaches every partition of a queue at the
// server's default of four partitions: a partition without poller forwards its tasks slowly.
const (
	fewestPollers = 4
	mostPollers   = 32
)

// pollers returns how many poll requests are open at the server.
func (o Options) pollers() worker.PollerBehavior {
	if o.Pollers > 0 {
		return worker.NewPollerBehaviorSimpleMaximum(worker.PollerBehaviorSimpleMaximumOptions{
			MaximumNumberOfPollers: o.Pollers,
		})
	}
	return worker.NewPollerBehaviorAutoscaling(worker.PollerBehaviorAutoscalingOptions{
		InitialNumberOfPollers: fewestPollers, MinimumNumberOfPollers: fewestPollers,
		MaximumNumberOfPollers: mostPollers,
	})
}

// version says which version of which deployment this program is, if of any. A workflow moves on to the version that is
// current, whatever it began on (ADR workflows-move-on).
func (o Options) version() worker.DeploymentOptions {
	if o.Deployment == "" {
		return worker.DeploymentOptions{}
	}
	return worker.DeploymentOptions{UseVersioning: true,
		Version:                   worker.WorkerDeploymentVersion{DeploymentName: o.Deployment, BuildID: o.Build},
		DefaultVersioningBehavior: workflow.VersioningBehaviorAutoUpgrade}
}

// Prepare sets what all workers of a process share: how many workflows they cache, and the name of the build that
// Temporal notes with what they did. Without that name the SDK reads the whole binary for its checksum. A process that
// also runs a Temporal server, which has workers of its own, calls this before it starts the server: the cache would
// have room for 10,000 workflows.
func Prepare(o Options) {
	worker.SetBinaryChecksum(o.Build)
	worker.SetStickyWorkflowCacheSize(o.withDefaults().CachedWorkflows)
}

// Workers are the running workers of one process.
type Workers struct {
	client  client.Client
	queues  []string
	workers []worker.Worker
	builds  Builds
}

// Start starts a worker for each of the queues.
func Start(c client.Client, a *activities.Activities, queues []string, o Options) (*Workers, error) {
	Prepare(o)
	o = o.withDefaults()
	w := &Workers{client: c, queues: queues, builds: Builds{Build: o.Build}}
	for _, q := range queues {
		if !slices.Contains(Queues, q) {
			return nil, fmt.Errorf("unknown queue %q; the queues are %v", q, Queues)
		}
		var interceptors []interceptor.WorkerInterceptor
		if o.Foreign != nil {
			interceptors = append(interceptors, o.Foreign)
		}
		one := worker.New(c, q, worker.Options{
			Interceptors:                           interceptors,
			WorkerStopTimeout:                      stopTimeout,
			WorkflowTaskPollerBehavior:             o.pollers(),
			ActivityTaskPollerBehavior:             o.pollers(),
			MaxConcurrentActivityExecutionSize:     o.Effects,
			MaxConcurrentWorkflowTaskExecutionSize: o.WorkflowTasks,
			StickyScheduleToStartTimeout:           stickyTimeout,
			DeadlockDetectionTimeout:               stuckAfter,
			DisableRegistrationAliasing:            true,
			DisableWorkflowWorker:                  q != workflows.QueueInterviews,
			DeploymentOptions:                      o.version(),
			PreferredVersionProvider:               w.builds.Prefer,
		})
		if q == workflows.QueueInterviews {
			one.RegisterWorkflowWithOptions(workflows.Interview, workflow.RegisterOptions{Name: "Interview"})
			one.RegisterWorkflowWithOptions(workflows.Invitation, workflow.RegisterOptions{Name: "Invitation"})
			one.RegisterWorkflowWithOptions(workflows.CalendarSync, workflow.RegisterOptions{Name: "CalendarSync"})
			one.RegisterWorkflowWithOptions(workflows.SignIn, workflow.RegisterOptions{Name: "SignIn"})
			one.RegisterWorkflowWithOptions(workflows.News, workflow.RegisterOptions{Name: "News"})
			one.RegisterWorkflowWithOptions(workflows.Retention, workflow.RegisterOptions{Name: "Retention"})
		}
		one.RegisterActivityWithOptions(a.Load, activity.RegisterOptions{Name: "Load"})
		one.RegisterActivityWithOptions(a.SendLetters, activity.RegisterOptions{Name: "SendLetters"})
		one.RegisterActivityWithOptions(a.SendLetterBatch, activity.RegisterOptions{Name: "SendLetterBatch"})
		one.RegisterActivityWithOptions(a.KeepEvent, activity.RegisterOptions{Name: "KeepEvent"})
		one.RegisterActivityWithOptions(a.KeepMeeting, activity.RegisterOptions{Name: "KeepMeeting"})
		one.RegisterActivityWithOptions(a.KeepNotetaker, activity.RegisterOptions{Name: "KeepNotetaker"})
		one.RegisterActivityWithOptions(a.DismissNotetaker, activity.RegisterOptions{Name: "DismissNotetaker"})
		one.RegisterActivityWithOptions(a.LoadInvitation, activity.RegisterOptions{Name: "LoadInvitation"})
		one.RegisterActivityWithOptions(a.SendInvitation, activity.RegisterOptions{Name: "SendInvitation"})
		one.RegisterActivityWithOptions(a.SyncCalendar, activity.RegisterOptions{Name: "SyncCalendar"})
		one.RegisterActivityWithOptions(a.TellAdmins, activity.RegisterOptions{Name: "TellAdmins"})
		one.RegisterActivityWithOptions(a.LoadSignIn, activity.RegisterOptions{Name: "LoadSignIn"})
		one.RegisterActivityWithOptions(a.SendSignIn, activity.RegisterOptions{Name: "SendSignIn"})
		one.RegisterActivityWithOptions(a.LoadNews, activity.RegisterOptions{Name: "LoadNews"})
		one.RegisterActivityWithOptions(a.SendNews, activity.RegisterOptions{Name: "SendNews"})
		one.RegisterActivityWithOptions(a.DeleteOld, activity.RegisterOptions{Name: "DeleteOld"})
		if err := one.Start(); err != nil {
			w.Stop()
			return nil, fmt.Errorf("start worker of %s: %w", q, err)
		}
		w.workers = append(w.workers, one)
	}
	return w, nil
}

// Stop lets running tasks finish and stops the workers.
func (w *Workers) Stop() {
	for _, one := range w.workers {
		one.Stop()
	}
}

// Check reports whether every queue of these workers has a poller.
func (w *Workers) Check(ctx context.Context, namespace string) error {
	for _, q := range w.queues {
		d, err := DescribeQueue(ctx, w.client, namespace, q)
		if err != nil {
			return err
		}
		if d.Pollers == 0 {
			return fmt.Errorf("queue %s has no poller", q)
		}
	}
	return nil
}
