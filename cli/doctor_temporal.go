package cli

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"

	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"

	"litmus/models/upkeep"
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
	var builds []string
	for _, queue := range worker.Queues {
		builds = append(builds, x.pollers(ctx, c, namespace, queue)...)
	}
	x.builds(ctx, c, namespace, builds)
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
		who = &upkeep.Identity{ID: "without an identity yet"}
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

// pollers looks whether a worker polls the queue, and returns their builds. A worker is known by process and machine,
// which its identity is.
func (x *examination) pollers(ctx context.Context, c client.Client, namespace, queue string) (builds []string) {
	check := "queue " + queue
	found, err := worker.Pollers(ctx, c, namespace, queue)
	if err != nil {
		x.say(check, findingBad, reason(err), "look at the Temporal server")
		return nil
	}
	var who []string
	for _, p := range found {
		who = append(who, p.Identity)
		builds = append(builds, cmp.Or(p.Build, "unknown"))
	}
	slices.Sort(who)
	if who = slices.Compact(who); len(who) == 0 {
		x.say(check, findingBad, "no worker polls it", fmt.Sprintf("start `litmus worker --queues %s`", queue))
		return nil
	}
	x.good(check, "polled by %s", strings.Join(who, ", "))
	return builds
}

// builds says which versions of the program poll, and with LITMUS_DEPLOYMENT which of them gets the work.
func (x *examination) builds(ctx context.Context, c client.Client, namespace string, builds []string) {
	const check = "versions"
	slices.Sort(builds)
	builds = slices.Compact(builds)
	if len(builds) > 1 {
		x.say(check, findingUnsure, "workers of "+strings.Join(builds, " and ")+" poll", "as in an upgrade: end those "+
			"to which you will not go back")
	} else if len(builds) == 1 {
		x.good(check, "all workers are of %s", builds[0])
	}
	if x.Worker.Deployment == "" {
		return
	}
	d := deploymentOf(c, namespace, x.Worker.Deployment)
	shown, err := d.look(ctx)
	if err != nil {
		x.say("deployment", findingUnsure, reason(err), "start its workers")
		return
	}
	if err := d.polled(ctx, buildNamed(shown.Current)); err != nil {
		x.say("deployment", findingBad, shown.Current+" is current: "+reason(err),
			"or make another version current: `litmus deployment current BUILD`")
		return
	}
	x.good("deployment", "%s is current", shown.Current)
}
