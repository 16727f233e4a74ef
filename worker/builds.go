package worker

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	enums "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/taskqueue/v1"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"litmus/workflows"
)

// Builds says which side of a change workflows take while workers of two builds poll (ADR workflows-move-on). What a
// workflow writes that an older build cannot replay, and what it sends that an older one cannot read, stands behind
// [workflow.GetVersion]. That takes the old side until no worker of another build polls any more: so an older worker
// can go on with whatever a newer one began.
type Builds struct {
	Build string // of this process

	aloneInARow int // looks that found no other build
	newer       atomic.Bool
	only        atomic.Bool // the last look found this build and no other one
}

// Development is the version of a program that was built without one and outside of a repository. Two builds may have
// that name, so nothing tells an older one apart, and such a worker stays on the old side.
const Development = "development"

const (
	lookEvery = 20 * time.Second
	// looksAlone are longer together than a request for work is open at the server: one that came back, or whom the
	// server forgot when it was restarted itself, has asked again meanwhile.
	looksAlone = 5
)

// Prefer is the SDK's [worker.PreferredVersionProvider]. A version that a run has taken stays with it.
func (b *Builds) Prefer(worker.PreferredVersionProviderInput) *worker.VersionPreference {
	if b.newer.Load() {
		return nil // the newest
	}
	return &worker.VersionPreference{Version: workflow.DefaultVersion, ClampToSupportedRange: true}
}

// Look asks who polls, and reports whether the answer of [Builds.Prefer] has changed.
func (b *Builds) Look(ctx context.Context, c client.Client, namespace string, queues []string) (changed bool,
	err error) {
	var builds []string
	for _, queue := range queues {
		who, err := Pollers(ctx, c, namespace, queue)
		if err != nil {
			return b.saw(nil), err
		}
		for _, p := range who {
			builds = append(builds, p.Build)
		}
	}
	return b.saw(builds), nil
}

// saw takes the builds that poll. Where nobody polls, not even this process, nothing is known.
func (b *Builds) saw(builds []string) (changed bool) {
	other := func(build string) bool { return build != b.Build }
	if b.aloneInARow++; len(builds) == 0 || slices.ContainsFunc(builds, other) {
		b.aloneInARow = 0
	}
	b.only.Store(b.aloneInARow > 0)
	newer := b.aloneInARow >= looksAlone && b.Build != Development
	return b.newer.Swap(newer) != newer
}

// Watch looks until ctx ends.
func (w *Workers) Watch(ctx context.Context, namespace string, log *slog.Logger) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		// An error is told by the check of the queues; until Temporal answers again nothing new begins.
		if changed, _ := w.builds.Look(ctx, w.client, namespace, Queues); changed {
			log.Info("builds", "build", w.builds.Build, "alone", w.builds.newer.Load())
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Poller is a worker that asked for work within the last minutes.
type Poller struct {
	Identity   string // its process and machine
	Build      string // "" if it does not say so
	Deployment string // whose version that build is; "": it is unversioned
}

// Pollers asks the server who polls one of [Queues].
func Pollers(ctx context.Context, c client.Client, namespace, queue string) ([]Poller, error) {
	d, err := c.WorkflowService().DescribeTaskQueue(ctx, &workflowservice.DescribeTaskQueueRequest{
		Namespace: namespace, TaskQueue: &taskqueue.TaskQueue{Name: queue}, TaskQueueType: kindOf(queue)})
	if err != nil {
		return nil, fmt.Errorf("describe queue %s: %w", queue, err)
	}
	out := make([]Poller, 0, len(d.GetPollers()))
	for _, p := range d.GetPollers() {
		one := Poller{Identity: p.GetIdentity(), Build: p.GetDeploymentOptions().GetBuildId()}
		if p.GetDeploymentOptions().GetWorkerVersioningMode() == enums.WORKER_VERSIONING_MODE_VERSIONED {
			one.Deployment = p.GetDeploymentOptions().GetDeploymentName()
		} else if one.Build == "" {
			one.Build = p.GetWorkerVersionCapabilities().GetBuildId() //nolint:staticcheck // as unversioned
		}
		out = append(out, one)
	}
	return out, nil
}

// kindOf is the kind of tasks by which a queue is looked at: every worker of it polls for them.
func kindOf(queue string) enums.TaskQueueType {
	if queue == workflows.QueueEffects {
		return enums.TASK_QUEUE_TYPE_ACTIVITY
	}
	return enums.TASK_QUEUE_TYPE_WORKFLOW
}
