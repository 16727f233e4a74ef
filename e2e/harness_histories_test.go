package e2e

import (
	"bytes"
	"strings"
	"testing"
	"time"

	enums "go.temporal.io/api/enums/v1"
	"google.golang.org/protobuf/proto"
)

// checkHistories reads the histories of every run of these interviews' workflows, and what is shown of them, and wants
// none of the words in any: no personal data enters Temporal (house rule). Upper and lower case are the same.
func checkHistories(t testing.TB, s *Service, interviews []string, words ...string) {
	t.Helper()
	workflows := make([]string, len(interviews))
	for n, id := range interviews {
		workflows[n] = "interview/" + id
	}
	checkRuns(t, s, workflows, words...)
}

// checkRuns is [checkHistories] of any workflows, by their ids.
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

// workflowClosed waits until the newest run of the interview's workflow has completed, and returns when it did.
func workflowClosed(t testing.TB, s *Service, limit time.Duration, interview string) (at time.Time) {
	t.Helper()
	return runClosed(t, s, limit, "interview/"+interview)
}

// runClosed is [workflowClosed] of any workflow, by its id.
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

// workflowRuns reports whether the newest run of the interview's workflow is still open.
func workflowRuns(t testing.TB, s *Service, interview string) bool {
	t.Helper()
	return runOpen(t, s, "interview/"+interview)
}

// runOpen is [workflowRuns] of any workflow, by its id.
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
