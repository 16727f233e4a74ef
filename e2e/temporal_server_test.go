package e2e

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/workflowservice/v1"
	sdk "go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"litmus/embedded"
	"litmus/testdb"
)

// The Temporal server of `litmus up` goes on where it was, after it was killed and after it was stopped, and gets
// search attributes that it lacks (decision 123 is what happens where it lost its file).
func TestTemporalServer_goesOn(t *testing.T) {
	t.Parallel()
	testdb.Long(t)
	ctx := t.Context()
	// A folder with characters that have a meaning in a URI.
	file := filepath.Join(t.TempDir(), "50% of all? #1", "temporal.db")

	process := startServer(t, nil, file)
	c := dialCollector(t, process.addr)
	run, err := c.ExecuteWorkflow(ctx, sdk.StartWorkflowOptions{ID: "collect", TaskQueue: collectors}, Collect)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := collect(t, c, "it"), 1; got != want {
		t.Errorf("before the kill: got %d words, want %d", got, want)
	}
	process.kill()

	var log record
	options := embedded.TemporalOptions{File: file, Logger: slog.New(slog.NewTextHandler(&log, nil)),
		SearchAttributes: map[string]enumspb.IndexedValueType{"Stage": enumspb.INDEXED_VALUE_TYPE_KEYWORD}}
	server := runTemporal(t, options)
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
	t.Logf("log of the server:\n%s", log.String())
}

// Without a file the Temporal server keeps its stores in a temporary folder, which goes when it is stopped.
func TestTemporalServer_withoutFile(t *testing.T) {
	t.Parallel()
	testdb.Long(t)
	dir := t.TempDir()
	process := startServer(t, []string{"TMPDIR=" + dir}, "")
	if found, err := filepath.Glob(filepath.Join(dir, "*", "temporal.db")); err != nil || len(found) != 1 {
		t.Errorf("it runs on the files %v (%v), want one in a folder of its own", found, err)
	}
	process.stop(t)
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("it leaves %v (%v), want nothing", left, err)
	}
}

// The Temporal server does not start on a port that is in use, and says which.
func TestTemporalServer_portInUse(t *testing.T) {
	t.Parallel()
	testdb.Long(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	addr := l.Addr().String()
	if _, err := embedded.StartTemporal(t.Context(), embedded.TemporalOptions{Addr: addr, Logger: quiet}); err == nil ||
		!strings.Contains(err.Error(), addr) {
		t.Errorf("got %v, want an error that names %s", err, addr)
	}
}

// envTemporal makes the test binary a Temporal server, so that a test can kill it. The value is its file, or
// temporalFileless.
const (
	envTemporal      = "LITMUS_TEST_TEMPORAL"
	temporalFileless = "none"
)

// serveTemporal prints the address of a Temporal server that it runs until standard input ends, which it does with the
// test at the latest. It returns the exit status.
func serveTemporal(file string) int {
	if file == temporalFileless {
		file = ""
	}
	server, err := embedded.StartTemporal(context.Background(), embedded.TemporalOptions{File: file})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	fmt.Println(server.Addr())
	io.Copy(io.Discard, os.Stdin)
	server.Stop()
	return 0
}

// serverProcess is a Temporal server in a process of its own.
type serverProcess struct {
	addr  string
	cmd   *exec.Cmd
	stdin io.Closer
	wait  func() error
}

// startServer starts one on a file, "" for none, with further variables.
func startServer(t *testing.T, env []string, file string) *serverProcess {
	t.Helper()
	if file == "" {
		file = temporalFileless
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &serverProcess{cmd: exec.Command(self)}
	p.wait = sync.OnceValue(p.cmd.Wait)
	p.cmd.Env = append(append(os.Environ(), envTemporal+"="+file), env...)
	var words bytes.Buffer
	p.cmd.Stderr = &words
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if p.stdin, err = p.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.kill)
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		p.kill()
		t.Fatalf("the server's process did not start: %v\n%s", err, words.String())
	}
	p.addr = strings.TrimSpace(line)
	return p
}

// kill ends it without notice.
func (p *serverProcess) kill() {
	p.cmd.Process.Kill()
	p.wait()
}

// stop ends it as its owner does.
func (p *serverProcess) stop(t *testing.T) {
	t.Helper()
	p.stdin.Close()
	if err := p.wait(); err != nil {
		t.Errorf("the server's process ended with %v", err)
	}
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
