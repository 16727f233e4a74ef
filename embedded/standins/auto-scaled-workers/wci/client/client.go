// Package client says of each version of a worker that nothing scales it.
package client

import (
	"context"

	deploymentpb "go.temporal.io/api/deployment/v1"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/server/common/namespace"
	"go.uber.org/fx"

	"go.temporal.io/auto-scaled-workers/wci/workflow/iface"
)

// Client is what Temporal's server asks about how the workers of a version are scaled.
type Client interface {
	// DescribeWorkerControllerInstance answers NotFound, by which the server knows that nothing scales the version.
	DescribeWorkerControllerInstance(
		ctx context.Context, n *namespace.Namespace, version *deploymentpb.WorkerDeploymentVersion,
	) (*iface.QueryDescribeWorkerControllerInstanceResponse, []byte, error)

	// UpdateWorkerControllerInstance answers InvalidArgument, which the server does not try again.
	UpdateWorkerControllerInstance(
		ctx context.Context, n *namespace.Namespace, version *deploymentpb.WorkerDeploymentVersion,
		conflictToken []byte, identity string, upsert map[string]iface.ScalingGroupSpecUpdate, remove []string,
	) (*iface.UpdateWorkerControllerInstanceResponse, error)

	// ValidateWorkerControllerInstanceSpec answers InvalidArgument.
	ValidateWorkerControllerInstanceSpec(
		ctx context.Context, n *namespace.Namespace, version *deploymentpb.WorkerDeploymentVersion, identity string,
		upsert map[string]iface.ScalingGroupSpecUpdate, remove []string,
	) error

	// DeleteWorkerControllerInstance has nothing to delete.
	DeleteWorkerControllerInstance(
		ctx context.Context, n *namespace.Namespace, version *deploymentpb.WorkerDeploymentVersion, identity string,
	) error
}

// Module provides the [Client].
var Module = fx.Provide(func() Client { return unscaled{} })

// unscaled is the client of a server that scales no workers.
type unscaled struct{}

var errUnscaled = serviceerror.NewInvalidArgument("this server starts no workers: run them yourself")

func (unscaled) DescribeWorkerControllerInstance(
	context.Context, *namespace.Namespace, *deploymentpb.WorkerDeploymentVersion,
) (*iface.QueryDescribeWorkerControllerInstanceResponse, []byte, error) {
	return nil, nil, serviceerror.NewNotFound("nothing scales the workers of this version")
}

func (unscaled) UpdateWorkerControllerInstance(
	context.Context, *namespace.Namespace, *deploymentpb.WorkerDeploymentVersion, []byte,
	string, map[string]iface.ScalingGroupSpecUpdate, []string,
) (*iface.UpdateWorkerControllerInstanceResponse, error) {
	return nil, errUnscaled
}

func (unscaled) ValidateWorkerControllerInstanceSpec(
	context.Context, *namespace.Namespace, *deploymentpb.WorkerDeploymentVersion, string,
	map[string]iface.ScalingGroupSpecUpdate, []string,
) error {
	return errUnscaled
}

func (unscaled) DeleteWorkerControllerInstance(
	context.Context, *namespace.Namespace, *deploymentpb.WorkerDeploymentVersion, string,
) error {
	return nil
}
