package e2e

import (
	"io"
	"net/http"
	"strings"
	"testing"

	sdk "go.temporal.io/sdk/client"

	"litmus/cli"
	"litmus/testdb"
)

// The web interface of the Temporal server that `litmus up` runs: its pages, what they read, and that they can end a
// workflow. That pages of others cannot is held by package cli, and by TestUp.
func TestTemporalUI(t *testing.T) {
	t.Parallel()
	needsProcess(t, "a Temporal server")
	testdb.Long(t)
	server := runTemporal(t, cli.TemporalOptions{})
	ask := func(method, path string, headers ...string) string {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), method, server.ui+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		for n := 0; n < len(headers); n += 2 {
			req.Header.Set(headers[n], headers[n+1])
		}
		resp, err := client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		b, err := io.ReadAll(resp.Body)
		if err != nil || resp.StatusCode != http.StatusOK {
			t.Fatalf("%s %s: %d %s (%v), want 200", method, path, resp.StatusCode, b, err)
		}
		return string(b)
	}
	for path, want := range map[string]string{
		"/namespaces":        "<html", // the router in the page handles it
		"/api/v1/namespaces": `"default"`,
	} {
		if body := ask("GET", path); !strings.Contains(body, want) {
			t.Errorf("GET %s: %s, want %s", path, body, want)
		}
	}
	run, err := dialTemporal(t, server.Addr()).ExecuteWorkflow(t.Context(),
		sdk.StartWorkflowOptions{ID: "collect", TaskQueue: "nobody"}, "Collect")
	if err != nil {
		t.Fatal(err)
	}
	ask("POST", "/api/v1/namespaces/default/workflows/collect/terminate", "Cookie", "_csrf=t", "X-Csrf-Token", "t",
		"Origin", server.ui, "Sec-Fetch-Site", "same-origin")
	if err := run.Get(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "terminated") {
		t.Errorf("the workflow ended with %v, want it terminated by the page", err)
	}
}
