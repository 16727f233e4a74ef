package worlds

import (
	"context"

	"go.temporal.io/sdk/client"
)

// temporal is a Temporal client that accepts every wake-up.
type temporal struct{ client.Client }

func (temporal) SignalWithStartWorkflow(context.Context, string, string, any, client.StartWorkflowOptions, any,
	...any) (client.WorkflowRun, error) {
	return nil, nil
}

func (t temporal) ExecuteWorkflow(ctx context.Context, o client.StartWorkflowOptions, w any,
	args ...any) (client.WorkflowRun, error) {
	return t.SignalWithStartWorkflow(ctx, o.ID, "", nil, o, w, args...)
}

func (temporal) NewWithStartWorkflowOperation(client.StartWorkflowOptions, any,
	...any) client.WithStartWorkflowOperation {
	return nil
}

// UpdateWithStartWorkflow waits for side effects, which are there at once.
func (temporal) UpdateWithStartWorkflow(context.Context, client.UpdateWithStartWorkflowOptions) (
	client.WorkflowUpdateHandle, error) {
	return atOnce{}, nil
}

type atOnce struct{ client.WorkflowUpdateHandle }

func (atOnce) Get(context.Context, any) error { return nil }

func (temporal) CheckHealth(context.Context, *client.CheckHealthRequest) (*client.CheckHealthResponse, error) {
	return &client.CheckHealthResponse{}, nil
}
