package outbound

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
)

// TestClean: what is kept of a provider's words is one line of at most 300 bytes, without addresses, URLs and
// credentials.
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
		if got := Clean(in); got != want {
			t.Errorf("Clean(%q) is %q, want %q", in, got, want)
		}
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]Fate{200: Retry, 302: Retry, 400: GiveUp, 401: Revoked, 403: GiveUp, 404: GiveUp,
		408: Retry, 409: Retry, 412: Retry, 422: GiveUp, 423: Retry, 425: Retry, 429: Retry, 500: Retry, 503: Retry} {
		f := Refused("x", &http.Response{StatusCode: status, Header: http.Header{"Retry-After": {"7"}}}, "words")
		after := time.Duration(0)
		if want == Retry && status >= 400 {
			after = 7 * time.Second
		}
		if f.Fate != want || f.Status != status || f.After != after {
			t.Errorf("%d: got %+v, want fate %d after %s", status, f, want, after)
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
		{"", "", 0}, {"120", "", 2 * time.Minute}, {" 5 ", "", 5 * time.Second}, {"-1", "", 0}, {"1.5", "", 0},
		{"soon", "", 0},
		{"Tue, 04 Mar 2031 15:02:00 GMT", "", 2 * time.Minute}, {"Tue, 04 Mar 2031 14:00:00 GMT", "", 0},
		{"Tue, 04 Mar 2031 17:02:00 GMT", "Tue, 04 Mar 2031 17:01:00 GMT", time.Minute}, // by the provider's clock
		{"4000000000", "", maxDelay}, {"99999999999999999999999", "", 0},
		{"Tue, 04 Mar 2099 15:02:00 GMT", "", maxDelay},
	} {
		h := http.Header{"Retry-After": {c.after}}
		if c.date != "" {
			h.Set("Date", c.date)
		}
		if got := Delay(h, now); got != c.want {
			t.Errorf("Retry-After %q at %q: got %s, want %s", c.after, c.date, got, c.want)
		}
	}
}

func TestUnreachable(t *testing.T) {
	t.Parallel()
	wrap := func(err error) error {
		return &url.Error{Op: "Get", URL: "https://u:secret@feeds.example/private-token/x.ics",
			Err: fmt.Errorf("dial: %w", err)}
	}
	for _, c := range []struct {
		err  error
		code string
		fate Fate
	}{
		{wrap(io.EOF), "x_connect", Retry}, {wrap(context.DeadlineExceeded), "x_timeout", Retry},
		{wrap(context.Canceled), "x_canceled", Retry},
		{wrap(forbid("10.0.0.1 is private")), "x_address", GiveUp}, {errors.New("odd"), "x_connect", Retry},
	} {
		e := Unreachable("x", c.err)
		if e.Code != c.code || e.Fate != c.fate || e.Error() != c.code {
			t.Errorf("%v: got %s, want %s with fate %d, not %d", c.err, e.Code, c.code, c.fate, e.Fate)
		}
		if strings.Contains(e.Text, "secret") || strings.Contains(e.Text, "private-token") {
			t.Errorf("%q tells where", e.Text)
		}
	}
}
