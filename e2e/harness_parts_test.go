package e2e

import (
	"io"
	"log/slog"
	"net"
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

// Part is a running `litmus api` or `litmus worker`.
type Part struct {
	URL string // where it listens
	Log *record
	run *process
}

// StartPart runs a command that serves until the test ends. address is where it will listen; with port 0 the log is
// read for the port, so it must say so.
func StartPart(t testing.TB, env []string, address string, args ...string) *Part {
	t.Helper()
	file, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	return startPartOf(t, file, env, address, args...)
}

// startPartOf is [StartPart] of another build than this tree's.
func startPartOf(t testing.TB, file string, env []string, address string, args ...string) *Part {
	t.Helper()
	noteLane()
	needsProcess(t, "the parts of the service as processes")
	p := &Part{URL: "http://" + address, Log: &record{}}
	var err error
	env = append([]string{"LITMUS_LOG=json", "LITMUS_DRAIN=0s"}, env...)
	if p.run, err = launchFile(file, env, t.TempDir(), p.Log, p.Log, args...); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		p.Stop(t)
		p.Log.over(t, "litmus "+args[0])
	})
	if strings.HasSuffix(address, ":0") {
		if err := p.run.until(p.Log, func() bool {
			at, said := p.Log.listens(args[0])
			p.URL = "http://" + at
			return said
		}); err != nil {
			t.Fatalf("litmus %s: %v", strings.Join(args, " "), err)
		}
	}
	return p
}

// Stop ends the part as an operator does; an exit status other than 0 fails the test.
func (p *Part) Stop(t testing.TB) {
	t.Helper()
	if p.run == nil {
		return
	}
	if err := p.run.stop(); err != nil {
		t.Errorf("a part of the service ended with %v", err)
	}
	p.run = nil
}

// Health asks a path such as /readyz and returns the status, 0 when nobody answers in time.
func (p *Part) Health(t testing.TB, path string) (status int, body string) {
	t.Helper()
	resp, err := health.Get(p.URL + path)
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

// freeAddress is a loopback address that nobody listened at a moment ago.
func freeAddress(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

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
