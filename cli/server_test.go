package cli

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"litmus/testdb"
)

// TestReadyz proves that /readyz names the checks and their states and nothing else, that it runs them at most once a
// second however many clients ask, and that the log tells each failure once.
func TestReadyz(t *testing.T) {
	t.Parallel()
	clock := testdb.NewClock(time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC))
	var looked atomic.Int32
	var broken atomic.Bool
	gate := make(chan struct{})
	var log bytes.Buffer
	h := health([]check{
		{"database", func(context.Context) error {
			looked.Add(1)
			<-gate
			if broken.Load() {
				return errors.New("dial tcp 10.1.2.3:5432: connection refused")
			}
			return nil
		}},
		{"temporal", func(context.Context) error { return nil }},
	}, clock.Now, slog.New(slog.NewTextHandler(&log, nil)))
	ask := func() (int, string) {
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, httptest.NewRequest("GET", "/readyz", nil))
		return rec.Code, strings.TrimSpace(rec.Body.String())
	}
	expect := func(when string, status int, body string, looks int32) {
		t.Helper()
		if code, got := ask(); code != status || got != body {
			t.Errorf("%s: %d %s, want %d %s", when, code, got, status, body)
		}
		if n := looked.Load(); n != looks {
			t.Errorf("%s: looked %d times, want %d", when, n, looks)
		}
	}
	const fine, failing = `{"checks":{"database":"ok","temporal":"ok"},"ready":true}`,
		`{"checks":{"database":"failing","temporal":"ok"},"ready":false}`

	var probes sync.WaitGroup
	for range 20 {
		probes.Go(func() {
			if code, _ := ask(); code != http.StatusOK {
				t.Errorf("one of many at once: %d, want 200", code)
			}
		})
	}
	close(gate)
	probes.Wait()
	expect("within the second", 200, fine, 1)
	broken.Store(true)
	expect("before it looks again", 200, fine, 1)
	clock.Set(clock.Now().Add(time.Second))
	expect("a second later", 503, failing, 2)
	clock.Set(clock.Now().Add(time.Second))
	expect("while it goes on", 503, failing, 3)
	broken.Store(false)
	clock.Set(clock.Now().Add(time.Second))
	expect("when it is well again", 200, fine, 4)
	broken.Store(true)
	clock.Set(clock.Now().Add(time.Second))
	expect("when it fails again", 503, failing, 5)
	if n := strings.Count(log.String(), "connection refused"); n != 2 {
		t.Errorf("the log says what is wrong %d times, want once each time it broke: 2\n%s", n, &log)
	}
	if n := strings.Count(log.String(), "ready again"); n != 1 {
		t.Errorf("the log says %d times that it is well, want 1\n%s", n, &log)
	}
}

func TestReadyNamesWhatFails(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`{"checks":{"temporal":"failing","database":"failing","queues":"ok"},"ready":false}`: "; failing: database, " +
			"temporal; its log says why",
		`{"checks":{"database":"ok"},"ready":true}`: "",
		"Bad gateway": "",
	} {
		if got := failing([]byte(body)); got != want {
			t.Errorf("%s: %q, want %q", body, got, want)
		}
	}
}
