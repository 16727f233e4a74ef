package outbound

import "errors"

// Error says why a call was not made, or why the reading of its answer was stopped. It reaches the caller inside the
// client's own *url.Error: find it with [errors.As].
type Error struct {
	Reason string // for operators: what was refused and why, without credentials, paths and queries

	tooLarge bool
}

func (e *Error) Error() string { return "outbound: " + e.Reason }

// Forbidden reports whether the address, not the answer, is at fault: trying again will not help.
func (e *Error) Forbidden() bool { return !e.tooLarge }

func forbid(reason string) *Error { return &Error{Reason: reason} }

// Forbidden reports whether err says that an address must not be called.
func Forbidden(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Forbidden()
}
