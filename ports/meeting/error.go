package meeting

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// Fate is what a failure means for what was tried.
type Fate int

const (
	Retry   Fate = iota // try again later, not before After
	GiveUp              // it will not work until somebody changes something
	Revoked             // GiveUp, and no meeting can be made at all: credentials refused
)

// Error is a provider's refusal.
type Error struct {
	Fate  Fate
	Code  string        // for histories, logs and tables: zoom_429, zoom_404_3001, zoom_timeout (decision 95)
	Text  string        // the provider's words, at most 300 bytes on one line, without addresses or credentials: for operators only
	After time.Duration // the delay that the provider asked for, at most a day, 0 for none
}

func (e *Error) Error() string { return e.Code }

const (
	maxText  = 300            // bytes of a provider's words that are kept
	maxDelay = 24 * time.Hour // a provider that asks for more is asked again after this
)

// unreachable makes an [Error] of a request that got no answer, or whose answer broke off.
func unreachable(prefix string, err error) *Error {
	forbidden, isForbidden := errors.AsType[interface {
		error
		Forbidden() bool
	}](err)
	timeout, isNet := errors.AsType[net.Error](err)
	text := err.Error()
	if u, ok := errors.AsType[*url.Error](err); ok { // its own words hold the whole URL
		text = u.Err.Error()
	}
	e := &Error{Fate: Retry, Code: prefix + "_connect", Text: clean(text)}
	switch {
	case isForbidden && forbidden.Forbidden():
		e.Fate, e.Code = GiveUp, prefix+"_address"
	case errors.Is(err, context.Canceled):
		e.Code = prefix + "_canceled"
	case errors.Is(err, context.DeadlineExceeded), isNet && timeout.Timeout():
		e.Code = prefix + "_timeout"
	}
	return e
}

// garbage makes an [Error] of an answer that makes no sense, which another try may mend.
func garbage(prefix, words string) *Error {
	return &Error{Fate: Retry, Code: prefix + "_garbage", Text: clean(words)}
}

// delay is what a Retry-After asks for: seconds or a date (RFC 9110 10.2.3), or an instant as Zoom writes it (RFC 3339).
func delay(h http.Header, now time.Time) time.Duration {
	v := strings.TrimSpace(h.Get("Retry-After"))
	var d time.Duration
	if n, err := strconv.ParseUint(v, 10, 32); err == nil {
		d = min(time.Duration(n), maxDelay/time.Second) * time.Second
	} else if at, err := http.ParseTime(v); err == nil {
		d = at.Sub(sent(h, now))
	} else if at, err := time.Parse(time.RFC3339, v); err == nil {
		d = at.Sub(sent(h, now))
	}
	return max(0, min(d, maxDelay))
}

// sent is when an answer was given by the provider's own clock, now if it does not say.
func sent(h http.Header, now time.Time) time.Time {
	if at, err := http.ParseTime(h.Get("Date")); err == nil {
		return at
	}
	return now
}

var (
	addressWord = regexp.MustCompile(`[^\s<>"'(),:;=]+@[^\s<>"'(),:;=]+`)
	urlWord     = regexp.MustCompile(`(?i)\b[a-z][a-z0-9+.-]*://[^\s<>"']+`)
	tokenWord   = regexp.MustCompile(`(?i)\b(bearer|basic)\s+[a-z0-9._~+/=-]+`)
)

// clean makes a provider's words fit to be kept: one line, no address, URL or credential, bounded (decision 95).
func clean(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s[:min(len(s), 8*maxText)], "?"))
	s = urlWord.ReplaceAllString(s, "(url)")
	s = tokenWord.ReplaceAllString(s, "(credential)")
	s = strings.Join(strings.Fields(addressWord.ReplaceAllString(s, "(address)")), " ")
	if len(s) > maxText {
		s = strings.ToValidUTF8(s[:maxText-len("…")], "") + "…"
	}
	return s
}
