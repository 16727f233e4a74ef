package cli

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestUsage(t *testing.T) {
	t.Parallel()
	x := newTerminal(t)
	for word, args := range map[string][]string{
		"expected one of":             {},
		"nonsense":                    {"nonsense"},
		"unknown flag --nonsense":     {"up", "--nonsense"},
		"unexpected argument extra":   {"up", "extra"},
		"unexpected argument further": {"version", "further"},
		`"list"`:                      {"keys"},
		`expected "list"`:             {"orgs"},
		`"show"`:                      {"interviews"},
		`"sync"`:                      {"calendars"},
		`"revoke"`:                    {"links"},
		"--interview":                 {"artifacts"},
		"--base-url":                  {"conform", "--key", "x"},
		"--url":                       {"mcp"},
	} {
		x.mistaken(word, args...)
	}
	help := x.must("--help")
	if !strings.HasPrefix(help, "Usage: litmus <command>") {
		t.Errorf("--help prints\n%s", help)
	}
	for _, command := range []string{"up", "api", "worker", "migrate", "apply", "keys create", "keys list",
		"keys revoke", "keys scopes", "orgs list", "audit list", "audit prune", "interviews list", "interviews show",
		"interviews end-call", "invitations show", "artifacts", "links issue", "links revoke", "calendars list",
		"calendars sync", "conform", "mcp", "config", "ready", "version"} {
		if !strings.Contains(help, "\n  "+command+" ") && !strings.Contains(help, "\n  "+command+"\n") {
			t.Errorf("--help does not show %s", command)
		}
		if got := x.must(append(strings.Fields(command), "--help")...); !strings.HasPrefix(got,
			"Usage: litmus "+command) {
			t.Errorf("%s --help prints\n%s", command, got)
		}
	}
}

func TestVersion(t *testing.T) {
	t.Parallel()
	x := newTerminal(t)
	if got, want := x.must("version"), "litmus "+version()+"\n"; got != want || version() == "" {
		t.Errorf("it prints %q, want %q", got, want)
	}
}

func TestReady(t *testing.T) {
	t.Parallel()
	x := newTerminal(t)
	const fine, failing = `{"checks":{"database":"ok"},"ready":true}` + "\n",
		`{"checks":{"database":"ok","temporal":"failing"},"ready":false}` + "\n"
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/failing" {
			w.WriteHeader(http.StatusServiceUnavailable)
			_, _ = w.Write([]byte(failing))
			return
		}
		_, _ = w.Write([]byte(fine))
	}))
	t.Cleanup(s.Close)
	if got := x.must("ready", s.URL+"/readyz"); got != fine {
		t.Errorf("of a process that is ready it prints %q", got)
	}
	if got, want := x.run("ready", s.URL+"/failing"), (outcome{exitFailed, failing,
		"litmus: not ready: 503 Service Unavailable; failing: temporal; its log says why\n"}); got != want {
		t.Errorf("of one that is not: %+v, want %+v", got, want)
	}
	s.Close()
	if got := x.run("ready", s.URL+"/readyz"); got.status != exitFailed || got.stdout != "" ||
		!strings.Contains(got.stderr, "connection refused") {
		t.Errorf("of one that does not run: %+v", got)
	}
	x.refused(exitUsage, `"://" is no URL`, "ready", "://")
}

// What a service lacks is told before it starts anything.
func TestServices_refused(t *testing.T) {
	t.Parallel()
	x := newTerminal(t)
	without := func(name, reason string, args ...string) {
		t.Helper()
		value, set := x.env[name]
		delete(x.env, name)
		x.refused(exitUsage, reason, args...)
		if set {
			x.env[name] = value
		}
	}
	with := func(name, value, reason string, args ...string) {
		t.Helper()
		x.env[name] = value
		x.refused(exitUsage, reason, args...)
		delete(x.env, name)
	}
	const database, secret = "LITMUS_DATABASE_URL is required: postgres://… or sqlite:PATH",
		"LITMUS_SECRET is required: at least 32 bytes"
	without("LITMUS_DATABASE_URL", database, "api")
	without("LITMUS_SECRET", secret, "api")
	without("LITMUS_DATABASE_URL", database, "worker")
	without("LITMUS_SECRET", secret, "worker")
	without("LITMUS_SMTP_URL", "LITMUS_SMTP_URL is required: smtp://[user:password@]host:port or smtps://…", "worker")
	x.env["LITMUS_SMTP_URL"] = "smtp://127.0.0.1:1"
	without("LITMUS_BASE_URL", "LITMUS_BASE_URL is required for a worker: the public origin of the api, for the "+
		"links in letters", "worker")
	x.refused(exitUsage, `--queues "other" is unknown; the queues are interviews and effects`, "worker", "--queues",
		"interviews,other")
	for _, c := range []struct{ name, value, lacks string }{
		{"LITMUS_MEETING", "zoom", "LITMUS_ZOOM_ACCOUNT_ID"},
		{"LITMUS_NOTETAKER", "http=https://notes.example", "LITMUS_NOTETAKER_SECRET"},
	} {
		x.env[c.name] = c.value
		if got := x.run("worker"); got.status != exitUsage || !strings.Contains(got.stderr, c.lacks) {
			t.Errorf("a worker with %s=%s: %+v, want a word on %s", c.name, c.value, got, c.lacks)
		}
		delete(x.env, c.name)
	}
	with("LITMUS_LINK_TTL", "soon",
		`LITMUS_LINK_TTL "soon" is malformed: expected a duration over zero such as 24h`, "api")
	x.refused(exitUsage, `--addr "here" is malformed: expected HOST:PORT such as 127.0.0.1:8085`,
		"worker", "--addr", "here")

	x.startTemporal = func(context.Context, TemporalOptions) (TemporalServer, error) {
		t.Error("what is refused has started Temporal")
		return nil, errors.New("none")
	}
	data := filepath.Join(t.TempDir(), "data")
	up := []string{"up", "--data", data, "--temporal-addr", "127.0.0.1:0", "--ui-addr", "127.0.0.1:0",
		"--inbox-addr", "127.0.0.1:0"}
	x.refused(exitUsage, "--ephemeral keeps nothing, and --data names where to keep it: give one of them",
		append(up, "--ephemeral")...)
	x.refused(exitUsage, `--addr "127.0.0.1" is malformed: expected HOST:PORT such as 127.0.0.1:8085`,
		append(up, "--addr", "127.0.0.1")...)
	if got := x.run(append(up, "--file", filepath.Join(data, "none.yaml"))...); got.status != exitFailed {
		t.Errorf("up with a file that is not there: %+v", got)
	}
	if left, err := os.ReadDir(data); err == nil && slices.ContainsFunc(left, func(e os.DirEntry) bool {
		return e.Name() != "lock"
	}) {
		t.Errorf("what was refused left %v", left)
	}
}
