package embedded

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
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
	"go.temporal.io/sdk/client"
	sdklog "go.temporal.io/sdk/log"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"
)

// fileVariable makes the test binary run a server on that file instead of the tests, so that a test can kill the
// server.
const fileVariable = "LITMUS_TEST_TEMPORAL_FILE"

func TestMain(m *testing.M) {
	file := os.Getenv(fileVariable)
	if file == "" {
		os.Exit(m.Run())
	}
	server, err := StartTemporal(context.Background(), TemporalOptions{File: file})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(server.Addr())
	select {} // runs until it is killed
}

// stage is a search attribute by which workflows of the test can be found.
var stage = temporal.NewSearchAttributeKeyKeyword("Stage")

// Collect returns the words that it was told once there are three.
func Collect(ctx workflow.Context) (string, error) {
	var words []string
	err := workflow.SetUpdateHandler(ctx, "tell", func(_ workflow.Context, word string) (int, error) {
		words = append(words, word)
		return len(words), nil
	})
	if err != nil {
		return "", err
	}
	signals := workflow.GetSignalChannel(ctx, "tell")
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

// long skips a test that starts a Temporal server if the flag -short is given.
func long(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("-short leaves out Temporal servers")
	}
}

func TestTemporal(t *testing.T) {
	t.Parallel()
	long(t)

	t.Run("continues_after_a_kill_and_after_a_stop", func(t *testing.T) {
		t.Parallel()
		ctx := t.Context()
		// A folder with characters that have a meaning in a URI.
		file := filepath.Join(t.TempDir(), "50% of all? #1", "temporal.db")

		addr, kill := startProcess(t, file)
		c := dial(t, addr)
		run, err := c.ExecuteWorkflow(ctx, client.StartWorkflowOptions{ID: "collect", TaskQueue: "q"}, Collect)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := tell(t, c, "it"), 1; got != want {
			t.Errorf("before the kill: got %d words, want %d", got, want)
		}
		kill()

		var log bytes.Buffer
		attributes := map[string]enumspb.IndexedValueType{"Stage": enumspb.INDEXED_VALUE_TYPE_KEYWORD}
		server := startTemporal(t, TemporalOptions{File: file, SearchAttributes: attributes,
			Logger: slog.New(slog.NewTextHandler(&log, nil))})
		c = dial(t, server.Addr())
		if got, want := tell(t, c, "goes"), 2; got != want {
			t.Errorf("after the kill: got %d words, want %d", got, want)
		}
		server.Stop()

		server = startTemporal(t, TemporalOptions{File: file, SearchAttributes: attributes,
			Logger: slog.New(slog.NewTextHandler(&log, nil))})
		c = dial(t, server.Addr())
		if err := c.SignalWorkflow(ctx, "collect", "", "tell", "on"); err != nil {
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
		options := client.StartWorkflowOptions{ID: "found", TaskQueue: "q",
			TypedSearchAttributes: temporal.NewSearchAttributes(stage.ValueSet("final"))}
		if _, err := c.ExecuteWorkflow(ctx, options, Collect); err != nil {
			t.Fatal(err)
		}
		awaitListed(t, c, `Stage = "final"`, "found")
		server.Stop()
		t.Logf("log of the server:\n%s", log.String())
	})

	t.Run("leaves_no_files_behind_without_a_file", func(t *testing.T) {
		t.Parallel()
		server := startTemporal(t, TemporalOptions{})
		if _, err := os.Stat(server.temp); err != nil {
			t.Error(err)
		}
		server.Stop()
		if _, err := os.Stat(server.temp); !os.IsNotExist(err) {
			t.Errorf("got %v, want the temporary folder gone", err)
		}
	})

	t.Run("reports_a_port_that_is_in_use", func(t *testing.T) {
		t.Parallel()
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		addr := l.Addr().String()
		if _, err := StartTemporal(t.Context(), TemporalOptions{Addr: addr}); err == nil ||
			!strings.Contains(err.Error(), addr) {
			t.Errorf("got %v, want an error that names %s", err, addr)
		}
	})
}

func startTemporal(t *testing.T, o TemporalOptions) *Temporal {
	t.Helper()
	server, err := StartTemporal(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Stop)
	return server
}

// startProcess starts a server in a process of its own. kill ends it without notice.
func startProcess(t *testing.T, file string) (addr string, kill func()) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), fileVariable+"="+file)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	kill = sync.OnceFunc(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	t.Cleanup(kill)
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("the server's process did not start: %v", err)
	}
	return strings.TrimSpace(line), kill
}

// dial returns a client with a worker. Neither logs anything, since servers come and go.
func dial(t *testing.T, addr string) client.Client {
	t.Helper()
	c, err := client.DialContext(t.Context(),
		client.Options{HostPort: addr, Logger: sdklog.NewStructuredLogger(slog.New(slog.DiscardHandler))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	w := worker.New(c, "q", worker.Options{})
	w.RegisterWorkflow(Collect)
	if err := w.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Stop)
	return c
}

func tell(t *testing.T, c client.Client, word string) int {
	t.Helper()
	u, err := c.UpdateWorkflow(t.Context(), client.UpdateWorkflowOptions{
		WorkflowID: "collect", UpdateName: "tell", Args: []any{word}, WaitForStage: client.WorkflowUpdateStageCompleted,
	})
	if err != nil {
		t.Fatal(err)
	}
	var n int
	if err := u.Get(t.Context(), &n); err != nil {
		t.Fatal(err)
	}
	return n
}

// awaitListed waits until the list, which is updated a moment later, contains the workflow.
func awaitListed(t *testing.T, c client.Client, query, id string) {
	t.Helper()
	for t.Context().Err() == nil {
		res, err := c.ListWorkflow(t.Context(), &workflowservice.ListWorkflowExecutionsRequest{Query: query})
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range res.Executions {
			if e.Execution.WorkflowId == id {
				return
			}
		}
	}
	t.Errorf("%s is not listed under %s", id, query)
}

// The server binds its ports a moment after they were found. A server that starts in the meantime must find others.
func TestPortsOfServersThatStartTogether(t *testing.T) {
	t.Parallel()
	seen := map[int]bool{}
	for range 20 {
		found, err := freePorts(net.JoinHostPort(loopback, "0"))
		if err != nil {
			t.Fatal(err)
		}
		for service, at := range found {
			if seen[at.Port] || at.Port < lowestPort || at.Port > highestPort {
				t.Errorf("port %d of %s is another server's, or in the range of the system", at.Port, service)
			}
			seen[at.Port] = true
		}
	}
}
