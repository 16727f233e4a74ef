package e2e

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
)

// TestWorkflowCacheIsBounded: of many open interviews, each of which waits for days, a process keeps no more workflows
// in memory than it is told to, also where a Temporal server runs in it. Otherwise every open interview costs memory,
// and letters wait for the garbage collector.
func TestWorkflowCacheIsBounded(t *testing.T) {
	t.Parallel()
	const cached, open = 5, 40
	o := Start(t, Env(fmt.Sprintf("LITMUS_WORKFLOW_CACHE=%d", cached), "GOTRACEBACK=all")).NewOrg(t)
	ids := make([]string, open)
	for n := range ids {
		ids[n] = o.Book(t, fmt.Sprintf("open%d", n)).Text("interview.id")
	}
	o.Settled(t, letterTimeout, ids...)
	p := o.run
	o.run = nil
	if err := p.cmd.Process.Signal(syscall.SIGQUIT); err != nil { // it ends with the stacks of all goroutines
		t.Fatal(err)
	}
	<-p.ended
	dump := o.Log.String()
	if !strings.Contains(dump, "goroutine ") {
		t.Fatal("the process left no stacks")
	}
	if n := strings.Count(dump, "litmus/workflows.Interview("); n > cached {
		t.Errorf("%d of %d open interviews are in memory, want at most %d", n, open, cached)
	} else if n == 0 {
		t.Error("no interview is in memory, want a few: the stacks are not what they were")
	}
}
