package meeting

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
)

func TestNew(t *testing.T) {
	t.Parallel()
	full := Source{Secret: []byte(strings.Repeat("s", 32)), AccountID: "a", ClientID: "c", ClientSecret: "hidden"}
	for _, value := range []string{"none", " none ", "jitsi=https://meet.example.org",
		"jitsi=https://meet.example.org:8443/x/", "jitsi=http://127.0.0.1:8000", "zoom"} {
		if p, err := New(value, full, http.DefaultClient); err != nil || p == nil {
			t.Errorf("%q: %v", value, err)
		}
	}
	for _, value := range []string{
		"", "meet", "none=", "zoom=https://zoom.us", "jitsi", "jitsi=", "jitsi=meet.example.org", "jitsi=ftp://x",
		"jitsi=https://", "jitsi=javascript:alert(1)", "jitsi=https://me:pw@meet.example.org",
		"jitsi=https://meet.example.org/?a=b",
		"jitsi=https://meet.example.org/#x", "jitsi=https://meet.example.org/" + strings.Repeat("x", 2000),
	} {
		_, err := New(value, full, http.DefaultClient)
		if err == nil || !strings.Contains(err.Error(), "LITMUS_MEETING") || strings.Contains(err.Error(), "\n") ||
			len(err.Error()) > 250 {
			t.Errorf("%q: %v", value, err)
		}
	}
	for name, spoil := range map[string]func(*Source){
		"LITMUS_ZOOM_ACCOUNT_ID":    func(s *Source) { s.AccountID = "" },
		"LITMUS_ZOOM_CLIENT_ID":     func(s *Source) { s.ClientID = " " },
		"LITMUS_ZOOM_CLIENT_SECRET": func(s *Source) { s.ClientSecret = "" },
		"address":                   func(s *Source) { s.API = "zoom.us" },
	} {
		s := full
		spoil(&s)
		if _, err := New("zoom", s, http.DefaultClient); err == nil || !strings.Contains(err.Error(), name) ||
			strings.Contains(err.Error(), "hidden") {
			t.Errorf("without a valid %s: %v", name, err)
		}
	}
	short := full
	short.Secret = short.Secret[:31]
	if _, err := New("jitsi=https://meet.example.org", short, http.DefaultClient); err == nil ||
		strings.Contains(err.Error(), "sss") {
		t.Errorf("a short secret: %v", err)
	}
}

func TestNone(t *testing.T) {
	t.Parallel()
	p := mustNew(t, "none", Source{})
	if made, err := p.Make(t.Context(), interview("k", 1)); err != nil || made != (Made{}) {
		t.Errorf("%+v %v", made, err)
	}
	if made, err := p.Move(t.Context(), Made{"1", "https://x"}, interview("k", 1)); err != nil || made != (Made{}) {
		t.Errorf("%+v %v", made, err)
	}
	if err := p.Delete(t.Context(), "k", Made{}); err != nil {
		t.Error(err)
	}
}

func TestJitsi(t *testing.T) {
	t.Parallel()
	open := func(base, secret string) Provider {
		return mustNew(t, "jitsi="+base, Source{Secret: []byte(strings.Repeat(secret, 32))})
	}
	a := mustMake(t, open("https://meet.example.org/", "a"), interview("int_1", 1))
	if !regexp.MustCompile(`^https://meet\.example\.org/[a-z2-7]{32}$`).MatchString(a.Link) { // 160 bits
		t.Errorf("link %q", a.Link)
	}
	if b := mustMake(t, open("https://meet.example.org", "a"), interview("int_1", 2)); b != a {
		t.Errorf("the same interview has %q and %q", a.Link, b.Link)
	}
	if b := mustMake(t, open("https://meet.example.org", "b"), interview("int_1", 1)); b.ID == a.ID {
		t.Error("another secret gives the same room")
	}
	if b, err := open("https://new.example.org", "b").Move(t.Context(), a, interview("int_1", 2)); err != nil ||
		b != a {
		t.Errorf("people have the link %q, and Move returned %q", a.Link, b.Link)
	}
}
