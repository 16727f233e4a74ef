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

// Query reads the parameters of a query. The first mistake is kept, and what is read after it is zero: a caller reads
// all it needs, then asks Err once.
type Query struct {
	in    Input
	texts map[string]string
	err   error
}

// Params reads query parameters by name. It is a mistake if one is given twice, or if the query string cannot be read.
// Parameters that the endpoint does not know are ignored, however often they come.
func (in Input) Params(names ...string) *Query {
	q := &Query{in, map[string]string{}, in.BadQuery}
	for _, name := range names {
		switch v := in.Query[name]; {
		case len(v) > 1:
			q.Fail(models.Invalidf("query parameter %s is given %d times; give it once", name, len(v)))
		case len(v) == 1:
			q.texts[name] = v[0]
		}
	}
	return q
}

// Err is the first mistake, nil if there was none.
func (q *Query) Err() error { return q.err }

// Fail keeps a mistake that the caller found, unless there was one before.
func (q *Query) Fail(err error) {
	if q.err == nil {
		q.err = err
	}
}

// Text is a parameter, "" if it is absent or empty.
func (q *Query) Text(name string) string {
	if q.err != nil {
		return ""
	}
	return q.texts[name]
}

// ID is a parameter that names a record, "" if it is absent.
func (q *Query) ID(name string) string { return CleanID(q.Text(name)) }

// Limit is how many records a page of a list has at most (§8), by the parameter limit or else by the door.
func (q *Query) Limit() int {
	text := q.Text("limit")
	if text == "" {
		return q.in.Limit
	}
	limit, err := strconv.Atoi(text)
	if err != nil || limit < 1 || limit > models.MaxLimit {
		q.Fail(models.Invalidf("limit %s must be a number from 1 to %d", models.Quote(text), models.MaxLimit))
	}
	return limit
}

// Bound is an optional instant, nil if it is absent.
func (q *Query) Bound(name string) *time.Time {
	text := q.Text(name)
	if text == "" {
		return nil
	}
	t, err := models.ParseBound(name, text)
	q.Fail(err)
	return &t
}

// CleanID makes any text safe to look up: a malformed id is an unknown id.
func CleanID(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD")
}
