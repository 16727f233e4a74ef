package api_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"litmus/models"
	"litmus/models/access"
	"litmus/models/act"
	"litmus/store/audit"
	"litmus/testdb"
	"litmus/testdb/worlds"
)

// guess sends a request from an address and returns the answer. It only checks that the answer is no 5xx.
func (w *world) guess(address, key string, headers ...string) *httptest.ResponseRecorder {
	w.T.Helper()
	r := worlds.Request("GET", worlds.Prefix+"/roles", "", append(headers, "Authorization", "Bearer "+key)...)
	r.RemoteAddr = address
	rec := httptest.NewRecorder()
	w.Handler.ServeHTTP(rec, r)
	if rec.Code >= 500 {
		w.T.Fatalf("%d %s", rec.Code, rec.Body)
	}
	return rec
}

// TestFailedAuthentications proves that an address that guesses keys, the same machine's too, is refused after
// 600 failures in a minute without looking up further keys. A hundred thousand guesses leave one audit row. A key that
// was valid before stays valid from that address.
func TestFailedAuthentications(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		w := open(t, url)
		never, err := access.NewKeySecret(strings.NewReader(strings.Repeat("never", 20)))
		w.Must(err)
		const here, neighbour = "127.0.0.1:4711", "[2001:db8:0:1::7]:4711"
		w.guess(here, w.Key)
		for n := range 600 {
			if a := w.guess(here, never); a.Code != http.StatusUnauthorized {
				t.Fatalf("guess %d: %d, want 401", n, a.Code)
			}
		}
		most := 0
		for range 300 {
			most = max(most, w.Statements(func() {
				if a := w.guess(here, never); a.Code != http.StatusTooManyRequests ||
					a.Header().Get("Retry-After") != "60" ||
					!strings.Contains(a.Body.String(), "more than 600 failed authentications") {
					t.Fatalf("%d %v %s, want 429 that names the limit, and when to come again",
						a.Code, a.Header(), a.Body)
				}
			}))
		}
		if most > 0 {
			t.Errorf("a refused guess takes %d queries, want none", most)
		}
		if a := w.guess(here, w.Key); a.Code != http.StatusOK {
			t.Errorf("a key that was let in before, from the same address: %d, want 200", a.Code)
		}
		if a := w.guess(neighbour, never); a.Code != http.StatusUnauthorized {
			t.Errorf("another address: %d, want 401", a.Code)
		}

		rows, err := w.Audit.Entries(ctx, audit.Filter{
			Address: w.Audit.AddressName(netip.MustParsePrefix("127.0.0.1/32")), Limit: 100})
		w.Must(err)
		total := 0
		for n, e := range rows { // newest first: where a later minute begins, its first request may be refused
			total += e.Count
			first := e.Status == http.StatusUnauthorized || e.Status == http.StatusTooManyRequests && n < len(rows)-1
			if e.KeyID != "" || !first || e.Route != worlds.Prefix+"/roles" || strings.Contains(fmt.Sprint(e), "127.0.0.1") {
				t.Errorf("audit row %+v, want the first of nobody's 401s, and no address", e)
			}
		}
		if total != 900 || len(rows) > 10 { // the test runs for some minutes at most
			t.Errorf("%d rows count %d failed authentications, want one a minute that count 900", len(rows), total)
		}
	})
}

// TestFailedAuthenticationsByNetwork: an IPv6 /64 network counts as one address, and X-Forwarded-For counts only if a
// trusted proxy wrote it.
func TestFailedAuthenticationsByNetwork(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t), func(s *worlds.Setup) {
		s.Limits = models.DefaultLimits()
		s.Limits.FailedAuthentications = 3
		s.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	})
	for n := range 3 {
		w.guess(fmt.Sprintf("[2001:db8:0:1::%d]:1", n), "x", "X-Forwarded-For", fmt.Sprintf("198.51.100.%d", n))
		w.guess("10.0.0.1:1", "x", "X-Forwarded-For", "192.0.2.9, 198.51.100.7")
	}
	for _, c := range []struct {
		peer, forwarded string
		want            int
	}{
		{"[2001:db8:0:1:ffff::]:1", "203.0.113.5", 429}, {"[2001:db8:0:2::1]:1", "", 401},
		{"10.0.0.2:1", "198.51.100.7", 429}, {"198.51.100.7:1", "", 429}, {"10.0.0.1:1", "198.51.100.8", 401},
		{"10.0.0.1:1", "", 401},
	} {
		if a := w.guess(c.peer, "x", "X-Forwarded-For", c.forwarded); a.Code != c.want {
			t.Errorf("from %s for %q: %d, want %d", c.peer, c.forwarded, a.Code, c.want)
		}
	}
}

// TestFailedAuthenticationsAreForgotten proves that the limit counts one minute: in the next one the address may try
// again.
func TestFailedAuthenticationsAreForgotten(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t), func(s *worlds.Setup) {
		s.Limits = models.DefaultLimits()
		s.Limits.FailedAuthentications = 1
	})
	revoked := w.NewKey(w.Ours.Organization, access.Scopes)
	for _, c := range []struct {
		what, key string
		seconds   int
		want      int
		retry     string
	}{
		{"a key that is let in", revoked, 0, 200, ""}, {"a wrong one", "x", 20, 401, ""}, {"again", "x", 20, 429, "40"},
		{"at the end of the minute", "x", 59, 429, "1"},
		{"the first that is let in", revoked, 59, 200, ""}, {"in the next minute", "x", 60, 401, ""},
	} {
		w.Advance(c.seconds)
		if a := w.guess("192.0.2.1:1", c.key); a.Code != c.want || a.Header().Get("Retry-After") != c.retry {
			t.Errorf("%s: %d, Retry-After %q; want %d and %q",
				c.what, a.Code, a.Header().Get("Retry-After"), c.want, c.retry)
		}
	}
	keys, err := w.Team.Keys(ctx, w.Ours.Organization)
	w.Must(err)
	w.Must(w.Team.RevokeKey(ctx, act.By{}, w.Ours.Organization, keys[len(keys)-1].ID))
	for n, want := range []int{401, 429} { // the cache has forgotten it
		if a := w.guess("203.0.113.1:1", revoked); a.Code != want {
			t.Errorf("a revoked key, time %d: %d, want %d", n+1, a.Code, want)
		}
	}
}
