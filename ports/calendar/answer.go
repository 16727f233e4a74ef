package calendar

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
)

const (
	maxText  = 300            // bytes of a provider's words that are kept
	maxDelay = 24 * time.Hour // a provider that asks for more is asked again after this
)

// refused makes an [Error] of an answer's status, as a driver does when the provider's own words say nothing better:
// prefix_status, words for its Text, the delay of its Retry-After.
//
//   - 401 is Revoked;
//   - 408, 409, 412, 423, 425, 429 and 5xx are Retry: what collided or was too early may go well next time;
//   - every other status is GiveUp.
func refused(prefix string, r *http.Response, words string) *Error {
	e := &Error{Fate: GiveUp, Code: fmt.Sprintf("%s_%d", prefix, r.StatusCode), Text: clean(words)}
	switch s := r.StatusCode; {
	case s == http.StatusUnauthorized:
		e.Fate = Revoked
	case s == http.StatusRequestTimeout, s == http.StatusConflict, s == http.StatusPreconditionFailed, s == http.StatusLocked,
		s == http.StatusTooEarly, s == http.StatusTooManyRequests, s >= 500:
		e.Fate, e.After = Retry, delay(r.Header, time.Now())
	}
	return e
}

// unreachable makes an [Error] of a request that got no answer, or whose answer broke off: prefix_timeout,
// prefix_canceled (the caller gave up), prefix_address (the client may not call that address: GiveUp), prefix_connect.
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

// garbage makes an [Error] of an answer that makes no sense. It is worth another try: a portal or a broken proxy may
// have given it.
func garbage(prefix, words string) *Error {
	return &Error{Fate: Retry, Code: prefix + "_garbage", Text: clean(words)}
}

// take reads an answer whole and closes it. More than limit bytes are garbage.
func take(prefix string, r *http.Response, limit int64) ([]byte, error) {
	defer r.Body.Close()
	b, err := io.ReadAll(io.LimitReader(r.Body, limit+1))
	switch {
	case err != nil:
		return nil, unreachable(prefix, err)
	case int64(len(b)) > limit:
		return nil, &Error{Fate: Retry, Code: prefix + "_too_large", Text: fmt.Sprintf("the answer has more than %d bytes", limit)}
	}
	return b, nil
}

// delay is what a Retry-After asks for: seconds or a date (RFC 9110 10.2.3), at most a day, 0 for none.
func delay(h http.Header, now time.Time) time.Duration {
	v := strings.TrimSpace(h.Get("Retry-After"))
	if v == "" {
		return 0
	}
	var d time.Duration
	if n, err := strconv.ParseUint(v, 10, 32); err == nil {
		d = min(time.Duration(n), maxDelay/time.Second) * time.Second
	} else if at, err := http.ParseTime(v); err == nil {
		if sent, err := http.ParseTime(h.Get("Date")); err == nil { // the provider's own clock
			now = sent
		}
		d = at.Sub(now)
	}
	return max(0, min(d, maxDelay))
}

var (
	addressWord = regexp.MustCompile(`[^\s<>"'(),:;=]+@[^\s<>"'(),:;=]+`)
	urlWord     = regexp.MustCompile(`(?i)\b[a-z][a-z0-9+.-]*://[^\s<>"']+`)
	tokenWord   = regexp.MustCompile(`(?i)\b(bearer|basic)\s+[a-z0-9._~+/=-]+`)
)

// clean makes a provider's words fit to be kept: one line, no address, URL or credential, bounded (decision 95).
func clean(s string) string {
	if len(s) > 8*maxText {
		s = s[:8*maxText]
	}
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "?"))
	s = urlWord.ReplaceAllString(s, "(url)")
	s = tokenWord.ReplaceAllString(s, "(credential)")
	s = strings.Join(strings.Fields(addressWord.ReplaceAllString(s, "(address)")), " ")
	if len(s) <= maxText {
		return s
	}
	s = s[:maxText-len("…")]
	return strings.ToValidUTF8(s, "") + "…"
}
