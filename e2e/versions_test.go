package e2e

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	sdk "go.temporal.io/sdk/client"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"litmus/cli"
	"litmus/testdb"
	litmusworker "litmus/worker"
)

// Versions of a worker are made current, ramped and rolled back: the server asks embedded/standins whether something
// scales them, and goes on without.
func TestTemporalServer_versions(t *testing.T) {
	t.Parallel()
	needsProcess(t, "a Temporal server")
	testdb.Long(t)
	server := runTemporal(t, cli.TemporalOptions{File: filepath.Join(t.TempDir(), "temporal.db")})
	c := dialTemporal(t, server.Addr())
	for _, build := range []string{"old", "new"} {
		startVersion(t, c, build)
	}
	deployment := c.WorkerDeploymentClient().GetHandle(versioned)
	current := func(build string) {
		t.Helper()
		Until(t, letterTimeout, "the version, which is known once its worker has asked for tasks", func() (bool, string) {
			_, err := deployment.SetCurrentVersion(t.Context(),
				sdk.WorkerDeploymentSetCurrentVersionOptions{BuildID: build})
			return err == nil, fmt.Sprint(err)
		})
	}
	runs := func(when, want string) {
		t.Helper()
		Until(t, letterTimeout, "workflows on the version, which its queue learns of a moment later", func() (bool, string) {
			run, err := c.ExecuteWorkflow(t.Context(), sdk.StartWorkflowOptions{TaskQueue: versioned}, versioned)
			var got string
			if err == nil {
				err = run.Get(t.Context(), &got)
			}
			if err != nil {
				t.Fatalf("%s: %v", when, err)
			}
			return got == want, when + ": " + got
		})
	}
	current("old")
	runs("the first version is current", "old")
	Until(t, letterTimeout, "the other version", func() (bool, string) {
		_, err := deployment.SetRampingVersion(t.Context(),
			sdk.WorkerDeploymentSetRampingVersionOptions{BuildID: "new", Percentage: 100})
		return err == nil, fmt.Sprint(err)
	})
	runs("all of the ramp", "new")
	current("new")
	runs("the second version is current", "new")
	current("old")
	runs("rolled back", "old")
	d, err := deployment.DescribeVersion(t.Context(), sdk.WorkerDeploymentDescribeVersionOptions{BuildID: "new"})
	if err != nil || d.Info.Version.BuildID != "new" {
		t.Errorf("the version that was left is %+v (%v)", d, err)
	}
}

// versioned is the name of a deployment, of its task queue and of its workflow.
const versioned = "versioned"

// startVersion starts a worker of that build, whose workflow returns the build.
func startVersion(t *testing.T, c sdk.Client, build string) {
	t.Helper()
	w := worker.New(c, versioned, worker.Options{DeploymentOptions: worker.DeploymentOptions{UseVersioning: true,
		Version:                   worker.WorkerDeploymentVersion{DeploymentName: versioned, BuildID: build},
		DefaultVersioningBehavior: workflow.VersioningBehaviorPinned}})
	w.RegisterWorkflowWithOptions(func(workflow.Context) (string, error) { return build, nil },
		workflow.RegisterOptions{Name: versioned})
	if err := w.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Stop)
}

// A workflow takes the old side of a change while a worker of another build polls, and keeps the side that it took; on
// a queue where all are of one build it takes the new one. An older worker can go on with what a newer one began.
func TestTemporalServer_builds(t *testing.T) {
	t.Parallel()
	needsProcess(t, "a Temporal server")
	testdb.Long(t)
	server := runTemporal(t, cli.TemporalOptions{File: filepath.Join(t.TempDir(), "temporal.db")})
	c := dialTemporal(t, server.Addr())
	for queue, both := range map[string]bool{"of both": true, "of one": false} {
		builds := litmusworker.Builds{Build: "new"}
		startBuild(t, c, queue, "new", builds.Prefer)
		if both {
			startBuild(t, c, queue, "old", nil)
		}
		Until(t, letterTimeout, "its workers at the server", func() (bool, string) {
			who, err := litmusworker.Pollers(t.Context(), c, "default", queue)
			found := map[string]bool{}
			for _, p := range who {
				found[p.Build] = true
			}
			return found["new"] && found["old"] == both, fmt.Sprint(who, err)
		})
		for range 10 {
			if _, err := builds.Look(t.Context(), c, "default", []string{queue}); err != nil {
				t.Fatal(err)
			}
		}
		if preference := builds.Prefer(worker.PreferredVersionProviderInput{}); (preference == nil) == both {
			t.Errorf("%s: it prefers %v", queue, preference)
		}
		run, err := c.ExecuteWorkflow(t.Context(), sdk.StartWorkflowOptions{TaskQueue: queue}, changedFlow)
		var got []workflow.Version
		if err == nil {
			err = run.Get(t.Context(), &got)
		}
		if want := map[bool]workflow.Version{true: workflow.DefaultVersion, false: 1}[both]; err != nil ||
			len(got) != 5 || slices.ContainsFunc(got, func(v workflow.Version) bool { return v != want }) {
			t.Errorf("%s: the workflow took the sides %v (%v), want %d", queue, got, err, want)
		}
	}
}

// changedFlow is a workflow of which a later build has a change.
const changedFlow = "changed"

// startBuild starts an unversioned worker of that build. Without prefer it is of before the change.
func startBuild(t *testing.T, c sdk.Client, queue, build string, prefer worker.PreferredVersionProvider) {
	t.Helper()
	w := worker.New(c, queue, worker.Options{Identity: build, PreferredVersionProvider: prefer,
		BuildID:                      build, //nolint:staticcheck // as unversioned workers say it
		StickyScheduleToStartTimeout: time.Second})
	w.RegisterWorkflowWithOptions(func(ctx workflow.Context) (sides []workflow.Version, err error) {
		for range 5 {
			side := workflow.DefaultVersion
			if prefer != nil {
				side = workflow.GetVersion(ctx, "a change", workflow.DefaultVersion, 1)
			}
			if sides = append(sides, side); side == 1 { // a command that the older build does not know
				if err := workflow.SideEffect(ctx, func(workflow.Context) any { return 1 }).Get(new(int)); err != nil {
					return nil, err
				}
			}
			if err := workflow.Sleep(ctx, time.Millisecond); err != nil {
				return nil, err
			}
		}
		return sides, nil
	}, workflow.RegisterOptions{Name: changedFlow})
	if err := w.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Stop)
}
