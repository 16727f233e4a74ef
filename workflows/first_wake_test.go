package workflows

import (
	"context"
	"log/slog"
	"slices"
	"testing"

	"go.temporal.io/api/serviceerror"
	"go.temporal.io/sdk/client"

	"litmus/models"
)

// doors is a Temporal that notes how workflows are reached.
type doors struct {
	client.Client
	running bool // the workflow runs already
	reached []string
}

func (d *doors) ExecuteWorkflow(_ context.Context, o client.StartWorkflowOptions, _ any,
	_ ...any) (client.WorkflowRun, error) {
	d.reached = append(d.reached, "start")
	if !o.EnableEagerStart {
		d.reached = append(d.reached, "not eagerly")
	}
	if d.running && o.WorkflowExecutionErrorWhenAlreadyStarted {
		return nil, serviceerror.NewWorkflowExecutionAlreadyStarted("it runs", "", "")
	}
	return nil, nil
}

func (d *doors) SignalWithStartWorkflow(context.Context, string, string, any, client.StartWorkflowOptions, any,
	...any) (client.WorkflowRun, error) {
	d.reached = append(d.reached, "signal")
	return nil, nil
}

func (*doors) CheckHealth(context.Context, *client.CheckHealthRequest) (*client.CheckHealthResponse, error) {
	return &client.CheckHealthResponse{}, nil
}

// TestFirstWake: the workflow of a new row is started eagerly and without a signal; one that runs, and one whose row
// was changed, gets the signal.
func TestFirstWake(t *testing.T) {
	t.Parallel()
	s := openEmpty(t)
	for name, c := range map[string]struct {
		revision int64
		running  bool
		want     []string
	}{
		"a new row":                          {1, false, []string{"start"}},
		"a new row that was woken before":    {1, true, []string{"start", "signal"}},
		"a changed row":                      {2, true, []string{"signal"}},
		"a changed row that was never woken": {2, false, []string{"signal"}},
	} {
		d := &doors{running: c.running}
		w := NewClient(d, s, slog.New(slog.DiscardHandler))
		err := w.WakeNow(t.Context(), models.PendingWake{Entity: models.EntityInterview, OrgID: "org_a", ID: "int_a",
			Revision: c.revision})
		w.Close()
		if err != nil || !slices.Equal(d.reached, c.want) {
			t.Errorf("%s: %v, %v; want %v", name, d.reached, err, c.want)
		}
	}
}
