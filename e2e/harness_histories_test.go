package e2e

import (
	"bytes"
	"strings"
	"testing"
	"time"

	enums "go.temporal.io/api/enums/v1"
	"google.golang.org/protobuf/proto"
)

// checkRuns reads the histories of every run of these workflows, and what is shown of them, and wants none of the words
// in any: no personal data enters Temporal (house rule). Upper and lower case are the same.
func checkRuns(t testing.TB, s *Service, workflows []string, words ...string) {
	t.Helper()
	if !watchesTemporal(t, s) {
		return
	}
	c := dialTemporal(t, s.Temporal)
	events := 0
	look := func(id string, m proto.Message) {
		b, err := proto.Marshal(m) // strings and payloads stand in it as they are
		if err != nil {
			t.Fatal(err)
		}
		b = bytes.ToLower(b)
		for _, w := range words {
			if at := bytes.Index(b, []byte(strings.ToLower(w))); at >= 0 {
				t.Errorf("the history of %s holds %q: %q", id, w, b[max(0, at-60):min(len(b), at+60)])
			}
		}
	}
	for _, id := range workflows {
		d, err := c.DescribeWorkflowExecution(t.Context(), id, "")
		if err != nil {
			t.Fatalf("there is no workflow %s: %v", id, err)
		}
		look(id, d)
		for it := c.GetWorkflowHistory(t.Context(), id, "", false,
			enums.HISTORY_EVENT_FILTER_TYPE_ALL_EVENT); it.HasNext(); events++ {
			e, err := it.Next()
			if err != nil {
				t.Fatal(err)
			}
			look(id, e)
		}
	}
	if events < 5*len(workflows) {
		t.Errorf("%d events of %d workflows, want whole histories", events, len(workflows))
	}
}

// runClosed waits until the newest run of a workflow has completed, and returns when it did.
func runClosed(t testing.TB, s *Service, limit time.Duration, workflow string) (at time.Time) {
	t.Helper()
	if !watchesTemporal(t, s) {
		return s.Now()
	}
	c := dialTemporal(t, s.Temporal)
	Until(t, limit, workflow+" to end", func() (bool, string) {
		d, err := c.DescribeWorkflowExecution(t.Context(), workflow, "")
		if err != nil {
			return false, err.Error()
		}
		info := d.WorkflowExecutionInfo
		at = info.CloseTime.AsTime()
		return info.Status == enums.WORKFLOW_EXECUTION_STATUS_COMPLETED, info.Status.String()
	})
	return at
}

// runOpen reports whether the newest run of a workflow is still open.
func runOpen(t testing.TB, s *Service, workflow string) bool {
	t.Helper()
	if !watchesTemporal(t, s) {
		return true
	}
	d, err := dialTemporal(t, s.Temporal).DescribeWorkflowExecution(t.Context(), workflow, "")
	if err != nil {
		t.Fatal(err)
	}
	return d.WorkflowExecutionInfo.Status == enums.WORKFLOW_EXECUTION_STATUS_RUNNING
}
