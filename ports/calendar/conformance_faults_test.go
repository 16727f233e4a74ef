package calendar

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"litmus/ports/outbound"
)

// lostAnswers loses the answer of the nth request and all that follow, for every n, which is what a crash after that
// request looks like. It then starts again with what was stored before.
func (d driver) lostAnswers(w *world) func(*testing.T) {
	return func(t *testing.T) {
		noticed := false
		for n := range 8 {
			uid := newUID()
			p, s := d.open(t, w)
			lose := func(i int, _ *http.Request) act {
				if i > n {
					return act{err: errLost}
				}
				return act{lost: i == n}
			}

			s.play(lose)
			noted, err := p.Put(t.Context(), interview(uid, 1), Held{})
			lost := err != nil
			if lost {
				if wantError(t, w, err).Fate != outbound.Retry {
					t.Fatalf("request %d: a lost answer must be tried again: %s", n, explain(err))
				}
				p, s = d.open(t, w)
				noted = mustPut(t, p, interview(uid, 1), Held{})
			}
			wantKept(t, w, interview(uid, 1))

			s.play(lose)
			if _, err = p.Put(t.Context(), interview(uid, 2), noted); err != nil {
				lost = true
				p, s = d.open(t, w)
				noted = mustPut(t, p, interview(uid, 2), noted)
			}
			wantKept(t, w, interview(uid, 2))

			s.play(lose)
			if err = p.Delete(t.Context(), uid, noted); err != nil {
				lost = true
				p, _ = d.open(t, w)
				if err := p.Delete(t.Context(), uid, noted); err != nil {
					t.Fatalf("request %d: %s", n, explain(err))
				}
			}
			wantNone(t, w, uid)
			noticed = noticed || lost
		}
		if !noticed {
			t.Error("no lost answer led to an error")
		}
	}
}

func (d driver) everySecond(w *world) func(*testing.T) {
	return func(t *testing.T) {
		uid := newUID()
		p, s := d.open(t, w)
		s.play(func(n int, _ *http.Request) act {
			if n%2 == 0 {
				return act{status: 503, body: "try later"}
			}
			return act{}
		})
		var held Held
		for n := 1; n <= 3; n++ {
			persist(t, func() error {
				h, err := p.Put(t.Context(), interview(uid, n), held)
				if err == nil { // after an error, what is stored does not change
					held = h
				}
				return err
			})
			wantKept(t, w, interview(uid, n))
		}
		persist(t, func() error { return p.Delete(t.Context(), uid, held) })
		wantNone(t, w, uid)
	}
}

// persist repeats f like the workflow, as long as the error says to try again.
func persist(t *testing.T, f func() error) {
	t.Helper()
	var err error
	for range 12 {
		if err = f(); err == nil {
			return
		}
		if e, ok := errors.AsType[*outbound.Failure](err); !ok || e.Fate != outbound.Retry {
			break
		}
	}
	t.Fatal(explain(err))
}

// wantedFate returns the expected outcome of an operation that gets this status.
func (w *world) wantedFate(operation string, status int) fate {
	if f, ok := w.fates[fmt.Sprint(operation, " ", status)]; ok {
		return f
	}
	return fateOf(operation, status)
}

func (d driver) statuses(w *world) func(*testing.T) {
	return func(t *testing.T) {
		uid := newUID()
		p, _ := d.open(t, w)
		held := mustPut(t, p, interview(uid, 1), Held{})
		for _, status := range []int{400, 401, 403, 404, 405, 408, 409, 410, 412, 413, 415, 422, 425, 429, 500, 501,
			502, 503, 504, 507} {
			body := "No. " + d.secrets(w) + " Ask admin@example.com or see https://example.com/help?token=abc\n" +
				strings.Repeat("very ", 400)
			for operation, call := range map[string]func(Provider) error{
				"put":    func(p Provider) error { _, err := p.Put(t.Context(), interview(uid, 2), held); return err },
				"delete": func(p Provider) error { return p.Delete(t.Context(), uid, held) },
				"busy": func(p Provider) error {
					_, err := p.Busy(t.Context(), begin, begin.AddDate(0, 0, 28), "")
					return err
				},
			} {
				p, s := d.open(t, w)
				s.play(always(status, http.Header{"Content-Type": {"text/plain"}}, body))
				err, want := call(p), w.wantedFate(operation, status)
				if n := s.requests(); n > 12 {
					t.Errorf("%s with status %d made %d requests", operation, status, n)
				}
				if want.done {
					if err != nil {
						t.Errorf("%s with status %d: got %s, want no error", operation, status, explain(err))
					}
					continue
				}
				if err == nil {
					t.Errorf("%s with status %d returned no error", operation, status)
					continue
				}
				if e := wantError(t, w, err); e.Fate != want.Fate {
					t.Errorf("%s with status %d: got %s, want fate %d", operation, status, explain(err), want.Fate)
				}
			}
		}
		wantKept(t, w, interview(uid, 1)) // the requests never reached the server
	}
}

// secrets returns the secrets of the world, which a server might echo.
func (d driver) secrets(w *world) string {
	return w.source.Password + " " + w.source.ClientSecret + " " + w.source.RefreshToken
}

func (d driver) delays(w *world) func(*testing.T) {
	return func(t *testing.T) {
		for _, status := range []int{429, 503} {
			p, s := d.open(t, w)
			s.play(always(status, http.Header{"Retry-After": {"37"}}, "slowly"))
			_, err := p.Put(t.Context(), interview(newUID(), 1), Held{})
			if e := wantError(t, w, err); e.Fate != outbound.Retry || e.After != 37*time.Second {
				t.Errorf("%d: got %s, want a delay of 37 seconds", status, explain(err))
			}
		}
	}
}

func (d driver) nonsense(w *world) func(*testing.T) {
	return func(t *testing.T) {
		for name, body := range map[string]string{
			"nothing":      "",
			"a login page": "<!doctype html><html><body>Please log in</body></html>",
			"half XML":     `<?xml version="1.0"?><D:multistatus xmlns:D="DAV:"><D:response>`,
			"half JSON":    `{"items":[{"id":"x"`,
			"bytes":        "\x00\xff\xfe\x80",
			"half a feed":  "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\n",
		} {
			for _, status := range []int{200, 207} {
				p, s := d.open(t, w)
				s.play(always(status, http.Header{"Content-Type": {"text/html"}}, body))
				b, err := p.Busy(t.Context(), begin, begin.AddDate(0, 0, 28), "")
				if err == nil {
					t.Errorf("%s with status %d gives %+v", name, status, b)
					continue
				}
				if e := wantError(t, w, err); e.Fate != outbound.Retry {
					t.Errorf("%s with status %d: got %s, want another try", name, status, explain(err))
				}
			}
		}
		p, s := d.open(t, w)
		s.play(func(int, *http.Request) act { return act{status: 200, endless: true} })
		if b, err := p.Busy(t.Context(), begin, begin.AddDate(0, 0, 28), ""); err == nil {
			t.Errorf("an endless answer gives %+v", b)
		}
	}
}

func (d driver) timeouts(w *world) func(*testing.T) {
	return func(t *testing.T) {
		uid := newUID()
		p, s := d.open(t, w)
		s.play(func(_ int, r *http.Request) act {
			<-r.Context().Done() // a server that never answers
			return act{err: r.Context().Err()}
		})
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		_, err := p.Put(ctx, interview(uid, 1), Held{})
		if e := wantError(t, w, err); e.Fate != outbound.Retry || !strings.HasSuffix(e.Code, "_timeout") {
			t.Errorf("got %s, want …_timeout and another try", explain(err))
		}
		s.play(func(int, *http.Request) act { return act{err: errLost} })
		_, err = p.Busy(t.Context(), begin, begin.AddDate(0, 0, 1), "")
		if e := wantError(t, w, err); e.Fate != outbound.Retry || !strings.HasSuffix(e.Code, "_connect") {
			t.Errorf("got %s, want …_connect and another try", explain(err))
		}
	}
}
