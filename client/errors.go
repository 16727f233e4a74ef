package client

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Kind says what sort of refusal an [Error] is (contract §7).
type Kind string

const (
	KindInvalid         Kind = "invalid"         // 400: correct the request
	KindUnauthenticated Kind = "unauthenticated" // 401: check the key, and whether the organization is approved
	KindForbidden       Kind = "forbidden"       // 403: the key lacks the scope that the message names
	KindNotFound        Kind = "not_found"       // 404: it is missing, or another organization's
	KindConflict        Kind = "conflict"        // 409: read the state again and choose; never repeat blindly
	KindTooLarge        Kind = "too_large"       // 413: the body has more than 1 MiB
	// 429: a limit is hit that lies far above honest use, or one of something between here and the service
	KindThrottled   Kind = "throttled"
	KindUnavailable Kind = "unavailable" // 502 to 504: with a replace, a notetaker that could not be dismissed
	KindInternal    Kind = "internal"    // any other 5xx
	KindUnexpected  Kind = "unexpected"  // no status of the interface
)

var kinds = map[int]Kind{
	http.StatusBadRequest: KindInvalid, http.StatusUnauthorized: KindUnauthenticated,
	http.StatusForbidden: KindForbidden, http.StatusNotFound: KindNotFound,
	http.StatusConflict: KindConflict, http.StatusRequestEntityTooLarge: KindTooLarge,
	http.StatusTooManyRequests: KindThrottled,
	http.StatusBadGateway:      KindUnavailable, http.StatusServiceUnavailable: KindUnavailable,
	http.StatusGatewayTimeout: KindUnavailable,
}

// Error is a refusal: the service, or something before it, answered with another status than the operation's success.
type Error struct {
	Request    string // method and path
	Status     int
	Kind       Kind
	Message    string        // the service's sentence, for a person; of an invite, one of the Invite… strings
	RequestID  string        // what the operator finds the request by; "" when the service did not answer
	RetryAfter time.Duration // what Retry-After asks for; 0 when it is not there
}

func (e *Error) Error() string {
	s := fmt.Sprintf("litmus: %s: %d %s", e.Request, e.Status, e.Message)
	if e.RequestID != "" {
		s += " (" + e.RequestID + ")"
	}
	return s
}

// KindOf is the kind of an [Error] that err is or wraps, "" when there is none.
func KindOf(err error) Kind {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Kind
	}
	return ""
}

func newError(about string, resp *http.Response, body []byte, now time.Time) *Error {
	e := &Error{Request: about, Status: resp.StatusCode, Kind: kinds[resp.StatusCode],
		RequestID: resp.Header.Get("X-Request-Id"), RetryAfter: retryAfter(resp.Header.Get("Retry-After"), now)}
	switch {
	case e.Kind != "":
	case e.Status >= 500:
		e.Kind = KindInternal
	default:
		e.Kind = KindUnexpected
	}
	var said struct {
		Error     string `json:"error"`
		RequestID string `json:"request_id"`
	}
	if json.Unmarshal(body, &said) == nil && said.Error != "" {
		e.Message = said.Error
		if e.RequestID == "" { // a proxy may take the header away
			e.RequestID = said.RequestID
		}
	} else { // not the service's, which always says why
		e.Message = http.StatusText(e.Status)
	}
	return e
}

// retryAfter reads the header, seconds or a date (RFC 9110, 10.2.3).
func retryAfter(value string, now time.Time) time.Duration {
	value = strings.TrimSpace(value)
	const most = uint64(math.MaxInt64 / time.Second)
	if seconds, err := strconv.ParseUint(value, 10, 64); err == nil || errors.Is(err, strconv.ErrRange) {
		return time.Duration(min(seconds, most)) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(at.Sub(now), 0)
	}
	return 0
}

// lostError says that no answer came, or not all of it: nobody knows what became of the request.
type lostError struct{ error }

func (e *lostError) Unwrap() error { return e.error }

// UncertainError says that the answer to a booking was lost and that it could not be read back: the booking may exist.
// List the interviews of its posting, round and candidate before anything else (contract §7).
type UncertainError struct {
	Booking  error // what became of the booking's request
	ReadBack error // why the interviews could not be read
}

func (e *UncertainError) Error() string {
	return fmt.Sprintf("the booking may have been made: its answer was lost (%v) and the interviews could not be "+
		"read (%v)", e.Booking, e.ReadBack)
}

// Unwrap returns both causes.
func (e *UncertainError) Unwrap() []error { return []error{e.Booking, e.ReadBack} }

// ErrLinkLost says that an external session was booked and that its answer was lost, and the candidate's link with it:
// no read shows it. Have a fresh one issued, or book again with ReplaceExisting.
var ErrLinkLost = errors.New("the external session was booked, and the answer with its candidate link was lost")
