package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"litmus/models"
)

// parseQuery reads the query string; one that cannot be read is [models.Invalid].
func parseQuery(r *http.Request) (url.Values, error) {
	if r.URL.RawQuery == "" {
		return nil, nil
	}
	q, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, models.Invalidf("the query string cannot be read: percent-encode its values, and do not give thousands of parameters")
	}
	return q, nil
}

// param returns a query parameter, "" when it is absent or empty; twice is [models.Invalid], and so is every parameter of a
// query string that cannot be read (decisions 12 and 59).
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

// fields is a JSON object of a request body; null values are left out (decision 12).
type fields map[string]json.RawMessage

const maxBody = 1 << 20 // bytes, decision 6

// body reads the request body as a JSON object of at most 1 MiB (decision 6).
func (c *call) body() (fields, error) {
	b, err := io.ReadAll(http.MaxBytesReader(nil, c.Body, maxBody))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return nil, models.TooLargef("the body is larger than %d bytes", maxBody)
	case err != nil:
		return nil, models.Invalidf("the body could not be read to its end")
	case len(bytes.TrimSpace(b)) == 0:
		return nil, models.Invalidf("the body is empty; send a JSON object")
	case !utf8.Valid(b): // json would replace what is broken, and a name or an address be stored that nobody sent
		return nil, models.Invalidf("the body is not valid JSON: it is not UTF-8")
	}
	var f fields
	if err := json.Unmarshal(b, &f); err != nil || f == nil {
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			return nil, models.Invalidf("the body is not valid JSON: error at byte %d", syntax.Offset)
		}
		return nil, models.Invalidf("the body must be a JSON object")
	}
	return f, nil
}

// absent reports whether a field is missing or null.
func (f fields) absent(name string) bool { return len(f[name]) == 0 || string(f[name]) == "null" }

// text reads an optional string, "" when absent.
func (f fields) text(where, name string) (string, error) {
	p, err := f.optional(where, name)
	if p == nil {
		return "", err
	}
	return *p, err
}

// optional reads an optional string, nil when absent.
func (f fields) optional(where, name string) (*string, error) {
	if f.absent(name) {
		return nil, nil
	}
	var s string
	if err := json.Unmarshal(f[name], &s); err != nil {
		return nil, models.Invalidf("%s%s must be a string", where, name)
	}
	return &s, nil
}

// flag reads an optional boolean, false when absent.
func (f fields) flag(name string) (bool, error) {
	if f.absent(name) {
		return false, nil
	}
	var v bool
	if err := json.Unmarshal(f[name], &v); err != nil {
		return false, models.Invalidf("%s must be true or false", name)
	}
	return v, nil
}

// objects reads a list of objects; nil when the field is absent.
func (f fields) objects(name string) ([]fields, error) {
	if f.absent(name) {
		return nil, nil
	}
	out := []fields{}
	if err := json.Unmarshal(f[name], &out); err != nil {
		return nil, models.Invalidf("%s must be a list of objects", name)
	}
	for i, o := range out {
		if o == nil {
			return nil, models.Invalidf("%s[%d] must be an object", name, i)
		}
	}
	return out, nil
}

// cleanID makes any text safe to look up: a malformed id is an unknown id (decision 1).
func cleanID(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD")
}
