package calendar

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"litmus/ports/outbound"
)

// granted returns the source and the token endpoint of both drivers that use grants, each with its fake.
func granted(t *testing.T) map[string]struct {
	source Source
	tokens *tokenFake
} {
	g, m := newGoogleFake(t), newGraphFake(t)
	return map[string]struct {
		source Source
		tokens *tokenFake
	}{"google": {g.source(), g.tokens}, "microsoft": {m.source(), m.tokens}}
}

func anyBusy(ctx context.Context, p Provider) error {
	_, err := p.Busy(ctx, begin, begin.AddDate(0, 0, 7), "")
	return err
}

func mustNew(t *testing.T, driver string, s Source) Provider {
	t.Helper()
	p, err := New(driver, s, http.DefaultClient)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestGrant(t *testing.T) {
	t.Parallel()
	for driver, w := range granted(t) {
		t.Run(driver, func(t *testing.T) {
			t.Parallel()
			t.Run("concurrent calls exchange the token once", func(t *testing.T) {
				p := mustNew(t, driver, w.source)
				w.tokens.slow = make(chan struct{})
				before := w.tokens.exchanges()
				var started, done sync.WaitGroup
				var failed atomic.Int32
				for range 20 {
					started.Add(1)
					done.Go(func() {
						started.Done()
						if anyBusy(t.Context(), p) != nil {
							failed.Add(1)
						}
					})
				}
				started.Wait()
				close(w.tokens.slow)
				done.Wait()
				w.tokens.slow = nil
				if n := w.tokens.exchanges() - before; n != 1 || failed.Load() != 0 {
					t.Errorf("%d exchanges, %d failures", n, failed.Load())
				}
			})
			t.Run("a call that waits for an exchange can be canceled", func(t *testing.T) {
				p := mustNew(t, driver, w.source)
				release := make(chan struct{})
				w.tokens.slow = release
				var first sync.WaitGroup
				first.Go(func() { _ = anyBusy(t.Context(), p) })
				ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
				defer cancel()
				err := anyBusy(ctx, p)
				close(release)
				first.Wait()
				w.tokens.slow = nil
				if e, ok := errors.AsType[*outbound.Failure](err); !ok || e.Fate != outbound.Retry ||
					!strings.HasSuffix(e.Code, "_token_timeout") {
					t.Errorf("got %s", explain(err))
				}
			})
			t.Run("an expired token is exchanged and the call is repeated", func(t *testing.T) {
				p := mustNew(t, driver, w.source)
				if err := anyBusy(t.Context(), p); err != nil {
					t.Fatal(explain(err))
				}
				w.tokens.revoke()
				if err := anyBusy(t.Context(), p); err != nil {
					t.Error(explain(err))
				}
			})
		})
	}
}

func TestGrantRefused(t *testing.T) {
	t.Parallel()
	for driver, w := range granted(t) {
		for _, c := range []struct {
			name   string
			status int
			header map[string]string
			body   string
			fate   outbound.Fate
			code   string // after the driver's prefix
			after  time.Duration
		}{
			{name: "revoked", status: 400,
				body: `{"error":"invalid_grant","error_description":"Token has been expired or revoked. SECRETS"}`,
				fate: outbound.Revoked, code: "_token_400_invalid_grant"},
			{name: "wrong secret", status: 401, body: `{"error":"invalid_client","error_description":"Unauthorized"}`,
				fate: outbound.Revoked, code: "_token_401_invalid_client"},
			{name: "needs the owner", status: 400,
				body: `{"error":"interaction_required","error_description":"AADSTS50076"}`, fate: outbound.Revoked,
				code: "_token_400_interaction_required"},
			{name: "malformed", status: 400,
				body: `{"error":"invalid_request","error_description":"Missing parameter"}`, fate: outbound.GiveUp,
				code: "_token_400_invalid_request"},
			{name: "slow down, as 400", status: 400, header: map[string]string{"Retry-After": "12"},
				body: `{"error":"slow_down"}`, fate: outbound.Retry, code: "_token_400_slow_down",
				after: 12 * time.Second},
			{name: "down", status: 503, header: map[string]string{"Retry-After": "7"}, body: `<html>`,
				fate: outbound.Retry, code: "_token_503", after: 7 * time.Second},
			{name: "a login page", status: 200, body: `<html>Log in SECRETS</html>`, fate: outbound.Retry,
				code: "_token_garbage"},
			{name: "no token", status: 200, body: `{"token_type":"Bearer"}`, fate: outbound.Retry,
				code: "_token_garbage"},
		} {
			t.Run(driver+" "+c.name, func(t *testing.T) {
				s := w.source
				asked := 0
				login := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
					asked++
					for k, v := range c.header {
						rw.Header().Set(k, v)
					}
					rw.Header().Set("Content-Type", "application/json")
					rw.WriteHeader(c.status)
					fmt.Fprint(rw, strings.ReplaceAll(c.body, "SECRETS", s.ClientSecret+" "+s.RefreshToken))
				}))
				defer login.Close()
				s.Login = login.URL + "/token"
				err := anyBusy(t.Context(), mustNew(t, driver, s))
				e := wantError(t, &world{source: s}, err)
				prefix := map[string]string{"google": "google", "microsoft": "graph"}[driver]
				if e.Fate != c.fate || e.Code != prefix+c.code || e.After != c.after {
					t.Errorf("got %s", explain(err))
				}
				if asked != 1 {
					t.Errorf("%d requests: the client's secret must be sent to one place, once", asked)
				}
			})
		}
	}
}

func TestGrantRotates(t *testing.T) {
	t.Parallel()
	f := newGraphFake(t)
	var told []string
	s := f.source()
	first := s.RefreshToken
	s.Rotated = func(_ context.Context, refresh string) { told = append(told, refresh) }
	p := mustNew(t, "microsoft", s)
	for range 2 {
		if err := anyBusy(t.Context(), p); err != nil {
			t.Fatal(explain(err))
		}
		f.tokens.revoke()
	}
	if len(told) != 2 || told[0] == first || told[1] == told[0] || told[1] != f.tokens.refresh {
		t.Fatalf("Rotated got %q, the last token is %q", told, f.tokens.refresh)
	}
	delete(f.tokens.older, first) // it has expired after 90 days
	s.RefreshToken = told[1]
	if err := anyBusy(t.Context(), mustNew(t, "microsoft", s)); err != nil {
		t.Errorf("the token that Rotated got does not work: %s", explain(err))
	}
	s.RefreshToken = first
	err := anyBusy(t.Context(), mustNew(t, "microsoft", s))
	if e := wantError(t, &world{source: s}, err); e.Fate != outbound.Revoked {
		t.Errorf("got %s", explain(err))
	}
}

func TestGrantedSource(t *testing.T) {
	t.Parallel()
	for driver, w := range granted(t) {
		for name, spoil := range map[string]func(*Source){
			"client_id":     func(s *Source) { s.ClientID = "" },
			"refresh_token": func(s *Source) { s.RefreshToken = " " },
			"address":       func(s *Source) { s.API = "ftp://x" },
			"http":          func(s *Source) { s.Login = "login.example/token" },
		} {
			s := w.source
			spoil(&s)
			_, err := New(driver, s, http.DefaultClient)
			if err == nil || !strings.Contains(err.Error(), name) || strings.Contains(err.Error(), "secret") {
				t.Errorf("%s without a valid %s: %v", driver, name, err)
			}
		}
	}
}
