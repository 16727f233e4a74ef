package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"iter"
	"net/http"
	"strconv"
	"unicode/utf8"

	"litmus/models"
)

const maxBody = 1 << 20 // bytes

// fields holds those fields of a JSON object that the operation knows, by name, as they were sent.
type fields map[string]json.RawMessage

// body reads the request's body, a JSON object of at most 1 MiB, and returns its known fields. It needs memory for the
// bytes of the body and for the known fields only: the JSON is validated as a whole and then scanned in place, lists
// only up to their limit. Decoding into Go values first took 70 times the size of the body.
func (c *call) body(known ...string) (fields, error) {
	f, _, err := c.bodyOf(known)
	return f, err
}

// bodyOf does what [call.body] does. It also returns the name of an unknown field, the first in alphabetical order, nil
// for none.
func (c *call) bodyOf(known []string) (f fields, other json.RawMessage, err error) {
	if c.tool != nil { // its arguments were read and checked with the message that they came in
		f, other = readObject(c.tool.body, known)
		return f, other, nil
	}
	var b bytes.Buffer
	b.Grow(int(min(max(c.ContentLength, 0), maxBody)) + bytes.MinRead)
	c.seat.Away(c.Context(), func() { // a slow sender holds no place
		_, err = b.ReadFrom(http.MaxBytesReader(nil, c.Body, maxBody))
	})
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return nil, nil, models.TooLargef("the body is larger than %d bytes", maxBody)
	case err != nil:
		return nil, nil, unreadable(err)
	case len(bytes.TrimSpace(b.Bytes())) == 0:
		return nil, nil, models.Invalidf("the body is empty; send a JSON object")
	case !utf8.Valid(b.Bytes()):
		// encoding/json would replace the invalid bytes, and we would store a name or address that nobody sent.
		return nil, nil, models.Invalidf("the body is not valid JSON: it is not UTF-8")
	}
	value, err := checked(b.Bytes())
	switch {
	case err != nil:
		return nil, nil, err
	case value[0] != '{':
		return nil, nil, models.Invalidf("the body must be a JSON object")
	}
	f, other = readObject(value, known)
	return f, other, nil
}

// unreadable is the refusal of a body that did not arrive: that of [turnstile.Bodies], or 400.
func unreadable(err error) error {
	if models.KindOf(err) == models.Throttled {
		return err
	}
	return models.Invalidf("the body could not be read to its end")
}

// checked validates that b is one JSON value and returns it without the space around it.
func checked(b []byte) ([]byte, error) {
	var any unread
	var syntax *json.SyntaxError
	if err := json.Unmarshal(b, &any); errors.As(err, &syntax) {
		return nil, models.Invalidf("the body is not valid JSON: error at byte %d", syntax.Offset)
	} else if err != nil {
		return nil, models.Invalidf("the body is not valid JSON")
	}
	return bytes.TrimSpace(b), nil
}

// unread is a value that encoding/json validates and does not decode.
type unread struct{}

func (*unread) UnmarshalJSON([]byte) error { return nil }

// readObject returns the known fields of a valid JSON object, the last one if a name occurs twice, and the name of an
// unknown field, the first in alphabetical order.
func readObject(object []byte, known []string) (f fields, other json.RawMessage) {
	f = fields{}
next:
	for name, value := range members(object) {
		for _, k := range known {
			if spells(name, k) {
				f[k] = value
				continue next
			}
		}
		if other == nil || bytes.Compare(name, other) < 0 {
			other = name
		}
	}
	return f, other
}

// members iterates over the names and values of a valid JSON object, as they were sent.
func members(object []byte) iter.Seq2[json.RawMessage, json.RawMessage] {
	return func(yield func(json.RawMessage, json.RawMessage) bool) {
		for rest := skipTo(object[1:]); rest[0] != '}'; {
			var name, value []byte
			name, rest = cutValue(rest)
			value, rest = cutValue(skipTo(rest[1:])) // after the colon
			if !yield(name, value) {
				return
			}
			if rest[0] == ',' {
				rest = skipTo(rest[1:])
			}
		}
	}
}

// elements iterates over the elements of a valid JSON array.
func elements(array []byte) iter.Seq2[int, json.RawMessage] {
	return func(yield func(int, json.RawMessage) bool) {
		rest := skipTo(array[1:])
		for n := 0; rest[0] != ']'; n++ {
			var value []byte
			value, rest = cutValue(rest)
			if !yield(n, value) {
				return
			}
			if rest[0] == ',' {
				rest = skipTo(rest[1:])
			}
		}
	}
}

// cutValue returns the value at the start of valid JSON, and what follows it without leading space.
func cutValue(b []byte) (value, rest []byte) {
	end, depth := 0, 0
	for {
		switch b[end] {
		case '"':
			for end++; b[end] != '"'; end++ {
				if b[end] == '\\' {
					end++
				}
			}
			end++
		case '{', '[':
			depth++
			end++
		case '}', ']':
			depth--
			end++
		case ',', ':', ' ', '\t', '\r', '\n': // inside an object or list: no value begins with one
			end++
		default: // a number, true, false or null
			for end < len(b) && bytes.IndexByte([]byte(",:]} \t\r\n"), b[end]) < 0 {
				end++
			}
		}
		if depth == 0 {
			return b[:end], skipTo(b[end:])
		}
	}
}

// skipTo returns b without leading space.
func skipTo(b []byte) []byte { return bytes.TrimLeft(b, " \t\r\n") }

// spells reports whether a valid JSON string equals name. Names consist of ASCII letters and underscores, so the only
// escape that can occur in one is \u.
func spells(text []byte, name string) bool {
	text = text[1 : len(text)-1]
	for n := range len(name) {
		if len(text) == 0 {
			return false
		}
		one, length := uint64(text[0]), 1
		if one == '\\' {
			if text[1] != 'u' {
				return false
			}
			one, _ = strconv.ParseUint(string(text[2:6]), 16, 16)
			length = 6
		}
		if one != uint64(name[n]) {
			return false
		}
		text = text[length:]
	}
	return len(text) == 0
}

// objects reads a list of objects with their known fields. It returns nil if the field is absent, and the error tooMany
// if there are more objects than most.
func (f fields) objects(name string, most int, tooMany error, known ...string) ([]fields, error) {
	if f.absent(name) {
		return nil, nil
	}
	out := []fields{}
	if f[name][0] != '[' {
		return nil, models.Invalidf("%s must be a list of objects", name)
	}
	for n, value := range elements(f[name]) {
		switch {
		case n == most:
			return nil, tooMany
		case string(value) == "null":
			return nil, models.Invalidf("%s[%d] must be an object", name, n)
		case value[0] != '{':
			return nil, models.Invalidf("%s must be a list of objects", name)
		}
		o, _ := readObject(value, known)
		out = append(out, o)
	}
	return out, nil
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
