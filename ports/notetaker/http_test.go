package notetaker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"litmus/ports/outbound"
)

// other is the other side of PROTOCOL.md.
type other struct {
	url string

	mu       sync.Mutex
	sessions map[string]session // by notetaker id
	byID     map[string]string
	made     int
	answer   http.HandlerFunc // if not nil, answers instead
	requests int
}

func newOther(t *testing.T) *other {
	o := &other{sessions: map[string]session{}, byID: map[string]string{}}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /api/sessions", func(w http.ResponseWriter, r *http.Request) {
		var s session
		_ = json.NewDecoder(r.Body).Decode(&s)
		id, ok := o.byID[s.ID]
		if !ok {
			o.made++
			id = fmt.Sprintf("nt_%d", o.made)
			o.byID[s.ID] = id
			w.WriteHeader(http.StatusCreated)
		}
		o.sessions[id] = s
		fmt.Fprintf(w, `{"notetaker_id":%q}`, id)
	})
	mux.HandleFunc("DELETE /api/sessions/{id}", func(w http.ResponseWriter, r *http.Request) {
		s, ok := o.sessions[r.PathValue("id")]
		if !ok {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		delete(o.sessions, r.PathValue("id"))
		delete(o.byID, s.ID)
		w.WriteHeader(http.StatusNoContent)
	})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.requests++
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(strings.NewReader(string(body)))
		if err := Verify(secret, r.Header.Get(Header), r.Method, r.RequestURI, body, time.Now()); err != nil {
			w.WriteHeader(http.StatusUnauthorized)
			fmt.Fprintf(w, `{"error":%q}`, err.Error())
			return
		}
		if o.answer != nil {
			o.answer(w, r)
			return
		}
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	o.url = s.URL + "/api/"
	return o
}

func (o *other) open(t *testing.T) Provider {
	t.Helper()
	p, err := New("http="+o.url, secret, http.DefaultClient)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func interview(n int) Session {
	return Session{
		ID: "int_1", Link: "https://meet.example.org/abc", Start: time.Date(2031, 3, 4+n, 15, 30, 0, 0, time.UTC),
		Duration: 45 * time.Minute, Callback: "https://litmus.example/notetaker/callbacks",
	}
}

func wantError(t *testing.T, err error) *outbound.Failure {
	t.Helper()
	e, ok := errors.AsType[*outbound.Failure](err)
	if !ok {
		t.Fatalf("got %T %v, want an *outbound.Failure", err, err)
	}
	if len(e.Text) > outbound.MaxWords || strings.ContainsAny(e.Text, "\r\n@") || strings.Contains(e.Text, "://") ||
		strings.Contains(e.Text, string(secret)) {
		t.Errorf("not safe to store: %s %q", e.Code, e.Text)
	}
	return e
}

// failsAs fails unless err has this fate and code.
func failsAs(t *testing.T, err error, fate outbound.Fate, code string) {
	t.Helper()
	if e := wantError(t, err); e.Fate != fate || e.Code != code {
		t.Errorf("got %s with fate %d, want %s with fate %d", e.Code, e.Fate, code, fate)
	}
}

func TestHTTP(t *testing.T) {
	t.Parallel()
	t.Run("an interview has one notetaker", func(t *testing.T) {
		t.Parallel()
		o := newOther(t)
		p := o.open(t)
		first, err := p.Invite(t.Context(), interview(1))
		if err != nil || first == "" {
			t.Fatal(first, err)
		}
		for n := 1; n < 4; n++ { // a lost answer, new times
			if id, err := o.open(t).Invite(t.Context(), interview(n)); err != nil || id != first {
				t.Errorf("%q %v, was %q", id, err, first)
			}
		}
		if got, want := o.sessions[first], (session{"int_1", "https://meet.example.org/abc", "2031-03-07T15:30:00.000Z",
			45, "https://litmus.example/notetaker/callbacks"}); got != want || len(o.sessions) != 1 {
			t.Errorf("got %+v, want %+v", got, want)
		}
		for range 2 {
			if err := p.Dismiss(t.Context(), first); err != nil || len(o.sessions) != 0 {
				t.Errorf("%v, %d left", err, len(o.sessions))
			}
		}
		if id, err := p.Invite(t.Context(), interview(4)); err != nil || id == "" || len(o.sessions) != 1 {
			// invited again
			t.Errorf("%q %v", id, err)
		}
	})
	t.Run("another secret is refused", func(t *testing.T) {
		t.Parallel()
		p, err := New("http="+newOther(t).url, []byte(strings.Repeat("x", 32)), http.DefaultClient)
		if err != nil {
			t.Fatal(err)
		}
		_, err = p.Invite(t.Context(), interview(1))
		if e := wantError(t, err); e.Fate != outbound.Revoked || e.Code != "notetaker_401" ||
			e.Text != ErrForged.Error() {
			t.Errorf("%s %q", e.Code, e.Text)
		}
	})
	t.Run("every status has its outcome, as outbound has it", func(t *testing.T) {
		t.Parallel()
		for _, status := range []int{300, 302, 307, 400, 401, 403, 404, 405, 408, 409, 410, 412, 413, 415, 422, 423,
			425, 429, 500, 502, 503, 504} {
			o := newOther(t)
			o.answer = func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Retry-After", "7")
				w.Header().Set("Location", "/elsewhere")
				w.WriteHeader(status)
				fmt.Fprintf(w, `{"error":"no, %s, ask\nadmin@example.com at https://example.com %s"}`, secret,
					strings.Repeat("x ", 400))
			}
			answer := &http.Response{StatusCode: status, Header: http.Header{"Retry-After": {"7"}}}
			want := outbound.Refused("", answer, "")
			_, err := o.open(t).Invite(t.Context(), interview(1))
			if e := wantError(t, err); e.Fate != want.Fate || e.After != want.After {
				t.Errorf("Invite with status %d: %s, fate %d after %s", status, e.Code, e.Fate, e.After)
			}
			err = o.open(t).Dismiss(t.Context(), "nt_1")
			if status == 404 || status == 410 {
				if err != nil {
					t.Errorf("Dismiss with status %d: %v", status, err)
				}
			} else if e := wantError(t, err); e.Fate != want.Fate {
				t.Errorf("Dismiss with status %d: %s, fate %d", status, e.Code, e.Fate)
			}
			if o.requests != 2 {
				t.Errorf("%d: %d requests", status, o.requests)
			}
		}
	})
	t.Run("a senseless answer is an error", func(t *testing.T) {
		t.Parallel()
		for _, body := range []string{
			"",
			"null",
			"[]",
			"{}",
			"<html>",
			`{"notetaker_id":7}`,
			`{"notetaker_id":""}`,
			`{"notetaker_id":".."}`,
			`{"notetaker_id":"../x"}`,
			`{"notetaker_id":"a b"}`,
			`{"notetaker_id":"` + strings.Repeat("x", 201) + `"}`,
			strings.Repeat("x", maxAnswer+1),
		} {
			o := newOther(t)
			o.answer = func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, body) }
			id, err := o.open(t).Invite(t.Context(), interview(1))
			if e := wantError(t, err); e.Fate != outbound.Retry || id != "" {
				t.Errorf("%.40q: %q %s", body, id, e.Code)
			}
		}
	})
	t.Run("an invalid id is not sent", func(t *testing.T) {
		t.Parallel()
		o := newOther(t)
		for _, id := range []string{"", "..", "a/b", "a?b", "a\nb"} {
			if e := wantError(t, o.open(t).Dismiss(t.Context(), id)); e.Fate != outbound.GiveUp {
				t.Errorf("%q: %s", id, e.Code)
			}
		}
		s := interview(1)
		s.ID = ""
		_, err := o.open(t).Invite(t.Context(), s)
		if e := wantError(t, err); e.Fate != outbound.GiveUp || o.requests != 0 {
			t.Errorf("%s, %d requests", e.Code, o.requests)
		}
	})
	t.Run("timeouts and broken connections are reported", func(t *testing.T) {
		t.Parallel()
		o := newOther(t)
		ctx, cancel := context.WithTimeout(t.Context(), time.Nanosecond)
		defer cancel()
		<-ctx.Done()
		failsAs(t, o.open(t).Dismiss(ctx, "nt_1"), outbound.Retry, "notetaker_timeout")
		ctx, cancel = context.WithCancel(t.Context())
		cancel()
		failsAs(t, o.open(t).Dismiss(ctx, "nt_1"), outbound.Retry, "notetaker_canceled")
		o.answer = func(w http.ResponseWriter, _ *http.Request) {
			c, _, _ := w.(http.Hijacker).Hijack()
			_ = c.Close()
		}
		failsAs(t, o.open(t).Dismiss(t.Context(), "nt_1"), outbound.Retry, "notetaker_connect")
	})
}

func TestNew(t *testing.T) {
	t.Parallel()
	for _, value := range []string{"none", " none", "http=https://notes.example.org",
		"http=http://127.0.0.1:9000/api/"} {
		if p, err := New(value, secret, http.DefaultClient); err != nil || p == nil {
			t.Errorf("%q: %v", value, err)
		}
	}
	for _, value := range []string{"", "yes", "none=", "http", "http=", "http=notes.example.org", "http=ftp://x",
		"http=https://", "http=https://a:b@x", "http=https://x/?q", "http=https://x/#f", "https=https://x"} {
		if _, err := New(value, secret, http.DefaultClient); err == nil ||
			!strings.Contains(err.Error(), "LITMUS_NOTETAKER") {
			t.Errorf("%q: %v", value, err)
		}
	}
	if _, err := New("http=https://notes.example.org", secret[:31], http.DefaultClient); err == nil ||
		!strings.Contains(err.Error(), "LITMUS_NOTETAKER_SECRET") ||
		strings.Contains(err.Error(), string(secret[:31])) {
		t.Errorf("a short secret: %v", err)
	}
	p, _ := New("none", nil, nil)
	if id, err := p.Invite(t.Context(), interview(1)); id != "" || err != nil {
		t.Errorf("%q %v", id, err)
	}
	if err := p.Dismiss(t.Context(), "x"); err != nil {
		t.Error(err)
	}
}
