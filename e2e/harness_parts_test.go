package e2e

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/inbox"
	"litmus/models"
)

// quiet is a logger that says nothing.
var quiet = slog.New(slog.NewTextHandler(io.Discard, nil))

// StartPart runs a command that serves, such as `litmus worker`, until the test ends. address is where it will listen;
// with port 0 the log is read for the port, so it must say so.
func StartPart(t testing.TB, env []string, address string, args ...string) *Service {
	t.Helper()
	file, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	return startPartOf(t, file, env, address, args...)
}

// startPartOf is [StartPart] of another build than this tree's.
func startPartOf(t testing.TB, file string, env []string, address string, args ...string) *Service {
	t.Helper()
	noteLane()
	needsProcess(t, "the parts of the service as processes")
	s := &Service{Ready: Ready{API: "http://" + address}, Log: &record{},
		Env: append([]string{"LITMUS_LOG=json", "LITMUS_DRAIN=0s"}, env...)}
	var err error
	if s.run, err = launchFile(file, s.Env, t.TempDir(), s.Log, s.Log, args...); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.end(t) })
	if strings.HasSuffix(address, ":0") {
		if err := s.listens(args[0]); err != nil {
			t.Fatalf("litmus %s: %v", strings.Join(args, " "), err)
		}
	}
	return s
}

// Health asks a path such as /readyz and returns the status, 0 when nobody answers in time.
func (s *Service) Health(t testing.TB, path string) (status int, body string) {
	t.Helper()
	resp, err := health.Get(s.API + path)
	if err != nil {
		return 0, err.Error()
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		return 0, err.Error()
	}
	return resp.StatusCode, string(b)
}

// health asks for health, each time on a connection of its own.
var health = &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}

// catch runs a mail catcher in this process. What it returns knows its inbox and nothing else.
func catch(t testing.TB) (smtpURL string, letters *Service) {
	t.Helper()
	c, err := inbox.OpenCatcher(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	pages := httptest.NewServer(c.Handler())
	t.Cleanup(pages.Close)
	return c.URL(), &Service{Ready: Ready{Inbox: pages.URL + inboxPath}}
}

// Settled waits until the service has done everything that these interviews owe for now: [Service.Converged] of many.
func (o *Org) Settled(t testing.TB, limit time.Duration, interviews ...string) {
	t.Helper()
	st := o.Store(t)
	left := slices.Clone(interviews)
	Until(t, limit, "interviews to settle", func() (bool, string) {
		o.converge(t)
		left = slices.DeleteFunc(left, func(id string) bool {
			a, err := st.Effects.InterviewLedger(t.Context(), models.Ref{OrgID: o.IDs.Organization, ID: id})
			return err == nil && a.ConvergedRevision >= a.Revision
		})
		return len(left) == 0, "left " + strings.Join(left[:min(len(left), 5)], ", ")
	})
}
