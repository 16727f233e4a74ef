package notetaker

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
	Revoked             // GiveUp, and nothing will work at all: the notetaker does not accept our signature
)

// Error is a notetaker's refusal.
type Error struct {
	Fate  Fate
	Code  string        // for histories, logs and tables: notetaker_429, notetaker_timeout (decision 95)
	Text  string        // the notetaker's words, at most 300 bytes on one line, without addresses or credentials: for operators only
	After time.Duration // the delay that the notetaker asked for, at most a day, 0 for none
}

func (e *Error) Error() string { return e.Code }

const (
	maxWords = 300            // bytes of a notetaker's words that are kept
	maxDelay = 24 * time.Hour // a notetaker that asks for more is asked again after this
)

// unreachable makes an [Error] of a request that got no answer, or whose answer broke off.
func unreachable(err error) *Error {
	forbidden, isForbidden := errors.AsType[interface {
		error
		Forbidden() bool
	}](err)
	timeout, isNet := errors.AsType[net.Error](err)
	text := err.Error()
	if u, ok := errors.AsType[*url.Error](err); ok { // its own words hold the whole URL
		text = u.Err.Error()
	}
	e := &Error{Fate: Retry, Code: "notetaker_connect", Text: clean(text)}
	switch {
	case isForbidden && forbidden.Forbidden():
		e.Fate, e.Code = GiveUp, "notetaker_address"
	case errors.Is(err, context.Canceled):
		e.Code = "notetaker_canceled"
	case errors.Is(err, context.DeadlineExceeded), isNet && timeout.Timeout():
		e.Code = "notetaker_timeout"
	}
	return e
}

// garbage makes an [Error] of an answer that makes no sense, which another try may mend.
func garbage(words string) *Error {
	return &Error{Fate: Retry, Code: "notetaker_garbage", Text: clean(words)}
}

// delay is what a Retry-After asks for: seconds or a date (RFC 9110 10.2.3), at most a day, 0 for none.
func delay(h http.Header, now time.Time) time.Duration {
	v := strings.TrimSpace(h.Get("Retry-After"))
	var d time.Duration
	if n, err := strconv.ParseUint(v, 10, 32); err == nil {
		d = min(time.Duration(n), maxDelay/time.Second) * time.Second
	} else if at, err := http.ParseTime(v); err == nil {
		d = at.Sub(sent(h, now))
	}
	return max(0, min(d, maxDelay))
}

// sent is when an answer was given by the notetaker's own clock, now if it does not say.
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

// clean makes a notetaker's words fit to be kept: one line, no address, URL or credential, bounded (decision 95).
func clean(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s[:min(len(s), 8*maxWords)], "?"))
	s = urlWord.ReplaceAllString(s, "(url)")
	s = tokenWord.ReplaceAllString(s, "(credential)")
	s = strings.Join(strings.Fields(addressWord.ReplaceAllString(s, "(address)")), " ")
	if len(s) > maxWords {
		s = strings.ToValidUTF8(s[:maxWords-len("…")], "") + "…"
	}
	return s
}
