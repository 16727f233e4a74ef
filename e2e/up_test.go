package e2e

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// What `litmus up --json` prints and serves, with the built-in demonstration; what it keeps over a restart.
func TestUp(t *testing.T) {
	t.Parallel()
	s := Start(t, Demonstration(), KeepPorts(), Env("LITMUS_LOG=text"))
	if !strings.HasSuffix(s.Ready.Inbox, inboxPath) || hostOf(s.Ready.Inbox) == hostOf(s.API) ||
		len(s.Organizations) != 1 {
		t.Fatalf("inbox %s, organizations %v; want the inbox on a listener of its own and one organization",
			s.Ready.Inbox, s.Organizations)
	}
	demo := &Org{Service: s, Slug: s.Organizations[0].Slug, Key: s.Organizations[0].Key}
	if r := demo.Do(t, "GET", "/roles", nil).Want(200); len(r.List("roles")) == 0 {
		t.Error("the demonstration has no roles")
	}
	if page := string(s.Get(t, s.SignIn).Want(200).Body); !strings.Contains(page, "Sign in to Marlowe Tidal") { // D5
		t.Errorf("signin_url is %q, whose page says\n%s", s.SignIn, page)
	}
	if r := s.Do(t, "GET", "/readyz", nil).Want(200); r.JSON("checks") !=
		`{"database":"ok","queues":"ok","temporal":"ok"}` {
		t.Errorf("readyz: %s", r.Body)
	}
	t.Run("its tools are closed to pages of others", func(t *testing.T) {
		s.Do(t, "GET", inboxPath+"/messages.json", nil).Want(404) // the API may be published, the inbox is not with it
		s.AskInbox(t, "/messages.json").Want(200)
		for name, origin := range map[string]string{"inbox": s.Ready.Inbox, "temporal_ui": s.TemporalUI} {
			req, err := http.NewRequestWithContext(t.Context(), "GET", origin, nil)
			if err != nil {
				t.Fatal(err)
			}
			req.Host = "rebound.example:" + req.URL.Port()
			if r := send(t, req); r.Status != 403 {
				t.Errorf("%s under another name: %d %s, want 403", name, r.Status, r.Body)
			}
			req.Host, req.Method = "", "POST"
			req.Header.Set("Origin", "http://attacker.example")
			if r := send(t, req); r.Status != 403 {
				t.Errorf("%s, a change from another origin: %d %s, want 403", name, r.Status, r.Body)
			}
		}
	})
	if out := Command(t, nil, upArgs("--data", s.Data)...); out.Status != 1 || !strings.Contains(out.Stderr, "in use") {
		t.Errorf("a second one on the same folder: %+v, want status 1 and a word on why", out)
	}
	for _, name := range []string{"secret", "keys.json", "litmus.db", "temporal.db"} {
		if info, err := os.Stat(filepath.Join(s.Data, name)); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v %v, want mode 0600", name, info, err)
		}
	}
	t.Run("it goes on where it was", func(t *testing.T) {
		o := s.NewOrg(t, "approved: true", "approved: false")
		before := s.Ready
		s.Restart(t)
		if s.API != before.API || s.Temporal != before.Temporal || s.TemporalUI != before.TemporalUI ||
			s.Ready.Inbox != before.Inbox {
			t.Errorf("ready %+v, want the addresses of %+v", s.Ready, before)
		}
		if s.KeyOf(demo.Slug) != demo.Key || s.KeyOf(o.Slug) == "" { // unapproved ones have one too
			t.Errorf("the keys after the restart are of %v", s.Organizations)
		}
		s.Kill9(t)
		s.Restart(t)
		demo.Do(t, "GET", "/roles", nil).Want(200)
	})
	if log := s.Log.String(); strings.HasPrefix(strings.TrimSpace(log), "{") || !strings.Contains(log, "level=") {
		t.Errorf("the log is not text: %s", tail(log))
	}
}

// Where it cannot start it says so, and what to do, before anything runs: exit status 1, or 2 for usage. More in
// package cli.
func TestUpRefused(t *testing.T) {
	t.Parallel()
	needsProcess(t, "a litmus up of its own")
	taken := hostOf(Shared(t).API)
	for _, c := range []struct {
		flag, address string
		status        int
		words         string
	}{
		{"--addr", taken, 1, taken + " is in use"},
		{"--temporal-addr", taken, 1, taken + " is in use"},
		{"--ui-addr", taken, 1, taken + " is in use"},
		{"--inbox-addr", taken, 1, taken + " is in use"},
		{"--inbox-addr", "[::]:0", 2, "--expose-dev"},
	} {
		t.Run(c.flag+" "+c.address, func(t *testing.T) {
			t.Parallel()
			data := filepath.Join(t.TempDir(), "data")
			args := []string{"up", "--data", data, c.flag, c.address}
			for _, flag := range []string{"--addr", "--temporal-addr", "--ui-addr", "--inbox-addr"} {
				if flag != c.flag {
					args = append(args, flag, "127.0.0.1:0")
				}
			}
			out := Command(t, nil, args...)
			if out.Status != c.status || strings.Count(out.Stderr, "\n") != 1 ||
				!strings.Contains(out.Stderr, c.flag) || !strings.Contains(out.Stderr, c.words) {
				t.Errorf("status %d and %q, want %d and one line with %q", out.Status, out.Stderr, c.status, c.words)
			}
			if _, err := os.Stat(filepath.Join(data, "temporal.db")); err == nil {
				t.Error("it had started all the same")
			}
		})
	}
}

// SIGINT and SIGTERM stop it cleanly with exit status 0, also while it starts: as soon as it has made each of its
// files.
func TestUpToldToStopWhileItStarts(t *testing.T) {
	t.Parallel()
	needsProcess(t, "a litmus up of its own")
	for name, signal := range map[string]os.Signal{"origin": syscall.SIGTERM, "temporal.db": syscall.SIGINT,
		"litmus.db": syscall.SIGTERM, "keys.json": syscall.SIGINT} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data := t.TempDir()
			cmd, err := litmus(t.Context(), nil, upArgs("--data", data)...)
			if err != nil {
				t.Fatal(err)
			}
			var stderr record
			cmd.Stderr, cmd.Dir = &stderr, data
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			Until(t, commandTimeout, name, func() (bool, string) {
				_, err := os.Stat(filepath.Join(data, name))
				return err == nil, stderr.String()
			})
			cmd.Process.Signal(signal)
			if err := cmd.Wait(); err != nil || strings.Contains(stderr.String(), "litmus:") {
				t.Errorf("%s: %v: %s", signal, err, tail(stderr.String()))
			}
		})
	}
}
