package embedded

import (
	"net"
	"net/http"
	"strings"
	"testing"

	"go.temporal.io/sdk/client"
)

func TestUI(t *testing.T) {
	t.Parallel()
	long(t)
	server := startTemporal(t, TemporalOptions{Namespace: "interviews"})
	ui, err := UI(server.Addr(), "interviews")
	if err != nil {
		t.Fatal(err)
	}
	origin, _ := serveSite(t, ui)
	for path, want := range map[string]string{
		"/":                  "<html",
		"/namespaces":        "<html", // the router in the page handles it
		"/favicon.ico":       "",
		"/healthz":           `"OK"`,
		"/api/v1/settings":   `"DefaultNamespace":"interviews"`,
		"/api/v1/namespaces": `"name":"interviews"`,
	} {
		// The API answers with indented JSON.
		got := ask(t, "GET", origin+path, nil)
		if body := strings.ReplaceAll(got.body, `": "`, `":"`); got.status != http.StatusOK ||
			!strings.Contains(body, want) {
			t.Errorf("GET %s: got %d %s, want %s", path, got.status, body, want)
		}
	}

	// Decision 114: a page under another name cannot read workflows, and one of another origin cannot terminate them.
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(origin, "http://"))
	rebound := "attacker.example:" + port
	for _, path := range []string{"/", "/api/v1/namespaces", "/api/v1/namespaces/interviews/workflows"} {
		if got := ask(t, "GET", origin+path, http.Header{"Host": {rebound}}); got.status != http.StatusForbidden ||
			strings.Contains(got.body, "interviews") {
			t.Errorf("GET %s under another name: got %d %s, want 403", path, got.status, got.body)
		}
	}
	c, err := client.Dial(client.Options{HostPort: server.Addr(), Namespace: "interviews"})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	run, err := c.ExecuteWorkflow(t.Context(),
		client.StartWorkflowOptions{ID: "collect", TaskQueue: "nobody"}, "Collect")
	if err != nil {
		t.Fatal(err)
	}
	end := origin + "/api/v1/namespaces/interviews/workflows/collect/terminate"
	token := http.Header{"Cookie": {"_csrf=t"}, "X-Csrf-Token": {"t"}}
	for name, headers := range map[string]http.Header{
		"under another name": {
			"Host": {rebound}, "Origin": {"http://" + rebound}, "Sec-Fetch-Site": {"same-origin"},
		},
		"from another origin":                 {"Origin": {"http://attacker.example"}},
		"from another site":                   {"Sec-Fetch-Site": {"cross-site"}},
		"from another port of this machine":   {"Origin": {"http://127.0.0.1:1"}, "Sec-Fetch-Site": {"same-site"}},
		"without a name":                      {"Origin": {"null"}},
		"with a header that skips its checks": {"Origin": {"http://attacker.example"}, "Authorization": {"Bearer x"}},
	} {
		for name, values := range token {
			headers[name] = values
		}
		if got := ask(t, "POST", end, headers); got.status != http.StatusForbidden {
			t.Errorf("%s: got %d %s, want 403", name, got.status, got.body)
		}
	}
	own := token.Clone()
	own.Set("Origin", origin)
	own.Set("Sec-Fetch-Site", "same-origin")
	if got := ask(t, "POST", end, own); got.status != http.StatusOK {
		t.Errorf("from its own page: got %d %s, want 200", got.status, got.body)
	}
	if err := run.Get(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "terminated") {
		t.Errorf("the workflow ended with %v, want it terminated by the page itself", err)
	}
}

// Apart from the guarded web interface, no service has an HTTP port that a browser could talk to.
func TestServerConfig_noHTTP(t *testing.T) {
	t.Parallel()
	p, err := freePorts("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	services := serverConfig(p, stores{}).Services
	if len(services) == 0 {
		t.Fatal("the server has no services")
	}
	for name, s := range services {
		if s.RPC.HTTPPort != 0 {
			t.Errorf("%s answers HTTP on port %d", name, s.RPC.HTTPPort)
		}
	}
}
