package e2e

import (
	"database/sql"
	"encoding/json"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"litmus/testdb"
)

var signingSecret = "LITMUS_SECRET=" + strings.Repeat("only for tests ", 3)

// An api needs the migrated database only: it books without Temporal and says so.
func TestAPIAlone(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "litmus.db")
	env := []string{"LITMUS_DATABASE_URL=sqlite:" + file, signingSecret, "LITMUS_BASE_URL=https://hire.example/"}
	unmigrated := StartAPI(t, env)
	unmigrated.Do(t, "GET", "/healthz", nil).Want(200)
	for _, path := range []string{"/healthz", "/openapi.json", "/docs", "/docs/docs.css", prefix + "/roles",
		prefix + "/nowhere", "/i/x", "/assets/x", "/x"} {
		// RFC 6797
		if r := unmigrated.Do(t, "GET", path, nil); r.Header.Get("Strict-Transport-Security") != "max-age=31536000" {
			t.Errorf("%s: its headers are %v, want Strict-Transport-Security: the origin is https", path, r.Header)
		}
	}
	if r := unmigrated.Do(t, "GET", "/readyz", nil).Want(503); r.At("ready") != false ||
		r.JSON("checks") != `{"database":"failing"}` {
		t.Errorf("readyz without migrations: %s, want the database failing, and no other check", r.Body)
	}
	if out := MustRun(t, env, "migrate"); !strings.Contains(out, "up to date") {
		t.Errorf("migrate printed %q", out)
	}
	Until(t, letterTimeout, "readyz 200", func() (bool, string) { // it looks once a second
		r := unmigrated.Do(t, "GET", "/readyz", nil)
		return r.Status == 200, string(r.Body)
	})
	s := StartAPI(t, env, "--migrate")
	s.Do(t, "GET", "/readyz", nil).Want(200)
	o := s.NewOrg(t)
	r := o.Book(t, "cleo", "interviewer_email", o.Email("ilse"))
	if got := r.Texts("warnings", "code"); len(got) != 1 || got[0] != "side_effects_delayed" {
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
	if got, want := o.Do(t, "GET", "/submissions/"+o.IDs.Submissions["fresh"], nil).Want(200).Text("report_url"),
		"https://hire.example/dashboard/submissions/"+o.IDs.Submissions["fresh"]; got != want {
		t.Errorf("report_url %q, want %q", got, want)
	}
	s.Do(t, "GET", "/dev/inbox", nil).Want(404) // only up has one
}

// A misspelled variable, which would change nothing, is pointed out; its value may be a secret, as is the password of a
// database that cannot be reached.
func TestNoSecretOfVariablesIsShown(t *testing.T) {
	t.Parallel()
	s := StartAPI(t, []string{"LITMUS_SECRETS=hunter2", signingSecret, "LITMUS_DATABASE_URL=" + testdb.SQLite(t)})
	if log := s.Log.String(); strings.Count(log,
		`"level":"WARN","msg":"unknown variables","names":["LITMUS_SECRETS"]`) != 1 ||
		strings.Contains(log, "hunter2") {
		t.Errorf("the log says\n%s", log)
	}
	out := Command(t, []string{"LITMUS_DATABASE_URL=postgres://u:hunter2@127.0.0.1:1/x?connect_timeout=2"}, "migrate")
	if out.Status != 1 || strings.Contains(out.Stderr, "hunter2") {
		t.Errorf("migrate without a server: %+v, want status 1 and no password", out)
	}
}

// §7 500: an unexpected error is JSON with a request id that the log knows, and shows nothing of the inside.
func TestInternalErrors(t *testing.T) {
	t.Parallel()
	url := testdb.SQLite(t)
	s := StartAPI(t, []string{"LITMUS_DATABASE_URL=" + url, signingSecret})
	o := s.NewOrg(t)
	db, err := sql.Open("sqlite", strings.Replace(url, "sqlite:", "file:", 1)+"?_pragma=busy_timeout(10000)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, table := range []string{"rounds", "interviews", "submissions", "postings", "keys"} {
		if _, err := db.ExecContext(t.Context(), "drop table if exists "+table); err != nil {
			if _, err := db.ExecContext(t.Context(), "alter table "+table+" rename to gone_"+table); err != nil {
				t.Fatal(err)
			}
		}
		path := map[string]string{"rounds": "/roles", "interviews": "/interviews", "submissions": "/submissions/" +
			o.IDs.Submissions["judged"], "postings": "/roles", "keys": "/roles"}[table]
		r := o.Do(t, "GET", path, nil).WantError(500, "internal error")
		Until(t, time.Minute, "the error line of request "+r.Text("request_id"), func() (bool, string) {
			// written behind the answer
			for line := range strings.SplitSeq(s.Log.String(), "\n") {
				var l struct {
					Level, Error string
					RequestID    string `json:"request_id"`
				}
				if json.Unmarshal([]byte(line), &l) == nil && l.RequestID == r.Text("request_id") {
					return l.Level == "ERROR" && strings.Contains(l.Error, table), line
				}
			}
			return false, "no such line"
		})
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
	find := func(pattern string) string {
		m := regexp.MustCompile(pattern).FindStringSubmatch(banner)
		if m == nil {
			t.Fatalf("the banner has no %s:\n%s", pattern, banner)
		}
		return m[1]
	}
	find(`Dashboard +(http://127\.0\.0\.1:\d+/dashboard/in/\S+)`)
	find(`Temporal UI +(http://127\.0\.0\.1:\d+)`)
	find(`Temporal +(127\.0\.0\.1:\d+)`)
	s := &Service{Ready: Ready{Inbox: find(`Inbox +(http://127\.0\.0\.1:\d+/dev/inbox)`),
		API: strings.TrimSuffix(find(`curl -s -X POST (http://127\.0\.0\.1:\d+/api/v1/interviews)`),
			prefix+"/interviews")}}
	if strings.Contains(banner, "WARNING") {
		t.Errorf("the banner warns, and nothing is reachable by others:\n%s", banner)
	}
	key := find(`Authorization: Bearer (litmus_sk_[0-9A-Za-z]{49})'`)
	r := s.Do(t, "POST", prefix+"/interviews", find(`-d '(\{.*\})'`), "Authorization", "Bearer "+key).Want(201)
	if len(decided(r)) > 0 {
		t.Errorf("the banner's booking has warnings: %s", r.Body)
	}
	if strings.Contains(banner, "goes on where it was") {
		t.Errorf("it keeps nothing, and says otherwise:\n%s", banner)
	}
	if left, _ := os.ReadDir(temporary); len(left) == 0 {
		t.Error("--ephemeral does not use the temporary folder")
	}
	s.Letters(t, r.Text("interview.candidate.email"), 1)
}

// Where others can reach the tools, because the operator said so, banner and log warn of it.
func TestBannerOfExposedTools(t *testing.T) {
	t.Parallel()
	banner := Banner(t, nil, "--ephemeral", "--expose-dev", "--inbox-addr", "0.0.0.0:0")
	if !strings.Contains(banner,
		"WARNING: --expose-dev: whoever reaches this machine can use the inbox without a password") {
		t.Errorf("the banner does not warn of the inbox alone:\n%s", banner)
	}
	address := regexp.MustCompile(`Inbox +http://localhost(:\d+)/dev/inbox`).FindStringSubmatch(banner)
	if address == nil {
		t.Fatalf("the banner has no address of the inbox:\n%s", banner)
	}
	(&Service{Ready: Ready{Inbox: "http://127.0.0.1" + address[1] + inboxPath}}).AskInbox(t, "/messages.json").Want(200)
}

// The banner leads into the organization of the file that was just given, and shows the keys of the others too.
func TestBannerOfAFile(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	t.Run("the demonstration", func(t *testing.T) {
		if banner := Banner(t, nil, "--data", data); !strings.Contains(banner, "/docs\n") ||
			!strings.Contains(banner, data+": started again, it goes on") || strings.Count(banner, "API key of") != 1 {
			t.Errorf("the banner is\n%s", banner)
		}
	})
	t.Run("another beside it", func(t *testing.T) {
		banner := Banner(t, nil, "--data", data, "--file", writeFile(t, "org.yaml", northwind(t, "northwind-banner")))
		keys := regexp.MustCompile(`API key of (\S+) \(full access\):\n +(litmus_sk_\w+)`).FindAllStringSubmatch(banner,
			-1)
		if len(keys) != 2 || keys[0][1] != "northwind-banner" || keys[1][1] != "marlowe" ||
			strings.Count(banner, keys[0][2]) != 2 || strings.Count(banner, keys[1][2]) != 1 {
			t.Errorf("the banner is\n%s", banner)
		}
	})
}

// style, Logging: ids, never addresses, names or keys, at any level and when mail servers talk. The harness searches
// the log of every service; this one is made to say all it can.
func TestLogsHoldNothingPersonal(t *testing.T) {
	t.Parallel()
	s := Start(t, Env("LITMUS_LOG_LEVEL=debug", "LITMUS_SMTP_URL=smtp://"+rudeMailServer(t)))
	o := s.NewOrg(t)
	id := o.Book(t, "cleo", "interviewer_email", o.Email("ilse")).Text("interview.id")
	o.Do(t, "GET", "/interviews?candidate_email="+o.Email("cleo"), nil).Want(200)
	o.Do(t, "GET", "/interviews/"+o.Email("cleo"), nil).Want(404)
	o.Do(t, "GET", "/"+o.Email("cleo"), nil).Want(404)
	s.Do(t, "GET", "/"+o.Email("cleo")+"?key="+o.Key, nil).Want(404)
	o.Do(t, "POST", "/interviews", o.Booking("Casey Quillon <cleo@x.example>")).Want(400)
	shown := s.Converged(t, id) // refused for good, so nothing is owed
	for _, e := range shown.Effects {
		if found := leaks(e.LastError); found != "" || e.LastError == "" {
			t.Errorf("effect %s %s has the error %q, want the server's words without addresses",
				e.Kind, e.State, e.LastError)
		}
	}
	if len(shown.Effects) == 0 {
		t.Error("no letter was tried")
	}
}

// rudeMailServer refuses every recipient for good and repeats the address.
func rudeMailServer(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return rude{}, nil }))
	server.Domain = "rude.example"
	go server.Serve(l)
	t.Cleanup(func() { server.Close() })
	return l.Addr().String()
}

type rude struct{}

func (rude) Mail(string, *smtp.MailOptions) error { return nil }
func (rude) Rcpt(to string, _ *smtp.RcptOptions) error {
	return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "<" + to + "> does not live " +
		"here, says " + to}
}
func (rude) Data(io.Reader) error { return errors.New("never reached") }
func (rude) Reset()               {}
func (rude) Logout() error        { return nil }
