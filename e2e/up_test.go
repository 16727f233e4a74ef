package e2e

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// What `litmus up --json` prints and serves, with the built-in demonstration; what it keeps over a restart.
func TestUp(t *testing.T) {
	t.Parallel()
	s := Start(t, Demonstration(), KeepPorts(), Env("LITMUS_LOG=text"))
	for name, origin := range map[string]string{"api": s.API, "temporal_ui": s.TemporalUI, "inbox": s.Ready.Inbox} {
		if u, err := url.Parse(origin); err != nil || u.Scheme != "http" || u.Hostname() != "127.0.0.1" {
			t.Errorf("%s %q, want an address of this machine", name, origin)
		}
	}
	if !strings.HasSuffix(s.Ready.Inbox, inboxPath) || hostOf(s.Ready.Inbox) == hostOf(s.API) ||
		len(s.Organizations) != 1 {
		t.Fatalf("inbox %s, organizations %v; want the inbox on a listener of its own and one organization",
			s.Ready.Inbox, s.Organizations)
	}
	demo := &Org{Service: s, Slug: s.Organizations[0].Slug, Key: s.Organizations[0].Key}
	if r := demo.Do(t, "GET", "/roles", nil).Want(200); len(r.List("roles")) == 0 {
		t.Error("the demonstration has no roles")
	}
	t.Run("it signs the first admin in", func(t *testing.T) { // D5
		if page := string(s.Get(t, s.SignIn).Want(200).Body); !strings.HasPrefix(s.SignIn, s.API+"/dashboard/in/") ||
			!strings.Contains(page, "Sign in to Marlowe Tidal") || !strings.Contains(page, "ines@marlowe.example") {
			t.Errorf("signin_url is %q, whose page says\n%s", s.SignIn, page)
		}
	})
	id := ""
	t.Run("health", func(t *testing.T) {
		if r := s.Do(t, "GET", "/healthz", nil).Want(200); r.Text("status") != "alive" {
			t.Errorf("healthz: %s", r.Body)
		}
		r := s.Do(t, "GET", "/readyz", nil).Want(200)
		for _, check := range []string{"database", "temporal", "queues"} {
			if got := r.Text("checks." + check); got != "ok" {
				t.Errorf("readyz: %s = %q, want ok", check, got)
			}
		}
		s.Do(t, "HEAD", "/readyz", nil).Want(200)
		s.Do(t, "GET", "/openapi.json", nil).Want(200)
		if r := s.Do(t, "GET", "/docs", nil).Want(200); r.Header.Get("Strict-Transport-Security") != "" {
			t.Errorf("the origin is http, and the headers are %v", r.Header)
		}
		for _, later := range []string{"/metrics"} { // a 404 until a later stage builds it
			if r := s.Do(t, "GET", later, nil); r.Status != 200 && r.Status != 404 {
				t.Errorf("GET %s: %d", later, r.Status)
			}
		}
	})
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
	t.Run("a second one on the same folder is refused", func(t *testing.T) {
		out := Command(t, nil, upArgs("--data", s.Data)...)
		if out.Status != 1 || !strings.Contains(out.Stderr, "in use") {
			t.Errorf("%+v, want status 1 and a word on why", out)
		}
	})
	t.Run("what it keeps is private", func(t *testing.T) {
		for _, name := range []string{"secret", "keys.json", "litmus.db", "temporal.db"} {
			if info, err := os.Stat(filepath.Join(s.Data, name)); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("%s: %v %v, want mode 0600", name, info, err)
			}
		}
	})
	t.Run("it goes on where it was", func(t *testing.T) {
		o := s.NewOrg(t, "approved: true", "approved: false")
		before := s.Ready
		s.Restart(t)
		if s.API != before.API || s.Temporal != before.Temporal || s.TemporalUI != before.TemporalUI ||
			s.Ready.Inbox != before.Inbox {
			t.Errorf("ready %+v, want the addresses of %+v", s.Ready, before)
		}
		if s.KeyOf(demo.Slug) != demo.Key {
			t.Error("another key after the restart, want the one it keeps")
		}
		if s.KeyOf(o.Slug) == "" { // unapproved ones too
			t.Errorf("organizations %v, want %s among them", s.Organizations, o.Slug)
		}
		demo.Do(t, "GET", "/interviews?cursor="+id, nil).Want(200)
		s.Kill9(t)
		s.Restart(t)
		demo.Do(t, "GET", "/roles", nil).Want(200)
	})
	t.Run("SIGINT ends it like SIGTERM", func(t *testing.T) {
		p := s.run
		p.cmd.Process.Signal(syscall.SIGINT)
		<-p.ended
		if s.run = nil; p.err != nil {
			t.Errorf("it ended with %v, want exit status 0", p.err)
		}
	})
	if log := s.Log.String(); strings.HasPrefix(strings.TrimSpace(log), "{") || !strings.Contains(log, "level=") {
		t.Errorf("the log is not text: %s", tail(log))
	}
}

// Where it cannot start it says so, and what to do, before anything runs: exit status 1, or 2 for usage.
func TestUpRefused(t *testing.T) {
	t.Parallel()
	needsProcess(t, "a litmus up of its own")
	s := Shared(t)
	taken := hostOf(s.API)
	for _, c := range []struct {
		name   string
		flags  []string
		status int
		words  []string
	}{
		{"a taken port of the API", []string{"--addr", taken}, 1, []string{taken + " is in use", "--addr"}},
		{"a taken port of Temporal", []string{"--temporal-addr", taken}, 1,
			[]string{taken + " is in use", "--temporal-addr"}},
		{"a taken port of its UI", []string{"--ui-addr", taken}, 1, []string{taken + " is in use", "--ui-addr"}},
		{"a taken port of the inbox", []string{"--inbox-addr", taken}, 1,
			[]string{taken + " is in use", "--inbox-addr"}},
		{"Temporal for everybody", []string{"--temporal-addr", "0.0.0.0:0"}, 2,
			[]string{"--temporal-addr", "0.0.0.0:0", "--expose-dev"}},
		{"its UI for everybody", []string{"--ui-addr", ":0"}, 2, []string{"--ui-addr", ":0", "--expose-dev"}},
		{"the inbox for everybody", []string{"--inbox-addr", "[::]:0"}, 2,
			[]string{"--inbox-addr", "[::]:0", "--expose-dev"}},
		{"an address without a host", []string{"--addr", "8085"}, 2, []string{`--addr "8085"`, "HOST:PORT"}},
		{"a port that is none", []string{"--ui-addr", "127.0.0.1:99999"}, 2,
			[]string{`--ui-addr "127.0.0.1:99999"`, "port"}},
		{"a folder that is not kept", []string{"--ephemeral"}, 2, []string{"--ephemeral", "--data"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			data := filepath.Join(t.TempDir(), "data")
			args := []string{"up", "--data", data}
			for _, flag := range []string{"--addr", "--temporal-addr", "--ui-addr", "--inbox-addr"} {
				if !slices.Contains(c.flags, flag) {
					args = append(args, flag, "127.0.0.1:0")
				}
			}
			out := Command(t, nil, append(args, c.flags...)...)
			if out.Status != c.status || strings.Count(out.Stderr, "\n") != 1 {
				t.Errorf("status %d and %q, want %d and one line", out.Status, out.Stderr, c.status)
			}
			for _, w := range c.words {
				if !strings.Contains(out.Stderr, w) {
					t.Errorf("it says %q, want a word on %s", out.Stderr, w)
				}
			}
			if _, err := os.Stat(filepath.Join(data, "temporal.db")); err == nil {
				t.Error("it had started all the same")
			}
		})
	}
}

// A secret that is lost is not silently made anew: links in letters were signed with it, and credentials sealed.
func TestUpWithoutItsSecret(t *testing.T) {
	t.Parallel()
	s := Start(t)
	s.Stop(t)
	secret := filepath.Join(s.Data, "secret")
	kept, err := os.ReadFile(secret)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(secret); err != nil {
		t.Fatal(err)
	}
	if out := Command(t, nil, upArgs("--data", s.Data)...); out.Status != 1 || !strings.Contains(out.Stderr, secret+" is missing") ||
		!strings.Contains(out.Stderr, "LITMUS_SECRET") {
		t.Errorf("%+v, want status 1 and a word on the secret", out)
	}
	if err := os.WriteFile(secret, kept, 0o600); err != nil {
		t.Fatal(err)
	}
	s.Restart(t)
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

// §8: the limits of availability writes.
func TestSlotLimits(t *testing.T) {
	t.Parallel()
	EachOrg(t, func(t *testing.T, o *Org) {
		path := "/postings/" + o.Posting("empty")
		slots := func(n int) Object {
			list := make([]Object, n)
			for i := range list {
				list[i] = Object{"interviewer_email": o.Email("bram"),
					"start_at": fmt.Sprintf("2032-%02d-%02dT%02d:%02d:00Z", 1+i/2/24/28, 1+i/2/24%28, i/2%24, i%2*30)}
			}
			return Object{"slots": list}
		}
		for _, method := range []string{"POST", "DELETE"} {
			o.Do(t, method, path+"/slots", slots(1001)).WantError(400, "1000")
			o.Do(t, method, path+"/slots", slots(0)).WantError(400, "at least one")
		}
		if r := o.Do(t, "POST", path+"/slots", slots(1000)).Want(200); len(r.List("interviewers.0.slots")) != 1000 {
			t.Errorf("%d slots stored, want 1000", len(r.List("interviewers.0.slots")))
		}
		if r := o.Do(t, "DELETE", path+"/slots", slots(1000)).Want(200); len(r.List("interviewers.0.slots")) != 0 {
			t.Errorf("%d slots left, want none", len(r.List("interviewers.0.slots")))
		}
		people := func(n int) Object {
			list := make([]Object, n)
			for i := range list {
				list[i] = Object{"email": o.Email(fmt.Sprintf("p%03d", i))}
			}
			return Object{"interviewers": list}
		}
		o.Do(t, "PUT", path+"/interviewers", people(201)).WantError(400, "200")
		r := o.Do(t, "PUT", path+"/interviewers", people(200)).Want(200)
		if got := len(r.List("interviewers")); got != 200 {
			t.Errorf("%d interviewers, want 200", got)
		}
		interviewerShape.check(r, "interviewers.199")
		o.Do(t, "POST", path+"/slots", slots(1)).WantError(400, "200")
		if got := len(o.Do(t, "GET", path+"/interviewers", nil).Want(200).List("interviewers")); got != 200 {
			t.Errorf("%d interviewers after a refused write, want 200", got)
		}
		// Those who are there may get more.
		o.Do(t, "POST", path+"/slots", Object{"slots": []Object{{"interviewer_email": o.Email("p000"),
			"start_at": "2032-03-01T15:00:00Z"}}}).Want(200)
	})
}

// §2 Interviewer entry, §2 Available slot entry: their fields and formats.
func TestAvailabilityObjects(t *testing.T) {
	t.Parallel()
	EachOrg(t, func(t *testing.T, o *Org) {
		path := "/postings/" + o.Posting("engineer")
		r := o.Do(t, "GET", path+"/interviewers", nil).Want(200)
		if got, want := strings.Join(r.Keys(""), " "), "interviewers posting_id"; got != want {
			t.Errorf("the answer has %s, want %s", got, want)
		}
		for i, want := range []string{
			`{"availability_source":"painted","email":"bram@%[1]s.example","meeting_link":"https://meet.%[1]s.example/bram-engineer","slots":["2032-03-01T15:00:00.000Z","2032-03-03T09:30:00.000Z"]}`,
			`{"availability_source":"painted","email":"ilse@%[1]s.example","meeting_link":null,"slots":["2032-03-01T15:00:00.000Z","2032-03-01T16:00:00.000Z","2032-03-02T15:00:00.000Z"]}`,
			`{"availability_source":"personal","email":"petra@%[1]s.example","meeting_link":null,"slots":[]}`,
		} {
			interviewerShape.check(r, fmt.Sprintf("interviewers.%d", i))
			if got, want := r.JSON(fmt.Sprintf("interviewers.%d", i)), fmt.Sprintf(want, o.Slug); got != want {
				t.Errorf("interviewer\n%s\nwant\n%s", got, want)
			}
		}
		r = o.Do(t, "GET", path+"/slots?round_id="+o.Round("engineer", "main", "systems")+
			"&from=2032-03-01T15:00:00Z&to=2032-03-01T15:00:00Z", nil).Want(200)
		if got, want := strings.Join(r.Keys(""), " "), "duration_minutes posting_id round_id slots"; got != want {
			t.Errorf("the answer has %s, want %s", got, want)
		}
		slotShape.check(r, "slots.0")
		want := fmt.Sprintf(
			`[{"capacity":2,"interviewer_emails":["bram@%[1]s.example","ilse@%[1]s.example"],"start_at":"2032-03-01T15:00:00.000Z"}]`, o.Slug)
		if got := r.JSON("slots"); got != want {
			t.Errorf("slots %s, want %s", got, want)
		}
	})
}
