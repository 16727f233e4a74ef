package api

import (
	"net/http"
	"net/url"
	"strings"
	"time"

	"litmus/models"
)

// parseQuery reads the query string; the error is of kind [models.Invalid]. A malformed one is refused as a whole,
// since to drop a part of it silently would answer another question. So are more than 10,000 parameters: Go's parser
// reads no more.
func parseQuery(r *http.Request) (url.Values, error) {
	if r.URL.RawQuery == "" {
		return nil, nil
	}
	q, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, models.Invalidf("the query string cannot be read: percent-encode its values, and do not give " +
			"thousands of parameters")
	}
	return q, nil
}

// param returns a query parameter, "" if it is absent or empty. It returns an [models.Invalid] error if the parameter
// is given twice, or if the query string cannot be read. Parameters that the endpoint does not know are ignored,
// however often they come.
func (c *call) param(name string) (string, error) {
	if c.badQuery != nil {
		return "", c.badQuery
	}
	v := c.query[name]
	if len(v) > 1 {
		return "", models.Invalidf("query parameter %s is given %d times; give it once", name, len(v))
	}
	if len(v) == 0 {
		return "", nil
	}
	return v[0], nil
}

// bound reads an optional instant of a query string.
func bound(name, text string) (*time.Time, error) {
	if text == "" {
		return nil, nil
	}
	t, err := models.ParseBound(name, text)
	return &t, err
}

// cleanID makes any text safe to look up: a malformed id is an unknown id.
func cleanID(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD")
}
