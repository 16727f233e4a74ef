package turnstile_test

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"testing"
	"time"

	"litmus/models"
	"litmus/turnstile"
)

var noon = time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC)

// sender is a body whose parts arrive after pauses of the test's clock.
type sender struct {
	now   *time.Time
	pause time.Duration
	parts []int         // their bytes
	reads chan struct{} // is told of each part that is waited for; nil for nobody
	rest  chan struct{} // until it is closed nothing arrives; nil: everything does
}

func (s *sender) Close() error { return nil }

func (s *sender) Read(p []byte) (int, error) {
	if s.reads != nil {
		s.reads <- struct{}{}
	}
	if s.rest != nil {
		<-s.rest
	}
	if len(s.parts) == 0 {
		return 0, io.EOF
	}
	*s.now = s.now.Add(s.pause)
	n := min(s.parts[0], len(p))
	if s.parts[0] -= n; s.parts[0] == 0 {
		s.parts = s.parts[1:]
	}
	return n, nil
}

// connection records the deadlines that are set, in seconds after noon.
type connection struct {
	*httptest.ResponseRecorder
	deadlines []int
}

func (c *connection) SetReadDeadline(at time.Time) error {
	c.deadlines = append(c.deadlines, int(at.Sub(noon).Seconds()))
	return nil
}

// A sender who sends little is given up after ten seconds, one who goes on after a minute at the latest.
func TestBodiesProgress(t *testing.T) {
	t.Parallel()
	const large = 100 << 10
	for _, c := range []struct {
		name  string
		pause time.Duration
		parts []int
		want  []int // deadlines
	}{
		{"all at once", 0, []int{100}, []int{10, 10, 60}},
		{"drop by drop", 3 * time.Second, []int{1, 1, 1}, []int{10, 10, 10, 10, 60}},
		{"much in each part", 8 * time.Second, []int{8 << 10, 8 << 10, 8 << 10}, []int{10, 18, 26, 34, 60}},
		{"for too long", 9 * time.Second, slices.Repeat([]int{8 << 10}, 6), []int{10, 19, 28, 37, 46, 55, 60}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			now := noon
			w := &connection{ResponseRecorder: httptest.NewRecorder()}
			r := httptest.NewRequest("POST", "/", &sender{now: &now, pause: c.pause, parts: slices.Clone(c.parts)})
			r.ContentLength = large
			size := 0
			turnstile.NewBodies(1, nil, func() time.Time { return now }).Handler(
				http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
					body, err := io.ReadAll(r.Body)
					if size = len(body); err != nil {
						t.Error(err)
					}
				})).ServeHTTP(w, r)
			if got := w.deadlines[:len(c.want)]; !slices.Equal(got, c.want) {
				t.Errorf("the deadlines are %v, want %v", w.deadlines, c.want)
			}
			if want := sum(c.parts); size != want {
				t.Errorf("%d bytes were read, want %d", size, want)
			}
		})
	}
}

func sum(parts []int) (n int) {
	for _, p := range parts {
		n += p
	}
	return n
}

// The time in which nobody reads is not the sender's: a request may wait for a place with its body half read.
func TestBodiesUnread(t *testing.T) {
	t.Parallel()
	now := noon
	w := &connection{ResponseRecorder: httptest.NewRecorder()}
	r := httptest.NewRequest("POST", "/", &sender{now: &now, pause: 3 * time.Second, parts: []int{64 << 10, 100, 100}})
	r.ContentLength = 100 << 10
	turnstile.NewBodies(1, nil, func() time.Time { return now }).Handler(
		http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			_, _ = io.CopyN(io.Discard, r.Body, 64<<10+100) // until the 6th second
			now = now.Add(15 * time.Second)
			_, _ = io.CopyN(io.Discard, r.Body, 100)
		})).ServeHTTP(w, r)
	if got := w.deadlines[len(w.deadlines)-2:]; !slices.Equal(got, []int{13, 28}) {
		t.Errorf("the last deadlines are %v, want 13 and 28 seconds", w.deadlines)
	}
}

// A page that has a place for a body may allow it less time.
func TestBodiesArriveBy(t *testing.T) {
	t.Parallel()
	now := noon
	w := &connection{ResponseRecorder: httptest.NewRecorder()}
	r := httptest.NewRequest("POST", "/", &sender{now: &now, parts: []int{64 << 10, 100, 100}})
	turnstile.NewBodies(1, nil, func() time.Time { return now }).Handler(
		http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			turnstile.ArriveBy(w, r, noon.Add(4*time.Second))
			_, _ = io.CopyN(io.Discard, r.Body, 64<<10+100)
			turnstile.ArriveBy(w, r, time.Time{})
			_, _ = io.CopyN(io.Discard, r.Body, 100)
		})).ServeHTTP(w, r)
	if got := w.deadlines[len(w.deadlines)-2:]; !slices.Equal(got, []int{4, 10}) {
		t.Errorf("the last deadlines are %v, want 4 and 10 seconds", w.deadlines)
	}
}

// Of one address few bodies are waited for at a time. Where a proxy is trusted, the address is the one that it names;
// an address that may be a proxy's is not counted.
func TestBodiesAtOnce(t *testing.T) {
	t.Parallel()
	proxy := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	for _, c := range []struct {
		name             string
		trusted          []netip.Prefix
		peer, forwarded  string
		others           string // another client's peer
		otherForwarded   string
		counted          bool
		neighbourCounted bool
	}{
		{"a peer", nil, "203.0.113.1:1", "", "203.0.113.2:1", "", true, false},
		{"a network of IPv6", nil, "[2001:db8::1]:1", "", "[2001:db8::2]:1", "", true, true},
		{"behind a proxy", proxy, "10.0.0.1:1", "203.0.113.1", "10.0.0.1:1", "203.0.113.2", true, false},
		{"a proxy that nobody named", nil, "10.0.0.1:1", "203.0.113.1", "10.0.0.1:1", "", false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			now := noon
			got := make(chan error, 1)
			h := turnstile.NewBodies(2, c.trusted, func() time.Time { return noon }).Handler(
				http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
					_, err := io.ReadAll(r.Body)
					got <- err
				}))
			send := func(peer, forwarded string, body io.Reader) *connection {
				w := &connection{ResponseRecorder: httptest.NewRecorder()}
				r := httptest.NewRequest("POST", "/", body)
				r.RemoteAddr = peer
				if forwarded != "" {
					r.Header.Set("X-Forwarded-For", forwarded)
				}
				h.ServeHTTP(w, r)
				return w
			}
			rest, reads := make(chan struct{}), make(chan struct{})
			for range 2 {
				go send(c.peer, c.forwarded, &sender{now: &now, rest: rest, reads: reads})
				<-reads
			}
			refused := func(peer, forwarded string, want bool) {
				t.Helper()
				w := send(peer, forwarded, bytes.NewReader([]byte("whole")))
				err := <-got
				if (models.KindOf(err) == models.Throttled) != want || !want && err != nil {
					t.Errorf("a body of %s %s ends with %v, refused should be %t", peer, forwarded, err, want)
				}
				if closes := w.Header().Get("Connection") == "close"; closes != want {
					t.Errorf("the connection of %s is closed: %t", peer, closes)
				}
			}
			refused(c.peer, c.forwarded, c.counted)
			refused(c.others, c.otherForwarded, c.neighbourCounted)
			close(rest)
			for range 2 {
				if err := <-got; err != nil {
					t.Error(err)
				}
			}
			refused(c.peer, c.forwarded, false)
		})
	}
}
