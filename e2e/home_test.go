package e2e

import (
	"net/http"
	"slices"
	"testing"
)

// The first page of the service leads people and programs on, and has safe headers.
func TestFirstPageLeadsOn(t *testing.T) {
	t.Parallel()
	s := Shared(t)
	r := s.Do(t, "GET", "/", nil).Want(200)
	for name, want := range map[string]string{"Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store",
		"Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff", "X-Robots-Tag": "noindex, nofollow"} {
		if got := r.Header.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	s.Do(t, http.MethodPost, "/", nil).WantError(404)

	t.Run("in a browser", func(t *testing.T) {
		v := s.Visitor(t)
		v.Open(s.API+"/").Want(200, "Litmus", "open the link of your newest email").Looks("home")
		links := ask[[]string](v, "list the links", "[...document.querySelectorAll('a')].map(a => a.href)")
		for _, path := range []string{"/dashboard", "/docs", "/healthz", "/readyz", "/openapi.json"} {
			if !slices.Contains(links, s.API+path) {
				t.Errorf("it does not lead to %s, but to %q", path, links)
			}
		}
	})
}
