package calendar

import (
	"net/http"
	"strings"
	"testing"
)

func TestSource_hide(t *testing.T) {
	t.Parallel()
	s := Source{Username: "alice", Password: "p&ss/ word", ClientSecret: "cs", RefreshToken: "1//rt"}
	got := s.hide("p&ss/ word p%26ss%2F+word YWxpY2U6cCZzcy8gd29yZA== client_secret=cs&refresh_token=1%2F%2Frt alice")
	if want := "(secret) (secret) (secret) client_secret=(secret)&refresh_token=(secret) alice"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := (Source{}).hide("nothing"); got != "nothing" {
		t.Errorf("got %q", got)
	}
}

func TestNew(t *testing.T) {
	t.Parallel()
	for _, d := range []string{"", "exchange", "CalDAV"} {
		if _, err := New(d, Source{}, http.DefaultClient); err == nil ||
			!strings.Contains(err.Error(), "caldav, google, microsoft or ics") {
			t.Errorf("New(%q): %v", d, err)
		}
	}
	for _, d := range []string{"caldav", "ics"} {
		for address, want := range map[string]string{
			"":                               "must begin with https://",
			"cal.example/feed":               "must begin with https://",
			"file:///etc/passwd":             "must begin with https://",
			"https://alice:secret@x.example": "holds credentials",
			"https:///feed-secret":           "no host",
			"https://x.example/%zz-secret":   "no URL",
			"https:secret":                   "no host",
		} {
			_, err := New(d, Source{URL: address}, http.DefaultClient)
			if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret") {
				t.Errorf("%s of %q: %v, want …%s…", d, address, err, want)
			}
		}
		for _, address := range []string{"https://x.example/a", " HTTP://x.example ", "webcal://x.example/feed.ics"} {
			if _, err := New(d, Source{URL: address}, http.DefaultClient); err != nil {
				t.Errorf("%s of %q: %v", d, address, err)
			}
		}
	}
	if _, err := New("caldav", Source{URL: "https://x.example", Username: "a:b"}, http.DefaultClient); err == nil {
		t.Error("a username with a colon was accepted")
	}
}
