package e2e

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"litmus/testdb"
)

// stranger is a client of the tool server that others wrote.
type stranger struct {
	needs func(t testing.TB) // skips the test where what the client runs on is missing
	start func(t testing.TB, o *Org) agent
}

// strangers are the clients by name.
func strangers() map[string]stranger {
	nothing, packages := func(testing.TB) {}, func(t testing.TB) { npm(t) }
	out := map[string]stranger{
		"the official Go client": {nothing,
			func(t testing.TB, o *Org) agent { return goAgent(t, o, false, false) }},
		"the official Go client that asks": {nothing,
			func(t testing.TB, o *Org) agent { return goAgent(t, o, false, true) }},
		"the official Go client of a program": {testdb.Long, // it starts this binary
			func(t testing.TB, o *Org) agent { return goAgent(t, o, true, false) }},
	}
	for _, c := range [][3]string{
		{"sdk", "http", "legacy"}, {"sdk", "stdio", "legacy"},
		{"client", "http", "2024-11-05"}, {"client", "http", "2025-03-26"}, {"client", "http", "2025-06-18"},
		{"client", "http", "legacy"}, {"client", "http", "auto"}, {"client", "http", "asks"},
		{"client", "stdio", "legacy"}, {"client", "stdio", "auto"}, {"client", "stdio", "asks"},
	} {
		out["npm "+strings.Join(c[:], " ")] = stranger{packages,
			func(t testing.TB, o *Org) agent { return npmAgent(t, o, c[0], c[1], c[2]) }}
	}
	return out
}

// bridge is the command line that serves the tools over standard input and output, and its environment.
func bridge(t testing.TB, o *Org) (program string, env []string) {
	t.Helper()
	program, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	return program, []string{"LITMUS_TEST_MAIN=1", "LITMUS_KEY=" + o.Key, "PATH=" + os.Getenv("PATH")}
}

// bearer adds the key to every request.
type bearer struct{ key string }

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+b.key)
	return http.DefaultTransport.RoundTrip(r)
}

// goAgent is the official client of Go, over HTTP or over a program. One that asks agrees to every question.
func goAgent(t testing.TB, o *Org, program, asks bool) agent {
	t.Helper()
	asked := false
	options := &mcp.ClientOptions{}
	if asks {
		options.ElicitationHandler = func(_ context.Context, r *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			asked = true
			if r.Params.Message == "" {
				return nil, fmt.Errorf("the question has no words")
			}
			return &mcp.ElicitResult{Action: "accept", Content: map[string]any{}}, nil
		}
	}
	var transport mcp.Transport = &mcp.StreamableClientTransport{Endpoint: o.Ready.API + "/mcp",
		HTTPClient: &http.Client{Transport: bearer{o.Key}}}
	if program {
		name, env := bridge(t, o)
		cmd := exec.Command(name, "mcp", "--url", o.Ready.API)
		cmd.Env = env
		transport = &mcp.CommandTransport{Command: cmd}
	}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "stranger", Version: "1"}, options).Connect(t.Context(),
		transport, nil)
	if err != nil {
		t.Fatalf("connect: %v", err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return func(t testing.TB, tool string, arguments Object) said {
		t.Helper()
		asked = false
		result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: arguments})
		if err != nil {
			t.Fatalf("%s(%v): %v", tool, arguments, err)
		}
		b, err := json.Marshal(result)
		if err != nil {
			t.Fatal(err)
		}
		return saidBy(t, b, asked)
	}
}

// saidBy reads the result of a call.
func saidBy(t testing.TB, result []byte, asked bool) said {
	t.Helper()
	var r struct {
		IsError bool
		Content []struct{ Type, Text string }
		Data    Object `json:"structuredContent"`
	}
	if err := json.Unmarshal(result, &r); err != nil || len(r.Content) == 0 {
		t.Fatalf("the result is %s (%v)", result, err)
	}
	return said{r.IsError, r.Content[0].Text, r.Data, asked}
}

// npm is the folder with the packages of package.json, and the Node.js among them: that of the machine may be too old.
func npm(t testing.TB) (modules, node string) {
	t.Helper()
	modules = filepath.Join(os.Getenv(envNPM), "node_modules")
	node = filepath.Join(modules, ".bin", "node")
	if _, err := os.Stat(node); os.Getenv(envNPM) == "" || err != nil {
		without(t, "the packages of package.json are missing: "+envNPM+" must name a folder where npm installed them")
	}
	return modules, node
}

// npmAgent is testdata/agent.mjs: a client of a package of npm.
func npmAgent(t testing.TB, o *Org, name, transport, mode string) agent {
	t.Helper()
	modules, node := npm(t)
	script, err := os.ReadFile("testdata/agent.mjs")
	if err != nil {
		t.Fatal(err)
	}
	program, env := bridge(t, o)
	// As a module on the command line: what it imports is looked for where it runs, and its input is for the calls.
	cmd := exec.Command(node, "--input-type=module", "--eval", string(script), name, transport, mode, o.Ready.API,
		program)
	cmd.Dir, cmd.Env = filepath.Dir(modules), env
	problems := &record{}
	cmd.Stderr = problems
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = in.Close()
		_ = cmd.Wait()
	})
	out := bufio.NewReader(stdout)
	line := func(to any) {
		t.Helper()
		text, err := out.ReadBytes('\n')
		if err != nil {
			t.Fatalf("the client of npm ended: %v\n%s", err, problems)
		}
		if err := json.Unmarshal(text, to); err != nil {
			t.Fatalf("the client of npm prints %s: %v", text, err)
		}
	}
	var hello struct{ Version string }
	line(&hello)
	// The sdk does not tell what it settled on.
	want := map[string]string{"legacy": "2025-11-25", "auto": "2026-07-28", "asks": "2026-07-28"}[mode]
	if want = cmp.Or(want, mode); name == "client" && hello.Version != want {
		t.Errorf("the client settled on the version %q, want %s", hello.Version, want)
	}
	return func(t testing.TB, tool string, arguments Object) said {
		t.Helper()
		b, err := json.Marshal(Object{"tool": tool, "arguments": arguments})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := in.Write(append(b, '\n')); err != nil {
			t.Fatalf("%v\n%s", err, problems)
		}
		var answer struct {
			Result json.RawMessage
			Asked  bool
			Error  string
		}
		if line(&answer); answer.Error != "" {
			t.Fatalf("%s(%v): %s\n%s", tool, arguments, answer.Error, problems)
		}
		return saidBy(t, answer.Result, answer.Asked)
	}
}

// inspect runs the inspector on the tool server once, and returns what it says and what it complains of.
func inspect(t testing.TB, o *Org, args ...string) (out []byte, problems string, err error) {
	t.Helper()
	modules, node := npm(t)
	args = append([]string{filepath.Join(modules, ".bin", "mcp-inspector"), "--cli", o.Ready.API + "/mcp", "--transport",
		"http", "--header", "Authorization: Bearer " + o.Key}, args...)
	cmd := exec.CommandContext(t.Context(), node, args...)
	cmd.Env = []string{"PATH=" + filepath.Dir(node) + ":" + os.Getenv("PATH"), "HOME=" + t.TempDir()}
	var said strings.Builder
	cmd.Stderr = &said
	out, err = cmd.Output()
	return out, said.String(), err
}
