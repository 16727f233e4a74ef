package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/emersion/go-smtp"

	"litmus/internal/verify"
	"litmus/testdb"
)

var signingSecret = "LITMUS_SECRET=" + strings.Repeat("only for tests ", 3)

// An api needs the migrated database only: it books without Temporal and says so.
func TestAPIAlone(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "litmus.db")
	env := []string{"LITMUS_DATABASE_URL=sqlite:" + file, signingSecret, "LITMUS_BASE_URL=https://hire.example/"}
	unmigrated := StartAPI(t, env)
	for _, path := range []string{"/healthz", "/docs", prefix + "/nowhere", "/assets/x"} { // RFC 6797
		if r := unmigrated.Do(t, "GET", path, nil); r.Header.Get("Strict-Transport-Security") != "max-age=31536000" {
			t.Errorf("%s: its headers are %v, want Strict-Transport-Security: the origin is https", path, r.Header)
		}
	}
	if r := unmigrated.Do(t, "GET", "/readyz", nil).Want(503); r.JSON("checks") !=
		`{"database":"failing","serving":"ok"}` {
		t.Errorf("readyz without migrations: %s, want the database failing, and nothing else", r.Body)
	}
	MustRun(t, env, "migrate")
	Until(t, letterTimeout, "readyz 200", func() (bool, string) { // it looks once a second
		r := unmigrated.Do(t, "GET", "/readyz", nil)
		return r.Status == 200, string(r.Body)
	})
	o := StartAPI(t, env, "--migrate").NewOrg(t)
	r := o.Book(t, "cleo", "interviewer_email", o.Email("ilse"))
	if got := codes(r); len(got) != 1 || got[0] != "side_effects_delayed" {
		t.Errorf("warnings %v, want side_effects_delayed", got)
	}
	// Two processes on one database and one secret are one service: cursors and rows of one are good at the other.
	cursor := o.Do(t, "GET", "/interviews?limit=1", nil).Want(200).Text("next_cursor")
	other := o.With(o.Key)
	other.Service = unmigrated
	if got := other.Do(t, "GET", "/interviews?limit=1&cursor="+
		cursor, nil).Want(200).Text("interviews.0.id"); got != r.Text("interview.id") {
		t.Errorf("the second page is %s at the other process, want %s", got, r.Text("interview.id"))
	}
	submission := o.IDs.Submissions["fresh"]
	if got, want := o.Do(t, "GET", "/submissions/"+submission, nil).Want(200).Text("report_url"),
		"https://hire.example/dashboard/submissions/"+submission; got != want {
		t.Errorf("report_url %q, want %q", got, want)
	}
}

// A misspelled variable, which would change nothing, is pointed out; its value may be a secret.
func TestNoSecretOfVariablesIsShown(t *testing.T) {
	t.Parallel()
	s := StartAPI(t, []string{"LITMUS_SECRETS=hunter2", signingSecret, "LITMUS_DATABASE_URL=" + testdb.SQLite(t)})
	if log := s.Log.String(); strings.Count(log,
		`"level":"WARN","msg":"unknown variables","names":["LITMUS_SECRETS"]`) != 1 ||
		strings.Contains(log, "hunter2") {
		t.Errorf("the log says\n%s", log)
	}
}

// The banner of `litmus up` has addresses, a key and a curl that books; --ephemeral leaves nothing behind.
func TestBanner(t *testing.T) {
	t.Parallel()
	temporary := t.TempDir()
	t.Cleanup(func() { // after the service has ended
		if left, _ := filepath.Glob(filepath.Join(temporary, "litmus-*")); len(left) > 0 {
			t.Errorf("--ephemeral left %v", left)
		}
	})
	banner := Banner(t, []string{"TMPDIR=" + temporary}, "--ephemeral")
	for _, pattern := range []string{`Dashboard +http://127\.0\.0\.1:\d+/dashboard/in/\S+`,
		`Temporal UI +http://127\.0\.0\.1:\d+`, `Temporal +127\.0\.0\.1:\d+`,
		`Inbox +http://127\.0\.0\.1:\d+/dev/inbox`, `Authorization: Bearer litmus_sk_[0-9A-Za-z]{49}'`} {
		if !regexp.MustCompile(pattern).MatchString(banner) {
			t.Errorf("the banner has no %s:\n%s", pattern, banner)
		}
	}
	if strings.Contains(banner, "WARNING") || strings.Contains(banner, "goes on where it was") {
		t.Errorf("nothing is reachable by others and nothing is kept, and the banner says otherwise:\n%s", banner)
	}
	if left, _ := os.ReadDir(temporary); len(left) == 0 {
		t.Error("--ephemeral does not use the temporary folder")
	}
}

// Where others can reach the tools, because the operator said so, the banner warns of it.
func TestBannerOfExposedTools(t *testing.T) {
	t.Parallel()
	banner := Banner(t, nil, "--ephemeral", "--expose-dev", "--inbox-addr", "0.0.0.0:0")
	if !strings.Contains(banner,
		"WARNING: --expose-dev: whoever reaches this machine can use the inbox without a password") {
		t.Errorf("the banner does not warn of the inbox alone:\n%s", banner)
	}
}

// The banner leads into the organization of the file that was just given, and shows the keys of the others too.
func TestBannerOfAFile(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	t.Run("at first", func(t *testing.T) { // it ends before the next one starts on the same folder
		if banner := Banner(t, nil, "--data", data); !strings.Contains(banner, data+": started again, it goes on") ||
			strings.Count(banner, "API key of") != 1 {
			t.Errorf("the banner is\n%s", banner)
		}
	})
	banner := Banner(t, nil, "--data", data, "--file", writeFile(t, "org.yaml", northwind(t, "northwind-banner")))
	keys := regexp.MustCompile(`API key of (\S+) \(full access\):\n +(litmus_sk_\w+)`).FindAllStringSubmatch(banner, -1)
	if len(keys) != 2 {
		t.Fatalf("the banner is\n%s", banner)
	}
	verify.Each(t, "the banner", verify.Fields{"keys[0][1]": {keys[0][1], "northwind-banner"},
		"keys[1][1]":                        {keys[1][1], "marlowe"},
		"strings.Count(banner, keys[0][2])": {strings.Count(banner, keys[0][2]), 2},
		"strings.Count(banner, keys[1][2])": {strings.Count(banner, keys[1][2]), 1}})
}

// style, Logging: ids, never addresses, names or keys, at any level and when mail servers talk. The harness searches
// the log of every service; this one is made to say all it can.
func TestLogsHoldNothingPersonal(t *testing.T) {
	t.Parallel()
	rude := StartScripted(t)
	rude.Script(func(to string, _ int) error {
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "<" + to + "> does not " +
			"live here, says " + to}
	}, nil)
	s := Start(t, Env("LITMUS_LOG_LEVEL=debug", "LITMUS_SMTP_URL="+rude.URL))
	o := s.NewOrg(t)
	id := o.Book(t, "cleo", "interviewer_email", o.Email("ilse")).Text("interview.id")
	o.Do(t, "GET", "/interviews?candidate_email="+o.Email("cleo"), nil).Want(200)
	o.Do(t, "GET", "/interviews/"+o.Email("cleo"), nil).Want(404)
	s.Do(t, "GET", "/"+o.Email("cleo")+"?key="+o.Key, nil).Want(404)
	o.Do(t, "POST", "/interviews", o.Booking("Casey Quillon <cleo@x.example>")).Want(400)
	shown := s.Converged(t, id) // refused for good, so nothing is owed
	if len(shown.Effects) == 0 {
		t.Error("no letter was tried")
	}
	for _, e := range shown.Effects {
		if found := leaks(e.LastError); found != "" || e.LastError == "" {
			t.Errorf("effect %s %s has the error %q, want the server's words without addresses",
				e.Kind, e.State, e.LastError)
		}
	}
}
