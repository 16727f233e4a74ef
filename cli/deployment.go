package cli

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"regexp"
	"slices"
	"time"

	"go.temporal.io/sdk/client"

	"litmus/models"
	"litmus/worker"
)

// deploymentCommand is about the versions of workers beside each other (ADR workflows-move-on).
type deploymentCommand struct {
	Show    deploymentShow    `cmd:"" help:"Print which versions of workers there are, and which of them gets the work."`
	Current deploymentCurrent `cmd:"" help:"Give all work to the workers of a version: to go forward, and back."`
	Ramp    deploymentRamp    `cmd:"" help:"Give a part of the work to the workers of a version."`
}

// unversioned stands for the workers that are of no version: those without LITMUS_DEPLOYMENT.
const unversioned = "unversioned"

// Forms of names. Temporal joins both by a dot or a colon, so a deployment's has neither.
var (
	deploymentForm = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)
	buildForm      = regexp.MustCompile(`^[A-Za-z0-9._+-]{1,128}$`)
)

// deployment is Temporal's record of the workers' versions.
type deployment struct {
	client.WorkerDeploymentHandle
	client    client.Client
	namespace string
	name      string
}

// deploymentPatience is how long a command waits for the server, which asks the workflows that keep its record.
const deploymentPatience = 30 * time.Second

// withDeployment calls do with the deployment of LITMUS_DEPLOYMENT in the Temporal server of the TEMPORAL_… variables.
func withDeployment(a *app, do func(ctx context.Context, d deployment) error) error {
	c, err := loadConfig(a.getenv)
	if err != nil {
		return err
	}
	if c.Worker.Deployment == "" {
		return usagef("LITMUS_DEPLOYMENT is required: the name that the workers have there too")
	}
	temporal, namespace, err := dialTemporal(a, "", slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	defer temporal.Close()
	ctx, cancel := context.WithTimeout(a.ctx, deploymentPatience)
	defer cancel()
	return do(ctx, deploymentOf(temporal, namespace, c.Worker.Deployment))
}

func deploymentOf(c client.Client, namespace, name string) deployment {
	return deployment{c.WorkerDeploymentClient().GetHandle(name), c, namespace, name}
}

// polled refuses a version that nobody would work for: each queue needs a worker of it.
func (d deployment) polled(ctx context.Context, build string) error {
	for _, queue := range worker.Queues {
		who, err := worker.Pollers(ctx, d.client, d.namespace, queue)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(who, func(p worker.Poller) bool {
			return build == "" && p.Deployment == "" || p.Deployment == d.name && p.Build == build
		}) {
			return models.Conflictf("no worker of %s polls the queue %s: start one first", versionName(build), queue)
		}
	}
	return nil
}

// versionName is how people read a build of the deployment.
func versionName(build string) string {
	if build == "" {
		return unversioned
	}
	return build
}

// buildNamed is the build of an argument, "" for the workers without a version.
func buildNamed(argument string) string {
	if argument == unversioned {
		return ""
	}
	return argument
}

// shownDeployment is what `litmus deployment show --json` prints.
type shownDeployment struct {
	Name     string         `json:"name"`
	Current  string         `json:"current"` // a build or "unversioned"
	Ramping  string         `json:"ramping"` // "" if there is none
	Percent  float32        `json:"percent"` // of the work that the ramping one gets
	Versions []shownVersion `json:"versions"`
}

type shownVersion struct {
	Build   string   `json:"build"` // or "unversioned"
	State   string   `json:"state"` // current, ramping, draining, drained, idle
	Workers []string `json:"workers"`
	Since   *string  `json:"since"` // it is known, null for the unversioned
}

type deploymentShow struct {
	JSON bool `name:"json" help:"Print JSON."`
}

// Run prints the versions, the newest first, and who polls for each.
func (cmd *deploymentShow) Run(a *app) error {
	var shown shownDeployment
	if err := withDeployment(a, func(ctx context.Context, d deployment) (err error) {
		shown, err = d.look(ctx)
		return err
	}); err != nil {
		return err
	}
	if cmd.JSON {
		return printJSON(a.stdout, shown)
	}
	t := columns(a.stdout)
	fmt.Fprintln(t, "BUILD\tSTATE\tWORKERS\tSINCE")
	for _, v := range shown.Versions {
		state := v.State
		if v.Build == shown.Ramping {
			state = fmt.Sprintf("%s %g %%", state, shown.Percent)
		}
		fmt.Fprintf(t, "%s\t%s\t%d\t%s\n", v.Build, state, len(v.Workers), textOr(v.Since, "-"))
	}
	return t.Flush()
}

// look describes the deployment.
func (d deployment) look(ctx context.Context) (out shownDeployment, err error) {
	described, err := d.Describe(ctx, client.WorkerDeploymentDescribeOptions{})
	if err != nil {
		return out, fmt.Errorf("look at the deployment %s, which its first worker makes: %w", d.name, err)
	}
	workers := map[string][]string{}
	for _, queue := range worker.Queues {
		who, err := worker.Pollers(ctx, d.client, d.namespace, queue)
		if err != nil {
			return out, err
		}
		for _, p := range who {
			switch p.Deployment {
			case "":
				workers[unversioned] = append(workers[unversioned], p.Identity)
			case d.name:
				workers[p.Build] = append(workers[p.Build], p.Identity)
			}
		}
	}
	routing := described.Info.RoutingConfig
	out = shownDeployment{Name: d.name, Current: unversioned, Versions: []shownVersion{}}
	if v := routing.CurrentVersion; v != nil {
		out.Current = v.BuildID
	}
	if v := routing.RampingVersion; v != nil {
		out.Ramping, out.Percent = v.BuildID, routing.RampingVersionPercentage
	} else if routing.RampingVersionPercentage > 0 {
		out.Ramping, out.Percent = unversioned, routing.RampingVersionPercentage
	}
	add := func(v shownVersion) {
		switch v.Build {
		case out.Current:
			v.State = "current"
		case out.Ramping:
			v.State = "ramping"
		}
		slices.Sort(workers[v.Build])
		v.Workers = append([]string{}, slices.Compact(workers[v.Build])...)
		out.Versions = append(out.Versions, v)
	}
	for _, v := range described.Info.VersionSummaries {
		state := "idle"
		switch v.DrainageStatus {
		case client.WorkerDeploymentVersionDrainageStatusDraining:
			state = "draining"
		case client.WorkerDeploymentVersionDrainageStatusDrained:
			state = "drained"
		}
		since := v.CreateTime.UTC().Format(time.RFC3339)
		add(shownVersion{Build: v.Version.BuildID, State: state, Since: &since})
	}
	slices.SortStableFunc(out.Versions, func(a, b shownVersion) int { return cmp.Compare(*b.Since, *a.Since) })
	if out.Current == unversioned || out.Ramping == unversioned || len(workers[unversioned]) > 0 {
		add(shownVersion{Build: unversioned, State: "idle"})
	}
	return out, nil
}

type deploymentCurrent struct {
	Build string `arg:"" help:"The version: LITMUS_DEPLOYMENT_BUILD of its workers, or unversioned for those without LITMUS_DEPLOYMENT."`
	JSON  bool   `name:"json" help:"Print JSON."`
}

// shownShare is what `litmus deployment current` and `ramp` print with --json: how much of the work a version gets now.
type shownShare struct {
	Deployment string  `json:"deployment"`
	Version    string  `json:"version"`
	Percent    float32 `json:"percent"`
}

// Run makes a version current, which ends a ramp to it.
func (cmd *deploymentCurrent) Run(a *app) error {
	return withDeployment(a, func(ctx context.Context, d deployment) error {
		if err := d.polled(ctx, buildNamed(cmd.Build)); err != nil {
			return err
		}
		if _, err := d.SetCurrentVersion(ctx, client.WorkerDeploymentSetCurrentVersionOptions{
			BuildID: buildNamed(cmd.Build)}); err != nil {
			return fmt.Errorf("make %s current: %w", cmd.Build, err)
		}
		if cmd.JSON {
			return printJSON(a.stdout, shownShare{d.name, cmd.Build, 100})
		}
		fmt.Fprintf(a.stderr, "%s gets all work of %s now.\n", cmd.Build, d.name)
		return nil
	})
}

type deploymentRamp struct {
	Build   string  `arg:"" help:"The version, as of current."`
	Percent float32 `help:"How much of the work it gets, 0 to 100." default:"10"`
	JSON    bool    `name:"json" help:"Print JSON."`
}

// Run has a version take a part of the work.
func (cmd *deploymentRamp) Run(a *app) error {
	if cmd.Percent < 0 || cmd.Percent > 100 {
		return usagef("--percent %g is none: it goes from 0 to 100", cmd.Percent)
	}
	return withDeployment(a, func(ctx context.Context, d deployment) error {
		if err := d.polled(ctx, buildNamed(cmd.Build)); err != nil {
			return err
		}
		if _, err := d.SetRampingVersion(ctx, client.WorkerDeploymentSetRampingVersionOptions{
			BuildID: buildNamed(cmd.Build), Percentage: cmd.Percent}); err != nil {
			return fmt.Errorf("ramp to %s: %w", cmd.Build, err)
		}
		if cmd.JSON {
			return printJSON(a.stdout, shownShare{d.name, cmd.Build, cmd.Percent})
		}
		fmt.Fprintf(a.stderr, "%s gets %g %% of the work of %s now.\n", cmd.Build, cmd.Percent, d.name)
		return nil
	})
}
