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

// Kind is the kind of an [Error] (contract §7).
type Kind string

const (
	KindInvalid         Kind = "invalid"         // 400: correct the request
	KindUnauthenticated Kind = "unauthenticated" // 401: check the key, and whether the organization is approved
	KindForbidden       Kind = "forbidden"       // 403: the key lacks the scope that the message names
	KindNotFound        Kind = "not_found"       // 404: it does not exist, or belongs to another organization
	KindConflict        Kind = "conflict"        // 409: read the state again before you decide; never just repeat
	KindTooLarge        Kind = "too_large"       // 413: the body has more than 1 MiB
	KindThrottled       Kind = "throttled"       // 429: a limit was reached, of the service or of a proxy before it
	KindUnavailable     Kind = "unavailable"     // 502 to 504: in a replace, the notetaker could not be dismissed
	KindInternal        Kind = "internal"        // any other 5xx
	KindUnexpected      Kind = "unexpected"      // a status that the interface does not use
)

var kinds = map[int]Kind{
	http.StatusBadRequest: KindInvalid, http.StatusUnauthorized: KindUnauthenticated,
	http.StatusForbidden: KindForbidden, http.StatusNotFound: KindNotFound, http.StatusConflict: KindConflict,
	http.StatusRequestEntityTooLarge: KindTooLarge, http.StatusTooManyRequests: KindThrottled,
	http.StatusBadGateway: KindUnavailable, http.StatusServiceUnavailable: KindUnavailable,
	http.StatusGatewayTimeout: KindUnavailable,
}

// Error is an answer with another status than the operation's success, from the service or from a proxy before it.
type Error struct {
	Request    string // method and path
	Status     int
	Kind       Kind
	Message    string        // the service's message for people; for an invite, one of the Invite… constants
	RequestID  string        // identifies the request for the operator; "" if the service did not answer
	RetryAfter time.Duration // the header Retry-After; 0 if it is missing
}

func (e *Error) Error() string {
	s := fmt.Sprintf("litmus: %s: %d %s", e.Request, e.Status, e.Message)
	if e.RequestID != "" {
		s += " (" + e.RequestID + ")"
	}
	return s
}

// KindOf returns the kind of the [Error] that err is or wraps, or "" if there is none.
func KindOf(err error) Kind {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Kind
	}
	return ""
}

func newError(about string, resp *http.Response, body []byte, now time.Time) *Error {
	e := &Error{
		Request:    about,
		Status:     resp.StatusCode,
		Kind:       kinds[resp.StatusCode],
		RequestID:  resp.Header.Get("X-Request-Id"),
		RetryAfter: retryAfter(resp.Header.Get("Retry-After"), now),
	}
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
		if e.RequestID == "" { // a proxy may have removed the header
			e.RequestID = said.RequestID
		}
	} else { // not from the service, which always gives a message
		e.Message = http.StatusText(e.Status)
	}
	return e
}

// retryAfter parses the header, which is a number of seconds or a date (RFC 9110, 10.2.3).
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

// lostError means that no complete answer arrived, so that the outcome of the request is unknown.
type lostError struct{ error }

func (e *lostError) Unwrap() error { return e.error }

// UncertainError means that the answer to a booking was lost and that the interviews could not be read: the booking may
// exist. List the interviews of its posting, round and candidate before you do anything else (contract §7).
type UncertainError struct {
	Booking  error // the error of the booking request
	ReadBack error // the error of reading the interviews
}

func (e *UncertainError) Error() string {
	return fmt.Sprintf("the booking may have been made: its answer was lost (%v) and the interviews could not be "+
		"read (%v)", e.Booking, e.ReadBack)
}

// Unwrap returns both causes.
func (e *UncertainError) Unwrap() []error { return []error{e.Booking, e.ReadBack} }

// ErrLinkLost means that an external session was booked, but the answer with the candidate's link was lost, and no read
// returns the link. Have a new link issued, or book again with ReplaceExisting.
var ErrLinkLost = errors.New("the external session was booked, and the answer with its candidate link was lost")
