package e2e

import (
	"fmt"
	"path/filepath"
	"testing"

	sdk "go.temporal.io/sdk/client"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"litmus/cli"
	"litmus/testdb"
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
