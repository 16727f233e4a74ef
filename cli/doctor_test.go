package cli

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"litmus/inbox"
	"litmus/models/timetable"
	"litmus/ports/files"
)

// examined are the findings of litmus doctor by their check, as "state found: mend".
func (x *terminal) examined(status int) map[string]string {
	x.t.Helper()
	got := x.run("doctor", "--json")
	var said struct {
		Healthy bool
		Checks  []finding
	}
	decode(x.t, got.stdout, &said)
	if got.status != status || said.Healthy != (status == exitOK) {
		x.t.Errorf("exit status %d, healthy %t, want %d: %s", got.status, said.Healthy, status, got.stdout)
	}
	out := map[string]string{}
	for _, f := range said.Checks {
		if (f.Mend == "") != (f.State == findingOK) {
			x.t.Errorf("%s is %s, and to mend it: %q", f.Check, f.State, f.Mend)
		}
		out[f.Check] = f.State + " " + f.Found + ": " + f.Mend
	}
	return out
}

func (x *terminal) finds(got map[string]string, want map[string]string) {
	x.t.Helper()
	for check, beginning := range want {
		if !strings.HasPrefix(got[check], beginning) {
			x.t.Errorf("%s: %q, want %q", check, got[check], beginning)
		}
	}
}

// Each line of litmus doctor is good or has its mend, and one that is bad is the exit status. Nothing is changed or
// sent, and nothing secret is printed.
func TestDoctor(t *testing.T) {
	t.Parallel()
	x := northwind(t)
	catcher, err := inbox.OpenCatcher(filepath.Join(t.TempDir(), "inbox"))
	must(t, err)
	t.Cleanup(catcher.Close)
	site := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/healthz" {
			t.Errorf("it asks for %s", r.URL.Path)
		}
	}))
	t.Cleanup(site.Close)
	x.env["LITMUS_SMTP_URL"], x.env["LITMUS_BASE_URL"] = catcher.URL(), site.URL
	x.env["TEMPORAL_ADDRESS"] = "127.0.0.1:1"
	got := x.examined(exitFailed)
	x.finds(got, map[string]string{"secret": "ok", "base URL": "ok", "database": "ok SQLite 3", "clock": "ok",
		"disk": "ok", "schema": "ok version ", "backlog": "ok", "calendars": "ok connected: 1",
		"mail": "ok", "files": "ok LITMUS_FILES is not set", "Temporal": "bad "})
	table := x.run("doctor").stdout
	if !strings.Contains(table, "Temporal   bad    ") || !strings.Contains(table, "start it, and look at TEMPORAL_ADDRESS") {
		t.Errorf("it prints\n%s", table)
	}

	id := x.calendar().ID
	x.read(id, func(c timetable.Connection) timetable.Connection {
		return c.AfterFailure(noon, timetable.SyncFailure{Code: "ics_503"})
	})
	x.finds(x.examined(exitFailed), map[string]string{"calendars": "unsure 1 failing"})
	x.read(id, func(c timetable.Connection) timetable.Connection {
		return c.AfterFailure(noon, timetable.SyncFailure{Code: "ics_401", Revoked: true})
	})
	x.booked()
	x.clock.Set(x.clock.Now().Add(oweFor + time.Minute))
	x.env["LITMUS_SMTP_URL"] = "smtp://user:hunter2@127.0.0.1:1"
	x.env["LITMUS_BASE_URL"], x.env["LITMUS_SECRET"] = "http://hire.northwind.example", ""
	got = x.examined(exitFailed)
	x.finds(got, map[string]string{"calendars": "bad 1 revoked", "backlog": "bad ", "mail": "bad ",
		"base URL": "bad http://hire.northwind.example is not encrypted", "secret": "bad LITMUS_SECRET is not set"})
	x.env["LITMUS_FILES"] = "s3+http://127.0.0.1:1/bucket"
	x.finds(x.examined(exitFailed), map[string]string{"files": "bad LITMUS_FILES names a bucket"})
	x.env["LITMUS_FILES_ACCESS_KEY"], x.env["LITMUS_FILES_SECRET_KEY"] = "hunter2", "hunter2"
	got = x.examined(exitFailed)
	x.finds(got, map[string]string{"files": "bad open file: "})
	x.env["LITMUS_FILES"] = t.TempDir()
	x.finds(x.examined(exitFailed), map[string]string{"files": "ok they are kept"})
	folder, err := files.OpenFolder(x.env["LITMUS_FILES"])
	must(t, err)
	must(t, folder.Put(t.Context(), "litmus/database", strings.NewReader("db_elsewhere")))
	x.finds(x.examined(exitFailed), map[string]string{"files": "bad what LITMUS_FILES names belongs to the database " +
		"db_elsewhere, and this one is "})
	for check, line := range got {
		if strings.Contains(line, "hunter2") || strings.Contains(line, "@") {
			t.Errorf("%s: %s", check, line)
		}
	}

	x.env["LITMUS_DATABASE_URL"] = "sqlite:" + filepath.Join(t.TempDir(), "none.db")
	x.finds(x.examined(exitFailed), map[string]string{"database": "bad there is none: `litmus migrate`"})
	x.env["LITMUS_DATABASE_URL"] = "postgres://litmus:hunter2@127.0.0.1:1/litmus"
	x.finds(x.examined(exitFailed), map[string]string{"database": "bad "})
}
