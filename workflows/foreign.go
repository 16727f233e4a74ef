package workflows

import (
	"context"
	"fmt"
	"log/slog"
	"sync"

	"go.temporal.io/api/common/v1"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/interceptor"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"litmus/models"
)

// codeForeign is the failure of an activity that is about a row of another database.
const codeForeign = "foreign"

// Foreign is the interceptor by which a worker of the database leaves alone what belongs to another one, should it ever
// get it: a workflow that names another database, and a row of an organization that is not here. It finishes neither.
// The task of the workflow fails, which leaves no trace but the failure, and Temporal hands it out again; so do
// activities. Workflows from before databases had identities name none, and go by their organization.
//
// knows says whether an organization is one of the database's.
func Foreign(database string, knows func(ctx context.Context, orgID string) (bool, error),
	log *slog.Logger) interceptor.WorkerInterceptor {
	return &foreign{database: database, knows: knows, log: log}
}

type foreign struct {
	interceptor.WorkerInterceptorBase
	database string
	knows    func(context.Context, string) (bool, error)
	known    sync.Map // organizations that are; they are never removed
	log      *slog.Logger
}

// InterceptWorkflow looks at each run as it begins, or is replayed.
func (f *foreign) InterceptWorkflow(ctx workflow.Context,
	next interceptor.WorkflowInboundInterceptor) interceptor.WorkflowInboundInterceptor {
	return &foreignWorkflow{interceptor.WorkflowInboundInterceptorBase{Next: next}, f}
}

// InterceptActivity looks at each activity, a local one too.
func (f *foreign) InterceptActivity(ctx context.Context,
	next interceptor.ActivityInboundInterceptor) interceptor.ActivityInboundInterceptor {
	return &foreignActivity{interceptor.ActivityInboundInterceptorBase{Next: next}, f}
}

type foreignWorkflow struct {
	interceptor.WorkflowInboundInterceptorBase
	*foreign
}

func (w *foreignWorkflow) ExecuteWorkflow(ctx workflow.Context, in *interceptor.ExecuteWorkflowInput) (any, error) {
	if owner := ownerOf(workflow.GetInfo(ctx).Memo); owner != "" && owner != w.database {
		leaveAlone("it belongs to the database " + owner)
	}
	return w.Next.ExecuteWorkflow(ctx, in)
}

// ownerOf is the database that a workflow with that memo names, "" if none.
func ownerOf(memo *common.Memo) (owner string) {
	if p := memo.GetFields()[memoDatabase]; p != nil {
		_ = converter.GetDefaultDataConverter().FromPayload(p, &owner) // what is no text names none
	}
	return owner
}

// leaveAlone fails the workflow's task, and with it nothing else.
func leaveAlone(why string) {
	panic("this workflow is left alone: " + why)
}

type foreignActivity struct {
	interceptor.ActivityInboundInterceptorBase
	*foreign
}

func (a *foreignActivity) ExecuteActivity(ctx context.Context, in *interceptor.ExecuteActivityInput) (any, error) {
	if len(in.Args) > 0 {
		if ref, ok := in.Args[0].(models.Ref); ok {
			if err := a.check(ctx, ref); err != nil {
				return nil, err
			}
		}
	}
	return a.Next.ExecuteActivity(ctx, in)
}

// check returns a failure with [codeForeign] for a row of an organization that is not here.
func (a *foreignActivity) check(ctx context.Context, ref models.Ref) error {
	if _, known := a.known.Load(ref.OrgID); known {
		return nil
	}
	ours, err := a.knows(ctx, ref.OrgID)
	switch {
	case err != nil:
		return err
	case ours:
		a.known.Store(ref.OrgID, true)
		return nil
	}
	a.log.Error("left alone what belongs to another database", "workflow",
		activity.GetInfo(ctx).WorkflowExecution.ID)
	return temporal.NewApplicationError(fmt.Sprintf("there is no organization %s in this database", ref.OrgID),
		codeForeign)
}
