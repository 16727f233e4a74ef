package workflows

import (
	"context"
	"log/slog"
	"strings"
	"testing"

	"go.temporal.io/sdk/interceptor"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"litmus/models"
)

// ofOurs are the options of a worker of db_ours, which has one organization.
func ofOurs() worker.Options {
	knows := func(_ context.Context, orgID string) (bool, error) { return orgID == "org_here", nil }
	return worker.Options{Interceptors: []interceptor.WorkerInterceptor{
		Foreign("db_ours", knows, slog.New(slog.DiscardHandler))}}
}

// TestForeign: a workflow of another database is not begun, and one from before databases had identities is.
func TestForeign(t *testing.T) {
	t.Parallel()
	for owner, want := range map[string]string{"": "", "db_ours": "", "db_theirs": "left alone"} {
		var suite testsuite.WorkflowTestSuite
		env := suite.NewTestWorkflowEnvironment()
		env.SetWorkerOptions(ofOurs())
		if owner != "" {
			if err := env.SetMemoOnStart(map[string]any{memoDatabase: owner}); err != nil {
				t.Fatal(err)
			}
		}
		began := false
		env.ExecuteWorkflow(func(workflow.Context, models.Ref) error { began = true; return nil },
			models.Ref{OrgID: "org_there", ID: "int_1"})
		err := env.GetWorkflowError()
		if began != (want == "") || (err == nil) != (want == "") ||
			err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("a workflow that names %q: began %t, %v; want %q", owner, began, err, want)
		}
	}
}

// TestForeignRows: an activity about an organization that is not here fails, to be tried again elsewhere.
func TestForeignRows(t *testing.T) {
	t.Parallel()
	for org, want := range map[string]string{"org_here": "", "org_there": codeForeign} {
		var suite testsuite.WorkflowTestSuite
		env := suite.NewTestActivityEnvironment()
		env.SetWorkerOptions(ofOurs())
		attempted := false
		attempt := func(context.Context, models.Ref) error { attempted = true; return nil }
		env.RegisterActivity(attempt)
		_, err := env.ExecuteActivity(attempt, models.Ref{OrgID: org, ID: "int_1"})
		if attempted != (want == "") || (err == nil) != (want == "") ||
			err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("an activity about %s: attempted %t, %v; want %q", org, attempted, err, want)
		}
	}
}
