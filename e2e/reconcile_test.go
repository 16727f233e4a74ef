package e2e

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	enums "go.temporal.io/api/enums/v1"
	sdk "go.temporal.io/sdk/client"

	"litmus/models"
)

// reconciles runs litmus reconcile with these variables, wants that exit status, and returns what it says: of each
// workflow that differs how it does, what Temporal says and what was done.
func reconciles(t testing.TB, env []string, status int, args ...string) (said map[string]string) {
	t.Helper()
	got := Command(t, env, append([]string{"reconcile", "--json"}, args...)...)
	if got.Status != status {
		t.Errorf("reconcile %s: exit status %d, want %d: %s%s", strings.Join(args, " "), got.Status, status, got.Stdout,
			got.Stderr)
	}
	var out struct {
		Differences []struct {
			Workflow, Difference, Done string
			Temporal                   struct{ State, Why string }
		}
	}
	if err := json.Unmarshal([]byte(got.Stdout), &out); err != nil {
		t.Fatalf("reconcile printed %q, %s: %v", got.Stdout, got.Stderr, err)
	}
	said = map[string]string{}
	for _, d := range out.Differences {
		said[d.Workflow] = strings.TrimSpace(fmt.Sprintf("%s, %s %s, %s", d.Difference, d.Temporal.State, d.Temporal.Why,
			d.Done))
	}
	return said
}

// A workflow that somebody terminated, and one whose task fails, are found and begin anew, and what was sent before is
// not sent again. A look changes nothing.
func TestReconcile(t *testing.T) {
	t.Parallel()
	s := Start(t)
	o := s.NewOrg(t)
	env := append([]string{"TEMPORAL_ADDRESS=" + s.Temporal}, s.Env...)
	reconcile := func(status int, args ...string) map[string]string {
		t.Helper()
		return reconciles(t, env, status, s.beside(args)...)
	}
	ended := o.Book(t, "ended", "interviewer_email", o.Email("ilse")).Text("interview.id")
	stuck := o.Book(t, "stuck", "interviewer_email", o.Email("bram")).Text("interview.id")
	// A relay wakes the one that the organization's file imported.
	o.Settled(t, letterTimeout, o.Do(t, "GET", "/interviews", nil).Want(200).Texts("interviews", "id")...)
	if said := reconcile(0); len(said) > 0 {
		t.Errorf("nothing is wrong, and it says %v", said)
	}
	c := dialTemporal(t, s.Temporal)
	for _, id := range []string{ended, stuck} {
		if err := c.TerminateWorkflow(t.Context(), "interview/"+id, "", "by hand"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := c.ExecuteWorkflow(t.Context(), sdk.StartWorkflowOptions{ID: "interview/" + stuck,
		TaskQueue: "interviews"}, "Forgotten", models.Ref{OrgID: o.IDs.Organization, ID: stuck}); err != nil {
		t.Fatal(err)
	}
	Until(t, letterTimeout, "its task to fail again and again", func() (bool, string) {
		d, err := c.DescribeWorkflowExecution(t.Context(), "interview/"+stuck, "")
		return err == nil && d.GetPendingWorkflowTask().GetAttempt() >= 3, fmt.Sprint(d.GetPendingWorkflowTask(), err)
	})
	wants := func(said map[string]string, ofEnded, ofStuck string) {
		t.Helper()
		if got := said["interview/"+ended]; got != ofEnded || len(said) > 2 {
			t.Errorf("of what was terminated it says %q, want %q: %v", got, ofEnded, said)
		}
		if got := said["interview/"+stuck]; !strings.HasPrefix(got, ofStuck) || (got == "") != (ofStuck == "") {
			t.Errorf("of what is stuck it says %q, want %q", got, ofStuck)
		}
	}
	wants(reconcile(4, "--dry-run"), "lost, ended terminated,", "stuck, failing attempt ")
	wants(reconcile(4, "--org", o.Slug), "lost, ended terminated, woken", "stuck, failing attempt ")
	wants(reconcile(4), "", "stuck, failing attempt ")
	said := reconcile(4, "--restart-stuck")
	wants(said, "", "stuck, failing attempt ")
	if got := said["interview/"+stuck]; !strings.HasSuffix(got, ", restarted") {
		t.Errorf("what is stuck: %q, want it restarted", got)
	}
	if said := reconcile(0); len(said) > 0 {
		t.Errorf("all is mended, and it says %v", said)
	}
	for _, id := range []string{ended, stuck} {
		d, err := c.DescribeWorkflowExecution(t.Context(), "interview/"+id, "")
		if err != nil || d.WorkflowExecutionInfo.Status != enums.WORKFLOW_EXECUTION_STATUS_RUNNING ||
			d.WorkflowExecutionInfo.Type.Name != "Interview" {
			t.Errorf("the workflow of %s is %s, want it to run: %v", id, d.GetWorkflowExecutionInfo(), err)
		}
		o.Do(t, "DELETE", "/interviews/"+id, nil).Want(200) // it works, and its letters are all that come
	}
	for _, who := range []string{"ended", "stuck", "ilse", "bram"} {
		if box := o.Letters(t, o.Email(who), 2); len(box) != 2 {
			t.Errorf("%s got %s, want a confirmation and a cancellation", who, subjects(box))
		}
	}
}
