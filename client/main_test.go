package client

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

var (
	noon  = time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC) // the current time in every test
	start = time.Date(2031, 3, 4, 15, 0, 0, 0, time.UTC)
)

// answer is one answer of a script.
type answer func(w http.ResponseWriter)

// says returns an answer with a body. Headers are pairs of name and value.
func says(status int, body string, headers ...string) answer {
	return func(w http.ResponseWriter) {
		for i := 0; i+1 < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.Header().Set("X-Request-Id", "req_1")
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	}
}

// refuses returns an error of the service.
func refuses(status int, words string) answer {
	return says(status, fmt.Sprintf(`{"error": %q, "request_id": "req_1"}`, words), "Content-Type", "application/json")
}

// hangsUp closes the connection without an answer.
func hangsUp(w http.ResponseWriter) {
	conn, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		panic(err)
	}
	conn.Close()
}

// breaksOff closes the connection in the middle of a successful answer.
func breaksOff(w http.ResponseWriter) {
	conn, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		panic(err)
	}
	fmt.Fprint(conn, "HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: "+
		"400\r\n\r\n{\"interview\": {\"id\"")
	conn.Close()
}

// redirects returns a redirect.
func redirects(to string) answer { return says(http.StatusTemporaryRedirect, "", "Location", to) }

// script is a server that gives these answers in order, and a client of it that does not really sleep.
type script struct {
	*Client
	t       *testing.T
	mu      sync.Mutex
	answers []answer
	heard   []string // method and URI of each request
	slept   []time.Duration
}

func play(t *testing.T, answers ...answer) *script {
	t.Helper()
	s := &script{t: t, answers: answers}
	s.serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if len(s.answers) == 0 {
			t.Errorf("%s %s after the end of the script", r.Method, r.URL)
			hangsUp(w)
			return
		}
		next := s.answers[0]
		s.answers = s.answers[1:]
		next(w)
	}))
	return s
}

func (s *script) serve(h http.Handler) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.heard = append(s.heard, r.Method+" "+r.URL.RequestURI())
		s.mu.Unlock()
		if got := r.Header.Get("Authorization"); got != "Bearer litmus_sk_test" {
			s.t.Errorf("Authorization %q, want the key", got)
		}
		h.ServeHTTP(w, r)
	}))
	s.t.Cleanup(server.Close)
	c, err := New(server.URL, "litmus_sk_test")
	if err != nil {
		s.t.Fatal(err)
	}
	c.jitter = func() float64 { return 1 }
	c.now = func() time.Time { return noon }
	c.sleep = func(ctx context.Context, d time.Duration) error {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.slept = append(s.slept, d)
		return ctx.Err()
	}
	s.Client = c
}

// want checks which requests the server got, in order.
func (s *script) want(requests ...string) {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if got, want := strings.Join(s.heard, "\n"), strings.Join(requests, "\n"); got != want {
		s.t.Errorf("the service got\n%s\nwant\n%s", got, want)
	}
	if len(s.answers) > 0 {
		s.t.Errorf("%d answers of the script were not requested", len(s.answers))
	}
}

func toJSON(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
