package calendar

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// TestClean: what is kept of a provider's words is one line of at most 300 bytes, without addresses, URLs and credentials
// (decision 95).
func TestClean(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"":                                      "",
		" a \r\n\tb\x00 c\u202e ":               "a b c",
		"ask admin@example.com, or <bob@x.io>;": "ask (address), or <(address)>;",
		"see https://example.com/p?token=abc, HTTP://x/y": "see (url) (url)",
		"Authorization: Bearer abc.def-g":                 "Authorization: (credential)",
		"Basic YWxpY2U6c2VjcmV0":                          "(credential)",
		"bad \xff utf8":                                   "bad ? utf8",
	} {
		if got := clean(in); got != want {
			t.Errorf("clean(%q) is %q, want %q", in, got, want)
		}
	}
	for _, long := range []string{strings.Repeat("x", 1<<20), strings.Repeat("ü", 1000), strings.Repeat("a@b.example ", 1000)} {
		if got := clean(long); len(got) > maxText || !utf8.ValidString(got) || !strings.HasSuffix(got, "…") || strings.Contains(got, "@") {
			t.Errorf("%d bytes: %q", len(got), got)
		}
	}
}

func TestDelay(t *testing.T) {
	t.Parallel()
	now := time.Date(2031, 3, 4, 15, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		after, date string
		want        time.Duration
	}{
		{"", "", 0}, {"120", "", 2 * time.Minute}, {" 5 ", "", 5 * time.Second}, {"-1", "", 0}, {"1.5", "", 0}, {"soon", "", 0},
		{"Tue, 04 Mar 2031 15:02:00 GMT", "", 2 * time.Minute}, {"Tue, 04 Mar 2031 14:00:00 GMT", "", 0},
		{"Tue, 04 Mar 2031 17:02:00 GMT", "Tue, 04 Mar 2031 17:01:00 GMT", time.Minute}, // by the provider's clock
		{"4000000000", "", maxDelay}, {"99999999999999999999999", "", 0}, {"Tue, 04 Mar 2099 15:02:00 GMT", "", maxDelay},
	} {
		h := http.Header{"Retry-After": {c.after}}
		if c.date != "" {
			h.Set("Date", c.date)
		}
		if got := delay(h, now); got != c.want {
			t.Errorf("Retry-After %q at %q: got %s, want %s", c.after, c.date, got, c.want)
		}
	}
}

type forbidden struct{}

func (forbidden) Error() string   { return "10.0.0.1 is private" }
func (forbidden) Forbidden() bool { return true }

func TestUnreachable(t *testing.T) {
	t.Parallel()
	wrap := func(err error) error {
		return &url.Error{Op: "Get", URL: "https://u:secret@feeds.example/private-token/x.ics", Err: fmt.Errorf("dial: %w", err)}
	}
	for _, c := range []struct {
		err  error
		code string
		fate Fate
	}{
		{wrap(io.EOF), "x_connect", Retry}, {wrap(context.DeadlineExceeded), "x_timeout", Retry}, {wrap(context.Canceled), "x_canceled", Retry},
		{wrap(forbidden{}), "x_address", GiveUp}, {errors.New("odd"), "x_connect", Retry},
	} {
		e := unreachable("x", c.err)
		if e.Code != c.code || e.Fate != c.fate || e.Error() != c.code {
			t.Errorf("%v: got %s, want %s with fate %d", c.err, explain(e), c.code, c.fate)
		}
		if strings.Contains(e.Text, "secret") || strings.Contains(e.Text, "private-token") {
			t.Errorf("%q tells where", e.Text)
		}
	}
}

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
		if _, err := New(d, Source{}, http.DefaultClient); err == nil || !strings.Contains(err.Error(), "caldav, google, microsoft or ics") {
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
		t.Error("a username with a colon is fine")
	}
}
