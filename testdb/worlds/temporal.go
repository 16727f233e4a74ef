package worlds

import (
	"context"

	"go.temporal.io/sdk/client"
)

// Temporal is a Temporal client that accepts every wake-up.
type Temporal struct{ client.Client }

func (Temporal) SignalWithStartWorkflow(context.Context, string, string, any, client.StartWorkflowOptions, any,
	...any) (client.WorkflowRun, error) {
	return nil, nil
}

func (t Temporal) ExecuteWorkflow(ctx context.Context, o client.StartWorkflowOptions, w any,
	args ...any) (client.WorkflowRun, error) {
	return t.SignalWithStartWorkflow(ctx, o.ID, "", nil, o, w, args...)
}

func (Temporal) NewWithStartWorkflowOperation(client.StartWorkflowOptions, any,
	...any) client.WithStartWorkflowOperation {
	return nil
}

// UpdateWithStartWorkflow waits for side effects, which are there at once.
func (Temporal) UpdateWithStartWorkflow(context.Context, client.UpdateWithStartWorkflowOptions) (
	client.WorkflowUpdateHandle, error) {
	return atOnce{}, nil
}

type atOnce struct{ client.WorkflowUpdateHandle }

func (atOnce) Get(context.Context, any) error { return nil }

func (Temporal) CheckHealth(context.Context, *client.CheckHealthRequest) (*client.CheckHealthResponse, error) {
	return &client.CheckHealthResponse{}, nil
}
