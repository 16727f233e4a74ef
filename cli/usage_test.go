package cli

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

func TestUsage(t *testing.T) {
	t.Parallel()
	x := newTerminal(t)
	for word, args := range map[string][]string{
		"expected one of":           {},
		"nonsense":                  {"nonsense"},
		"unknown flag --nonsense":   {"up", "--nonsense"},
		"unexpected argument extra": {"up", "extra"},
		`"list"`:                    {"keys"},
		"--org":                     {"keys", "list"},
		"<id>":                      {"interviews", "show"},
	} {
		x.mistaken(word, args...)
	}
	help := x.must("--help")
	if !strings.HasPrefix(help, "Usage: litmus <command>") {
		t.Errorf("--help prints\n%s", help)
	}
	var said strings.Builder // of one parser for them all, which takes longer to make than to read with
	parser, err := kong.New(&commands{}, kong.Name("litmus"), vars, kong.Writers(&said, &said), kong.Exit(func(int) {}),
		kong.PostBuild(explain))
	must(t, err)
	for _, command := range []string{"up", "api", "worker", "migrate", "apply", "keys create", "keys list",
		"keys revoke", "keys scopes", "orgs list", "audit list", "audit prune", "interviews list", "interviews show",
		"interviews end-call", "candidates list", "invitations list", "invitations show", "people list", "load", "completion", "artifacts", "links issue", "links revoke", "calendars list",
		"calendars sync", "conform", "mcp", "doctor", "config", "ready", "version"} {
		if !strings.Contains(help, "\n  "+command+" ") && !strings.Contains(help, "\n  "+command+"\n") {
			t.Errorf("--help does not show %s", command)
		}
		said.Reset()
		_, _ = parser.Parse(append(strings.Fields(command), "--help"))
		if got := said.String(); !strings.HasPrefix(got, "Usage: litmus "+command) || !strings.Contains(got,
			"\n    litmus "+command) {
			t.Errorf("%s --help prints\n%s", command, got)
		}
	}
}

// Every example is a command line that the parser accepts, of a command that there is. One parser reads them all: to
// make one takes longer than to read with it.
func TestExamples(t *testing.T) {
	t.Parallel()
	parser, err := kong.New(&commands{}, kong.Name("litmus"), vars)
	must(t, err)
	for command, lines := range examples {
		for _, line := range lines {
			words, _, _ := strings.Cut(line, " >")
			got, err := parser.Parse(strings.Fields(words))
			if err != nil || !strings.HasPrefix(got.Command()+" ", command+" ") {
				t.Errorf("%s: the example %q is read as %v, %v", command, line, got, err)
			}
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
	x.prints(fine, "ready", s.URL+"/readyz")
	x.ends(outcome{exitFailed, failing,
		"litmus: not ready: 503 Service Unavailable; failing: temporal; its log says why\n"}, "ready", s.URL+"/failing")
	s.Close()
	x.fails(exitFailed, []string{"connection refused"}, "ready", s.URL+"/readyz")
	x.refused(exitUsage, `"://" is no URL`, "ready", "://")
}

// What a service lacks is told before it starts anything.
func TestServices_refused(t *testing.T) {
	t.Parallel()
	const database, secret = "LITMUS_DATABASE_URL is required: postgres://… or sqlite:PATH",
		"LITMUS_SECRET is required: at least 32 bytes"
	mail := map[string]string{"LITMUS_SMTP_URL": "smtp://127.0.0.1:1"}
	for _, c := range []struct {
		args    string
		without string
		with    map[string]string
		reason  string
	}{
		{"api", "LITMUS_DATABASE_URL", nil, database},
		{"api", "LITMUS_SECRET", nil, secret},
		{"worker", "LITMUS_SECRET", nil, secret},
		{"worker", "", nil, "LITMUS_SMTP_URL is required: smtp://[user:password@]host:port or smtps://…"},
		{"worker", "LITMUS_BASE_URL", mail, "LITMUS_BASE_URL is required for a worker: the public origin of the api, " +
			"for the links in letters"},
		{"worker --queues interviews,other", "", mail, `--queues "other" is unknown; the queues are interviews and effects`},
		{"worker --addr here", "", mail, `--addr "here" is malformed: expected HOST:PORT such as 127.0.0.1:8085`},
	} {
		x := newTerminal(t)
		maps.Copy(x.env, c.with)
		delete(x.env, c.without)
		x.refused(exitUsage, c.reason, strings.Fields(c.args)...)
	}
	for _, c := range [][3]string{
		{"LITMUS_MEETING", "zoom", "LITMUS_ZOOM_ACCOUNT_ID"},
		{"LITMUS_NOTETAKER", "http=https://notes.example", "LITMUS_NOTETAKER_SECRET"},
	} {
		x := newTerminal(t)
		maps.Copy(x.env, mail)
		x.env[c[0]] = c[1]
		x.fails(exitUsage, []string{c[2]}, "worker")
	}
	x := newTerminal(t)
	maps.Copy(x.env, mail)
	x.startTemporal = func(context.Context, TemporalOptions) (TemporalServer, error) {
		t.Error("what is refused has started Temporal")
		return nil, errors.New("none")
	}
	data := filepath.Join(t.TempDir(), "data")
	up := upArgs(data)
	x.refused(exitUsage, "--ephemeral keeps nothing, and --data names where to keep it: give one of them",
		append(up, "--ephemeral")...)
	x.refused(exitUsage, `--addr "127.0.0.1" is malformed: expected HOST:PORT such as 127.0.0.1:8085`,
		append(up, "--addr", "127.0.0.1")...)
	for _, c := range [][2]string{{"--temporal-addr", "0.0.0.0:0"}, {"--ui-addr", ":0"}} {
		x.fails(exitUsage, []string{c[0], "--expose-dev"}, append(up, c[0], c[1])...)
	}
	if got := x.run(append(up, "--file", filepath.Join(data, "none.yaml"))...); got.status != exitFailed {
		t.Errorf("up with a file that is not there: %+v", got)
	}
	if left, err := os.ReadDir(data); err == nil && slices.ContainsFunc(left, func(e os.DirEntry) bool {
		return e.Name() != "lock"
	}) {
		t.Errorf("what was refused left %v", left)
	}
}
