package models

import (
	"errors"
	"fmt"
	"time"
)

// Kind says what sort of refusal an [Error] is. Each door maps kinds to its own codes; REST does so in one table (§7).
type Kind int

const (
	Invalid         Kind = iota + 1 // the request is wrong in every state of the data: 400
	Unauthenticated                 // no valid credentials: 401
	Forbidden                       // valid credentials, missing scope: 403
	NotFound                        // missing, or outside the caller's organization: 404
	Conflict                        // the request is right, the state of the data is not: 409
	TooLarge                        // the body exceeds the limit: 413
	Unavailable                     // an outside service that the answer depends on failed: 502
	Throttled                       // one of the [Limits] is reached: 429
)

// Error is a refusal in words for an integrator: one sentence that names the field and the value and says what to do.
// It never holds SQL, a stack or another program's text. People read it in other words, see [About].
type Error struct {
	Kind       Kind
	Message    string
	RetryAfter time.Duration // when kind is [Throttled]: how long to wait before trying again
	Advice     Advice        // with which the message ends, 0 for none
	Fact       string        // the message without the advice; "" if there is none
	Refusal                  // what it is about, for doors that speak to people
}

func (e *Error) Error() string { return e.Message }

// Invalidf returns an [Error] of kind [Invalid].
func Invalidf(format string, args ...any) error { return errorf(Invalid, format, args...) }

// NotFoundf returns an [Error] of kind [NotFound].
func NotFoundf(format string, args ...any) error { return errorf(NotFound, format, args...) }

// Conflictf returns an [Error] of kind [Conflict].
func Conflictf(format string, args ...any) error { return errorf(Conflict, format, args...) }

// Unauthenticatedf returns an [Error] of kind [Unauthenticated].
func Unauthenticatedf(format string, args ...any) error {
	return errorf(Unauthenticated, format, args...)
}

// Forbiddenf returns an [Error] of kind [Forbidden].
func Forbiddenf(format string, args ...any) error { return errorf(Forbidden, format, args...) }

// TooLargef returns an [Error] of kind [TooLarge].
func TooLargef(format string, args ...any) error { return errorf(TooLarge, format, args...) }

// Unavailablef returns an [Error] of kind [Unavailable].
func Unavailablef(format string, args ...any) error { return errorf(Unavailable, format, args...) }

// Throttledf returns an [Error] of kind [Throttled]. The message has to name the limit.
func Throttledf(after time.Duration, format string, args ...any) error {
	return &Error{Kind: Throttled, Message: fmt.Sprintf(format, args...), RetryAfter: after}
}

func errorf(k Kind, format string, args ...any) error {
	return &Error{Kind: k, Message: fmt.Sprintf(format, args...)}
}

// KindOf returns the kind of the [Error] that err is or wraps, 0 if there is none.
func KindOf(err error) Kind {
	var e *Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return 0
}

// Quote shows a value of a request in an error message: quoted, with control characters and invalid UTF-8 escaped, and
// cut to at most 80 runes.
func Quote(s string) string {
	n, cut := 0, 0
	for i := range s { // each invalid byte counts as one rune
		if n++; n == 78 {
			cut = i
		}
		if n > 80 {
			return fmt.Sprintf("%q", s[:cut]+"...")
		}
	}
	return fmt.Sprintf("%q", s)
}
