package e2e

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/workflowservice/v1"
	sdk "go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"litmus/cli"
	"litmus/testdb"
)

// The Temporal server of `litmus up` goes on where it was, after it was killed and after it was stopped, and gets
// search attributes that it lacks. [TestTemporalLosesItsStore] is about a lost one.
func TestTemporalServer_goesOn(t *testing.T) {
	t.Parallel()
	needsProcess(t, "a Temporal server")
	testdb.Long(t)
	ctx := t.Context()
	// A folder with characters that have a meaning in a URI.
	file := filepath.Join(t.TempDir(), "50% of all? #1", "temporal.db")

	server := runTemporal(t, cli.TemporalOptions{File: file})
	c := dialCollector(t, server.Addr())
	run, err := c.ExecuteWorkflow(ctx, sdk.StartWorkflowOptions{ID: "collect", TaskQueue: collectors}, Collect)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := collect(t, c, "it"), 1; got != want {
		t.Errorf("before the kill: got %d words, want %d", got, want)
	}
	server.Kill9()

	options := cli.TemporalOptions{File: file,
		SearchAttributes: map[string]enumspb.IndexedValueType{"Stage": enumspb.INDEXED_VALUE_TYPE_KEYWORD}}
	server = runTemporal(t, options)
	c = dialCollector(t, server.Addr())
	if got, want := collect(t, c, "goes"), 2; got != want {
		t.Errorf("after the kill: got %d words, want %d", got, want)
	}
	server.Stop()

	server = runTemporal(t, options)
	c = dialCollector(t, server.Addr())
	if err := c.SignalWorkflow(ctx, "collect", "", tellWord, "on"); err != nil {
		t.Fatal(err)
	}
	var got string
	if err := c.GetWorkflow(ctx, "collect", run.GetRunID()).Get(ctx, &got); err != nil {
		t.Fatal(err)
	}
	if want := "it goes on"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	// The attribute was added to a namespace that was made without it.
	stage := temporal.NewSearchAttributeKeyKeyword("Stage")
	if _, err := c.ExecuteWorkflow(ctx, sdk.StartWorkflowOptions{ID: "found", TaskQueue: collectors,
		TypedSearchAttributes: temporal.NewSearchAttributes(stage.ValueSet("final"))}, Collect); err != nil {
		t.Fatal(err)
	}
	Until(t, letterTimeout, "the list, which is updated a moment later", func() (bool, string) {
		r, err := c.ListWorkflow(ctx, &workflowservice.ListWorkflowExecutionsRequest{Query: `Stage = "final"`})
		if err != nil {
			t.Fatal(err)
		}
		return len(r.Executions) == 1 && r.Executions[0].Execution.WorkflowId == "found", fmt.Sprint(r.Executions)
	})
	server.Stop()
	t.Logf("log of the server:\n%s", server.log.String())
}

const (
	collectors = "collectors" // the task queue of Collect
	tellWord   = "tell"       // its signal and its update
)

// Collect is a workflow that returns the words that it was told once there are three.
func Collect(ctx workflow.Context) (string, error) {
	var words []string
	err := workflow.SetUpdateHandler(ctx, tellWord, func(_ workflow.Context, word string) (int, error) {
		words = append(words, word)
		return len(words), nil
	})
	if err != nil {
		return "", err
	}
	signals := workflow.GetSignalChannel(ctx, tellWord)
	workflow.Go(ctx, func(ctx workflow.Context) {
		for {
			var word string
			signals.Receive(ctx, &word)
			words = append(words, word)
		}
	})
	err = workflow.Await(ctx, func() bool { return len(words) == 3 })
	return strings.Join(words, " "), err
}

// dialCollector is a client of the server at addr, with a worker of [Collect].
func dialCollector(t *testing.T, addr string) sdk.Client {
	t.Helper()
	c := dialTemporal(t, addr)
	w := worker.New(c, collectors, worker.Options{})
	w.RegisterWorkflow(Collect)
	if err := w.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Stop)
	return c
}

// collect tells [Collect] a word by an update and returns how many it has.
func collect(t *testing.T, c sdk.Client, word string) (n int) {
	t.Helper()
	u, err := c.UpdateWorkflow(t.Context(), sdk.UpdateWorkflowOptions{WorkflowID: "collect", UpdateName: tellWord,
		Args: []any{word}, WaitForStage: sdk.WorkflowUpdateStageCompleted})
	if err != nil {
		t.Fatal(err)
	}
	if err := u.Get(t.Context(), &n); err != nil {
		t.Fatal(err)
	}
	return n
}
