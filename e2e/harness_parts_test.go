package e2e

import (
	"context"
	"encoding/json"
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
	cites(t)
	needsProcess(t, "the parts of the service as processes")
	cmd, err := litmus(context.Background(), append([]string{envParent + "=1", "LITMUS_LOG=json"}, env...), args...)
	if err != nil {
		t.Fatal(err)
	}
	p := &Part{URL: "http://" + address, Log: &record{}, run: &process{cmd: cmd, ended: make(chan struct{})}}
	cmd.Stderr, cmd.Stdout, cmd.Dir = p.Log, p.Log, t.TempDir()
	if p.run.stdin, err = cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	run := p.run
	go func() {
		run.err = cmd.Wait()
		close(run.ended)
	}()
	t.Cleanup(func() {
		p.Stop(t)
		if t.Failed() {
			t.Logf("the log of litmus %s ends:\n%s", strings.Join(args, " "), tail(p.Log.String()))
		}
		if found := leaks(p.Log.String()); found != "" {
			t.Errorf("the log holds what is nobody's business: %s", found)
		}
	})
	if !strings.HasSuffix(address, ":0") {
		return p
	}
	Until(t, readyTimeout, "litmus "+strings.Join(args, " ")+" to say where it listens", func() (bool, string) {
		select {
		case <-run.ended:
			t.Fatalf("litmus %s ended: %v\n%s", strings.Join(args, " "), run.err, tail(p.Log.String()))
		default:
		}
		for line := range strings.SplitSeq(p.Log.String(), "\n") {
			var said struct{ Msg, Address string }
			if json.Unmarshal([]byte(line), &said) == nil && said.Msg == args[0] && said.Address != "" {
				p.URL = "http://" + said.Address
				return true, ""
			}
		}
		return false, tail(p.Log.String())
	})
	return p
}

// Stop ends the part as an operator does; an exit status other than 0 fails the test.
func (p *Part) Stop(t testing.TB) {
	t.Helper()
	if p.run == nil {
		return
	}
	run := p.run
	p.run = nil
	run.terminate()
	select {
	case <-run.ended:
		if run.err != nil {
			t.Errorf("a part of the service ended with %v, want exit status 0", run.err)
		}
	case <-time.After(stopTimeout):
		run.kill()
		<-run.ended
		t.Errorf("a part of the service had not ended %s after SIGTERM", stopTimeout)
	}
}

// Health asks a path such as /readyz and returns the status, 0 when nobody answers in time.
func (p *Part) Health(t testing.TB, path string) (status int, body string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := health.Do(req)
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
var health = &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}

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
