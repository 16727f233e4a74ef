package e2e

import (
	"regexp"
	"strings"
	"testing"
)

// signInLink is a link to sign in to the dashboard.
var signInLink = regexp.MustCompile(`http://\S+/dashboard/in/[0-9A-Za-z_-]+`)

// signsIn presses the button of a link to sign in, and returns the session's cookie.
func (s *Service) signsIn(t testing.TB, link string) string {
	t.Helper()
	s.Get(t, link).Want(200)
	r := s.Post(t, link, nil).Want(303)
	cookie, _, _ := strings.Cut(r.Header.Get("Set-Cookie"), ";")
	for _, set := range r.Header.Values("Set-Cookie") {
		if strings.HasPrefix(set, "litmus=") {
			cookie, _, _ = strings.Cut(set, ";")
		}
	}
	if to := r.Header.Get("Location"); to != "/dashboard" || !strings.HasPrefix(cookie, "litmus=") {
		t.Fatalf("it leads to %s with the cookie %q", to, cookie)
	}
	return cookie
}
