package meeting

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"litmus/ports/outbound"
)

// world is a provider's server. It exists until the test ends.
type world struct {
	value  string // of LITMUS_MEETING
	source Source
	count  func(key string) int          // number of meetings with the key; nil if there is no server
	at     func(key string) time.Time    // start of the meeting with the key
	remove func(t *testing.T, id string) // deletes a meeting by hand
	spares func(*http.Request) bool      // requests that the script leaves alone, such as those for tokens
}

var drivers = map[string]func(t *testing.T) *world{
	"jitsi": func(*testing.T) *world {
		return &world{value: "jitsi=https://meet.example.org/rooms/",
			source: Source{Secret: []byte(strings.Repeat("s", 32))}}
	},
	"zoom": startZoom,
}

// script plays faults of a network. act decides about each request, counted from 0.
type script struct {
	spares func(*http.Request) bool
	mu     sync.Mutex
	n      int
	act    func(n int, r *http.Request) (status int, lost bool)
}

var errLost = errors.New("connection reset by the suite")

func (s *script) RoundTrip(r *http.Request) (*http.Response, error) {
	if s.spares != nil && s.spares(r) {
		return http.DefaultTransport.RoundTrip(r)
	}
	s.mu.Lock()
	status, lost := 0, false
	if s.act != nil {
		status, lost = s.act(s.n, r)
	}
	s.n++
	s.mu.Unlock()
	if status != 0 {
		return &http.Response{
			StatusCode: status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: http.Header{}, Request: r,
			Body: io.NopCloser(strings.NewReader("no, says admin@example.com")),
		}, nil
	}
	resp, err := http.DefaultTransport.RoundTrip(r)
	if err == nil && lost {
		_, _ = io.Copy(io.Discard, resp.Body)
		_ = resp.Body.Close()
		return nil, errLost
	}
	return resp, err
}

func (s *script) play(act func(n int, r *http.Request) (int, bool)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.n, s.act = 0, act
}

func (w *world) open(t *testing.T) (Provider, *script) {
	t.Helper()
	s := &script{spares: w.spares}
	p, err := New(w.value, w.source, &http.Client{Transport: s})
	if err != nil {
		t.Fatal(err)
	}
	return p, s
}

var serial atomic.Int32

func newKey() string { return fmt.Sprintf("int_%04d", serial.Add(1)) }

// interview returns the suite's interview at revision n. Each revision has another time.
func interview(key string, n int) Meeting {
	return Meeting{
		Key: key, Title: fmt.Sprintf("Interview %d", n), Zone: "Europe/Berlin",
		Start: time.Date(2031, 3, 4+n, 15, 30, 0, 0, time.UTC), Duration: 45 * time.Minute,
	}
}

func explain(err error) string {
	if e, ok := errors.AsType[*outbound.Failure](err); ok {
		return fmt.Sprintf("%s (fate %d, after %s): %s", e.Code, e.Fate, e.After, e.Text)
	}
	return fmt.Sprintf("%T %v", err, err)
}

// wantError fails unless err is an [*outbound.Failure] that is safe to store and show.
func wantError(t *testing.T, w *world, err error) *outbound.Failure {
	t.Helper()
	e, ok := errors.AsType[*outbound.Failure](err)
	if !ok {
		t.Fatalf("got %s, want an *outbound.Failure", explain(err))
	}
	if len(e.Text) > outbound.MaxWords || strings.ContainsAny(e.Text+e.Code, "\r\n@") ||
		strings.Contains(e.Text, "://") {
		t.Errorf("not safe to store: %s", explain(err))
	}
	for _, secret := range []string{w.source.ClientSecret, w.source.AccountID, "eyJ"} {
		if secret != "" && strings.Contains(e.Text+e.Error(), secret) {
			t.Errorf("shows a secret: %s", explain(err))
		}
	}
	return e
}

func mustMake(t *testing.T, p Provider, m Meeting) Made {
	t.Helper()
	made, err := p.Make(t.Context(), m)
	if err != nil {
		t.Fatal(explain(err))
	}
	if u, err := url.Parse(made.Link); made.ID == "" || err != nil || u.Scheme != "https" || u.Host == "" {
		t.Fatalf("made %+v", made)
	}
	return made
}

// wantOne fails unless exactly one meeting has m's key, at m's time.
func (w *world) wantOne(t *testing.T, m Meeting) {
	t.Helper()
	if w.count == nil {
		return
	}
	if n := w.count(m.Key); n != 1 {
		t.Fatalf("%d meetings, want exactly 1", n)
	}
	if got := w.at(m.Key); !got.Equal(m.Start) {
		t.Errorf("it is at %s, want %s", got, m.Start)
	}
}

func (w *world) wantNone(t *testing.T, key string) {
	t.Helper()
	if w.count != nil && w.count(key) != 0 {
		t.Fatalf("%d meetings, want none", w.count(key))
	}
}

func mustMove(t *testing.T, p Provider, was Made, m Meeting) Made {
	t.Helper()
	made, err := p.Move(t.Context(), was, m)
	if err != nil {
		t.Fatal(explain(err))
	}
	return made
}

func mustDelete(t *testing.T, p Provider, key string, was Made) {
	t.Helper()
	if err := p.Delete(t.Context(), key, was); err != nil {
		t.Fatal(explain(err))
	}
}

// takesBack deletes the meeting, and fails unless there is none.
func (w *world) takesBack(t *testing.T, p Provider, key string, was Made) {
	t.Helper()
	mustDelete(t, p, key, was)
	w.wantNone(t, key)
}

// TestConformance checks what all drivers that make links have in common.
func TestConformance(t *testing.T) {
	t.Parallel()
	for name, start := range drivers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := start(t)
			t.Run("an interview's life has one link", func(t *testing.T) {
				p, _ := w.open(t)
				key := newKey()
				made := mustMake(t, p, interview(key, 1))
				w.wantOne(t, interview(key, 1))
				for n := 2; n <= 6; n++ {
					again, err := p.Move(t.Context(), made, interview(key, n))
					if err != nil || again != made {
						t.Fatalf("revision %d: %+v, was %+v: %s", n, again, made, explain(err))
					}
					w.wantOne(t, interview(key, n))
				}
				for range 2 {
					w.takesBack(t, p, key, made)
				}
			})
			t.Run("Make in another process or later returns the same meeting", func(t *testing.T) {
				p, _ := w.open(t)
				key := newKey()
				made := mustMake(t, p, interview(key, 1))
				q, _ := w.open(t)
				if again := mustMake(t, q, interview(key, 1)); again != made {
					t.Errorf("%+v, was %+v", again, made)
				}
				if again := mustMake(t, q, interview(key, 2)); again != made {
					t.Errorf("%+v, was %+v", again, made)
				}
				w.wantOne(t, interview(key, 2))
				if again, err := q.Move(t.Context(), Made{}, interview(key, 3)); err != nil || again != made {
					t.Errorf("without the stored data: %+v, was %+v: %s", again, made, explain(err))
				}
				w.takesBack(t, p, key, Made{})
			})
			t.Run("links differ and cannot be guessed from one another", func(t *testing.T) {
				p, _ := w.open(t)
				a, b := mustMake(t, p, interview(newKey(), 1)), mustMake(t, p, interview(newKey(), 1))
				if a.Link == b.Link || strings.Contains(a.Link, "int_") {
					t.Errorf("%q and %q", a.Link, b.Link)
				}
			})
			t.Run("a meeting that somebody deleted is made again when it moves", func(t *testing.T) {
				p, _ := w.open(t)
				key := newKey()
				made := mustMake(t, p, interview(key, 1))
				if w.remove != nil {
					w.remove(t, made.ID)
				}
				made, err := p.Move(t.Context(), made, interview(key, 2))
				if err != nil || made.Link == "" {
					t.Errorf("%+v: %s", made, explain(err))
				}
				w.wantOne(t, interview(key, 2))
				if w.remove != nil {
					w.remove(t, made.ID)
				}
				mustDelete(t, p, key, made)
			})
			t.Run("Delete of a meeting that never existed", func(t *testing.T) {
				p, _ := w.open(t)
				mustDelete(t, p, newKey(), Made{})
			})
			t.Run("a meeting without a key is refused", func(t *testing.T) {
				p, _ := w.open(t)
				_, err := p.Make(t.Context(), interview("", 1))
				if wantError(t, w, err).Fate != outbound.GiveUp {
					t.Error(explain(err))
				}
			})
			t.Run("a lost answer of any request leaves one meeting, and none after Delete", func(t *testing.T) {
				for n := range 6 {
					key := newKey()
					p, s := w.open(t)
					lose := func(i int, _ *http.Request) (int, bool) { return 0, i == n }
					s.play(lose)
					made, err := p.Make(t.Context(), interview(key, 1))
					if err != nil {
						if wantError(t, w, err).Fate != outbound.Retry {
							t.Fatal(explain(err))
						}
						p, s = w.open(t)
						made = mustMake(t, p, interview(key, 1))
					}
					w.wantOne(t, interview(key, 1))
					s.play(lose)
					if _, err = p.Move(t.Context(), made, interview(key, 2)); err != nil {
						p, s = w.open(t)
						made = mustMove(t, p, made, interview(key, 2))
					}
					w.wantOne(t, interview(key, 2))
					s.play(lose)
					if err = p.Delete(t.Context(), key, made); err != nil {
						p, _ = w.open(t)
						mustDelete(t, p, key, made)
					}
					w.wantNone(t, key)
				}
			})
			t.Run("every operation succeeds on a server that fails every second call", func(t *testing.T) {
				p, s := w.open(t)
				key := newKey()
				s.play(func(n int, _ *http.Request) (int, bool) { return 503 * (1 - n%2), false })
				made := mustMake(t, p, interview(key, 1))
				made = mustMove(t, p, made, interview(key, 2))
				w.wantOne(t, interview(key, 2))
				w.takesBack(t, p, key, made)
			})
			t.Run("every status has its outcome, as outbound has it", func(t *testing.T) {
				if w.count == nil {
					t.Skip("asks no server")
				}
				for _, status := range []int{302, 400, 401, 403, 404, 408, 409, 410, 412, 422, 425, 429, 500,
					502, 503, 504} {
					p, s := w.open(t)
					s.play(func(int, *http.Request) (int, bool) { return status, false })
					want := outbound.Refused("", &http.Response{StatusCode: status}, "").Fate
					_, err := p.Make(t.Context(), interview(newKey(), 1))
					if e := wantError(t, w, err); e.Fate != want {
						t.Errorf("Make with status %d: %s", status, explain(err))
					}
					if err = p.Delete(t.Context(), "x", Made{ID: "1"}); status == 404 || status == 410 {
						if err != nil {
							t.Errorf("Delete meeting %d: %s", status, explain(err))
						}
					} else if e := wantError(t, w, err); e.Fate != want {
						t.Errorf("Delete meeting %d: %s", status, explain(err))
					}
				}
			})
			t.Run("a timeout is reported", func(t *testing.T) {
				if w.count == nil {
					t.Skip("asks no server")
				}
				p, _ := w.open(t)
				ctx, cancel := context.WithTimeout(t.Context(), time.Nanosecond)
				defer cancel()
				<-ctx.Done()
				_, err := p.Make(ctx, interview(newKey(), 1))
				if e := wantError(t, w, err); e.Fate != outbound.Retry || !strings.HasSuffix(e.Code, "_timeout") {
					t.Error(explain(err))
				}
			})
			t.Run("concurrent calls", func(t *testing.T) {
				p, _ := w.open(t)
				var all sync.WaitGroup
				var links sync.Map
				for range 8 {
					key := newKey()
					all.Go(func() {
						made, err := p.Make(t.Context(), interview(key, 1))
						if _, twice := links.LoadOrStore(made.Link, key); err != nil || twice {
							t.Errorf("%+v %s", made, explain(err))
						}
					})
				}
				all.Wait()
			})
		})
	}
}
