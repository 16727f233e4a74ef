package dashboard

import (
	"testing"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/dashboard/signin"
)

// TestKnownBrowser proves D6: what a browser keeps after a sign-in tells nobody the address, counts for that address
// alone, and cannot be made by somebody else.
func TestKnownBrowser(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.browser(t)
	r := b.post(w.link(ines)).leadsTo("/dashboard")
	name := "__Host-" + site.KnownCookieName
	value := b.cookies[name]
	var set string
	for _, one := range r.Header.Values("Set-Cookie") {
		if len(one) > len(name) && one[:len(name)] == name {
			set = one
		}
	}
	if want := name + "=" + value + "; Path=/; Max-Age=15552000; HttpOnly; Secure; SameSite=Lax"; set != want ||
		value == "" {
		t.Errorf("the cookie is %q, want %q", set, want)
	}
	knows := func(value, email string) bool {
		v := w.visitTo("/dashboard/signin")
		v.Header.Set("Cookie", name+"="+value)
		return signin.Knows(v, email)
	}
	b.post(w.link(mei)).leadsTo("/dashboard")
	both := b.cookies[name]
	for _, c := range []struct {
		about, value, email string
		want                bool
	}{
		{"the address that signed in", value, ines, true},
		{"another one", value, mei, false},
		{"the first of two", both, ines, true},
		{"the second of two", both, mei, true},
		{"a third", both, jonas, false},
		{"nothing", "", ines, false},
		{"a later time", "9" + value, ines, false},
		{"a mark of somebody else", value[:len(value)-1] + "_", mei, false},
		{"only tildes", "~~~~~~~~~~", ines, false},
	} {
		equal(t, c.about, knows(c.value, c.email), c.want)
	}
	w.at(noon.Add(4320*time.Hour - time.Second))
	if !knows(value, ines) {
		t.Error("it is forgotten too early")
	}
	w.at(noon.Add(4320 * time.Hour))
	if knows(value, ines) {
		t.Error("it is known for ever")
	}
	b.post("/dashboard/sign-out")
	if b.cookies[name] == "" {
		t.Error("who signs out is a stranger")
	}
}
