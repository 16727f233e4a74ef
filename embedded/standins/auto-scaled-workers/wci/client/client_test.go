package client_test

import (
	"errors"
	"testing"

	deploymentpb "go.temporal.io/api/deployment/v1"
	"go.temporal.io/api/serviceerror"
	"go.uber.org/fx"

	"go.temporal.io/auto-scaled-workers/wci/client"
	"go.temporal.io/auto-scaled-workers/wci/workercomponent"
	"go.temporal.io/auto-scaled-workers/wci/workflow/iface"
)

// The errors are those by whose types Temporal's server goes on.
func TestClient(t *testing.T) {
	var c client.Client
	app := fx.New(client.Module, workercomponent.Module, fx.Populate(&c), fx.NopLogger)
	if err := app.Err(); err != nil {
		t.Fatal(err)
	}
	ctx, version := t.Context(), &deploymentpb.WorkerDeploymentVersion{DeploymentName: "litmus", BuildId: "1"}
	_, _, err := c.DescribeWorkerControllerInstance(ctx, nil, version)
	if notFound := (*serviceerror.NotFound)(nil); !errors.As(err, &notFound) {
		t.Errorf("describing answers %v, want NotFound", err)
	}
	groups := map[string]iface.ScalingGroupSpecUpdate{"all": {}}
	_, err = c.UpdateWorkerControllerInstance(ctx, nil, version, nil, "me", groups, nil)
	for act, err := range map[string]error{"updating": err,
		"validating": c.ValidateWorkerControllerInstanceSpec(ctx, nil, version, "me", groups, nil)} {
		if invalid := (*serviceerror.InvalidArgument)(nil); !errors.As(err, &invalid) {
			t.Errorf("%s answers %v, want InvalidArgument", act, err)
		}
	}
	if err := c.DeleteWorkerControllerInstance(ctx, nil, version, "me"); err != nil {
		t.Errorf("deleting answers %v, want nothing", err)
	}
}
