package worker

import (
	"context"
	"fmt"
	"time"

	"go.temporal.io/api/taskqueue/v1"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"
)

// Queue is what the Temporal server says of a task queue.
type Queue struct {
	Name    string
	Pollers int           // that asked within the last minutes
	Tasks   int64         // that wait for a worker, about
	Oldest  time.Duration // for how long the oldest of them does
}

// DescribeQueue asks the server about one of [Queues]: about the workflow tasks of interviews, and else about
// activities.
func DescribeQueue(ctx context.Context, c client.Client, namespace, name string) (Queue, error) {
	d, err := c.WorkflowService().DescribeTaskQueue(ctx, &workflowservice.DescribeTaskQueueRequest{
		Namespace: namespace, TaskQueue: &taskqueue.TaskQueue{Name: name}, TaskQueueType: kindOf(name),
		ReportStats: true,
	})
	if err != nil {
		return Queue{}, fmt.Errorf("describe queue %s: %w", name, err)
	}
	return Queue{Name: name, Pollers: len(d.GetPollers()), Tasks: d.GetStats().GetApproximateBacklogCount(),
		Oldest: d.GetStats().GetApproximateBacklogAge().AsDuration()}, nil
}
