package cli

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"

	enums "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/taskqueue/v1"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"

	"litmus/models"
	"litmus/worker"
	"litmus/workflows"
)

// temporal looks at the Temporal server, its namespace, its search attributes, and who polls the queues.
func (x *examination) temporal(ctx context.Context) {
	const check = "Temporal"
	c, namespace, err := dialTemporal(x.app, "", slog.New(slog.DiscardHandler))
	if err != nil {
		x.say(check, findingBad, reason(err), "look at the TEMPORAL_… variables")
		return
	}
	defer c.Close()
	info, err := c.WorkflowService().GetSystemInfo(ctx, &workflowservice.GetSystemInfoRequest{})
	if err != nil {
		x.say(check, findingBad, reason(err), "start it, and look at TEMPORAL_ADDRESS; meanwhile letters wait")
		return
	}
	x.good(check, "it answers, version %s", info.GetServerVersion())
	if _, err := c.WorkflowService().DescribeNamespace(ctx,
		&workflowservice.DescribeNamespaceRequest{Namespace: namespace}); err != nil {
		x.say("namespace", findingBad, namespace+": "+reason(err), "make it, such as by `temporal operator namespace "+
			"create`, or look at TEMPORAL_NAMESPACE")
		return
	}
	x.good("namespace", "%s", namespace)
	x.identity(ctx, c, namespace)
	x.attributes(ctx, c, namespace)
	for _, queue := range worker.Queues {
		x.pollers(ctx, c, namespace, queue)
	}
}

// identity looks whether the namespace is this database's, as a process does that starts.
func (x *examination) identity(ctx context.Context, c client.Client, namespace string) {
	const check = "identity"
	at, err := workflows.Look(ctx, c, namespace)
	if err != nil {
		x.say(check, findingUnsure, reason(err), "look at the Temporal server")
		return
	}
	s, err := x.config.database(x.app)
	if err != nil {
		return // told by the database's own check
	}
	defer s.Close()
	who, err := s.PeekIdentity(ctx)
	if err != nil {
		return // the same: it has no schema, or an old one
	}
	at.Place = s.Place(ctx)
	switch {
	case who == nil && at.Claim == nil:
		x.say(check, findingUnsure, "database and namespace belong to nobody yet", "the first process that starts "+
			"claims them")
		return
	case who == nil:
		who = &models.Identity{ID: "without an identity yet"}
	}
	if err := who.Belongs(at); err != nil {
		x.say(check, findingBad, err.Error(), "every process refuses to start")
		return
	}
	x.good(check, "the namespace is that of %s", who.ID)
}

func (x *examination) attributes(ctx context.Context, c client.Client, namespace string) {
	const check = "search attributes"
	missing, err := workflows.Unregistered(ctx, c, namespace)
	switch names := slices.Sorted(maps.Keys(missing)); {
	case err != nil:
		x.say(check, findingUnsure, reason(err), "filters in the Temporal UI may not work; all else does")
	case len(names) > 0:
		x.say(check, findingUnsure, "the namespace lacks "+strings.Join(names, ", "), "a worker adds them when it "+
			"starts, if it may; else add them yourself")
	default:
		x.good(check, "all %d are there", len(workflows.SearchAttributes))
	}
}

// pollers looks whether a worker polls the queue. A worker is known by process and machine, which its identity is.
func (x *examination) pollers(ctx context.Context, c client.Client, namespace, queue string) {
	check, kind := "queue "+queue, enums.TASK_QUEUE_TYPE_ACTIVITY
	if queue == workflows.QueueInterviews {
		kind = enums.TASK_QUEUE_TYPE_WORKFLOW
	}
	d, err := c.WorkflowService().DescribeTaskQueue(ctx, &workflowservice.DescribeTaskQueueRequest{
		Namespace: namespace, TaskQueue: &taskqueue.TaskQueue{Name: queue}, TaskQueueType: kind})
	if err != nil {
		x.say(check, findingBad, reason(err), "look at the Temporal server")
		return
	}
	var who []string
	for _, p := range d.GetPollers() {
		who = append(who, p.GetIdentity())
	}
	slices.Sort(who)
	if who = slices.Compact(who); len(who) == 0 {
		x.say(check, findingBad, "no worker polls it", fmt.Sprintf("start `litmus worker --queues %s`", queue))
		return
	}
	x.good(check, "polled by %s", strings.Join(who, ", "))
}
