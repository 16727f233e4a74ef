package wire

import (
	"net/url"
	"strconv"
	"strings"
	"time"

	"litmus/models"
)

// Input is what a call was sent with: a query and a body. REST has both from HTTP, and the tool server makes them of a
// tool's arguments. What reads it returns [models.Invalid] errors, or those of Body.
type Input struct {
	Query    url.Values
	BadQuery error                  // returned when a parameter is read: the path's 404 comes first
	Body     func() ([]byte, error) // returns the body as [Object] does
	Limit    int                    // how many records a page of a list has if the call does not say
}

// ParseQuery reads the query string; the error is of kind [models.Invalid]. A malformed one is refused as a whole,
// since to drop a part of it silently would answer another question. So are more than 10,000 parameters: Go's parser
// reads no more.
func ParseQuery(text string) (url.Values, error) {
	if text == "" {
		return nil, nil
	}
	q, err := url.ParseQuery(text)
	if err != nil {
		return nil, models.Invalidf("the query string cannot be read: percent-encode its values, and do not give " +
			"thousands of parameters")
	}
	return q, nil
}

// Param returns a query parameter, "" if it is absent or empty. It returns an [models.Invalid] error if the parameter
// is given twice, or if the query string cannot be read. Parameters that the endpoint does not know are ignored,
// however often they come.
func (in Input) Param(name string) (string, error) {
	if in.BadQuery != nil {
		return "", in.BadQuery
	}
	v := in.Query[name]
	if len(v) > 1 {
		return "", models.Invalidf("query parameter %s is given %d times; give it once", name, len(v))
	}
	if len(v) == 0 {
		return "", nil
	}
	return v[0], nil
}

// IDParam reads an argument that names a record, "" if it is absent.
func (in Input) IDParam(name string) (string, error) {
	s, err := in.Param(name)
	return CleanID(s), err
}

// PageLimit reads how many records a page of a list has at most (§8), which text says, "" for what the door has.
func (in Input) PageLimit(text string) (int, error) {
	if text == "" {
		return in.Limit, nil
	}
	limit, err := strconv.Atoi(text)
	if err != nil || limit < 1 || limit > models.MaxLimit {
		return 0, models.Invalidf("limit %s must be a number from 1 to %d", models.Quote(text), models.MaxLimit)
	}
	return limit, nil
}

// Bound reads an optional instant of a query string, nil for "". name says which in the refusal.
func Bound(name, text string) (*time.Time, error) {
	if text == "" {
		return nil, nil
	}
	t, err := models.ParseBound(name, text)
	return &t, err
}

// CleanID makes any text safe to look up: a malformed id is an unknown id.
func CleanID(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD")
}
