package outbound

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

// Fate is what a failure means for what was tried.
type Fate int

const (
	Retry     Fate = iota // try again later, not before After
	GiveUp                // it will not work until somebody changes something
	Revoked               // as GiveUp, and nothing works with these credentials any more
	Uncertain             // it may have been done, and nobody can tell: whether to try again depends on what it was
)

// Failure is why a call to another server, a provider's or a mail server, did not do what it was for. Every port fails
// with it, so that callers decide what to do next in one way.
type Failure struct {
	Fate   Fate
	Status int           // of the HTTP answer that was a refusal, else 0
	Code   string        // for histories, logs and tables: caldav_503, google_403_rateLimitExceeded
	Text   string        // the server's words without addresses and of bounded length: for operators only
	After  time.Duration // the delay that the server asked for, at most a day, 0 for none
	Cause  error         // the error of the context if that ended the call and the port says so, else nil
}

func (f *Failure) Error() string { return f.Code }

// Unwrap returns Cause.
func (f *Failure) Unwrap() error { return f.Cause }

const (
	MaxWords = 300 // bytes of a provider's words that are kept

	maxDelay = 24 * time.Hour // a provider that asks for more is asked again after this
)

// Refused makes a [Failure] of an answer's status, for a driver whose provider says nothing more exact. Its Code is
// prefix_status, its Text is words, and its After is the Retry-After of the answer. Its Fate follows from the status:
//
//   - below 400 it is that of [Garbage], since such an answer was not expected;
//   - 401 is Revoked;
//   - 408, 409, 412, 423, 425, 429 and 5xx are Retry: the next attempt may succeed;
//   - every other status is GiveUp.
func Refused(prefix string, r *http.Response, words string) *Failure {
	f := &Failure{
		Fate: GiveUp, Status: r.StatusCode, Code: fmt.Sprintf("%s_%d", prefix, r.StatusCode), Text: Clean(words),
	}
	switch s := r.StatusCode; {
	case s < 400:
		f = Garbage(prefix, fmt.Sprintf("status %d was not expected", s))
		f.Status = s
	case s == http.StatusUnauthorized:
		f.Fate = Revoked
	case s == http.StatusRequestTimeout, s == http.StatusConflict, s == http.StatusPreconditionFailed,
		s == http.StatusLocked, s == http.StatusTooEarly, s == http.StatusTooManyRequests, s >= 500:
		f.Fate, f.After = Retry, Delay(r.Header, time.Now())
	}
	return f
}

// Unreachable makes a [Failure] of a request that got no answer, or whose answer broke off: prefix_timeout,
// prefix_canceled (the caller gave up), prefix_address (that address may not be called: GiveUp), prefix_connect.
func Unreachable(prefix string, err error) *Failure {
	timeout, isNet := errors.AsType[net.Error](err)
	text := err.Error()
	if u, ok := errors.AsType[*url.Error](err); ok { // its own words hold the whole URL
		text = u.Err.Error()
	}
	f := &Failure{Fate: Retry, Code: prefix + "_connect", Text: Clean(text)}
	own, isOwn := errors.AsType[*Error](err)
	switch {
	case isOwn && own.Forbidden():
		f.Fate, f.Code, f.Text = GiveUp, prefix+"_address", Clean(own.Reason)
	case errors.Is(err, context.Canceled):
		f.Code = prefix + "_canceled"
	case errors.Is(err, context.DeadlineExceeded), isNet && timeout.Timeout():
		f.Code = prefix + "_timeout"
	}
	return f
}

// Garbage makes a [Failure] of an answer that makes no sense. It is worth another try: a portal or a broken proxy may
// have given it.
func Garbage(prefix, words string) *Failure {
	return &Failure{Fate: Retry, Code: prefix + "_garbage", Text: Clean(words)}
}

// Impossible makes a [Failure] of a request that cannot even be made: prefix_invalid.
func Impossible(prefix, words string) *Failure {
	return &Failure{Fate: GiveUp, Code: prefix + "_invalid", Text: words}
}

// Take reads an answer whole and closes it. The error is a [Failure]; more than limit bytes are prefix_too_large.
func Take(prefix string, r *http.Response, limit int64) ([]byte, error) {
	defer r.Body.Close()
	b, err := io.ReadAll(io.LimitReader(r.Body, limit+1))
	switch {
	case err != nil:
		return nil, Unreachable(prefix, err)
	case int64(len(b)) > limit:
		return nil, &Failure{Fate: Retry, Code: prefix + "_too_large",
			Text: fmt.Sprintf("the answer has more than %d bytes", limit)}
	}
	return b, nil
}

// Delay is what an answer's Retry-After asks for, at most a day, 0 for none: seconds or a date (RFC 9110 10.2.3), or an
// instant as Zoom writes it (RFC 3339).
func Delay(h http.Header, now time.Time) time.Duration {
	v := strings.TrimSpace(h.Get("Retry-After"))
	var d time.Duration
	if n, err := strconv.ParseUint(v, 10, 32); err == nil {
		d = min(time.Duration(n), maxDelay/time.Second) * time.Second
	} else if at, err := http.ParseTime(v); err == nil {
		d = at.Sub(Sent(h, now))
	} else if at, err := time.Parse(time.RFC3339, v); err == nil {
		d = at.Sub(Sent(h, now))
	}
	return max(0, min(d, maxDelay))
}

// Sent is when an answer was given by the provider's own clock, now if it does not say.
func Sent(h http.Header, now time.Time) time.Time {
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

// Clean makes a provider's words fit to be kept: one line of at most [MaxWords] bytes, without addresses, URLs and
// credentials.
func Clean(words string) string {
	s := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(words[:min(len(words), 8*MaxWords)], "?"))
	s = urlWord.ReplaceAllString(s, "(url)")
	s = tokenWord.ReplaceAllString(s, "(credential)")
	s = strings.Join(strings.Fields(addressWord.ReplaceAllString(s, "(address)")), " ")
	if len(s) > MaxWords {
		s = strings.ToValidUTF8(s[:MaxWords-len("…")], "") + "…"
	}
	return s
}
