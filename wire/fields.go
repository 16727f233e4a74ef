package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"iter"
	"strconv"
	"unicode/utf8"

	"litmus/models"
)

// Fields holds those fields of a JSON object that the operation knows, by name, as they were sent.
type Fields map[string]json.RawMessage

// Fields returns those fields of the body that are known. It needs memory for the bytes of the body and for these only:
// the JSON is validated as a whole and then scanned in place, lists only up to their limit. Decoding into Go values
// first took 70 times the size of the body.
func (in Input) Fields(known ...string) (Fields, error) {
	f, _, err := in.fieldsOf(known)
	return f, err
}

// fieldsOf does what [Input.Fields] does. It also returns the name of an unknown field, the first in alphabetical
// order, nil for none.
func (in Input) fieldsOf(known []string) (f Fields, other json.RawMessage, err error) {
	object, err := in.Body()
	if err != nil {
		return nil, nil, err
	}
	f, other = ReadObject(object, known)
	return f, other, nil
}

// Object returns the JSON object that a body consists of, without the space around it. The error is [models.Invalid].
func Object(body []byte) ([]byte, error) {
	switch {
	case len(bytes.TrimSpace(body)) == 0:
		return nil, models.Invalidf("the body is empty; send a JSON object")
	case !utf8.Valid(body):
		// encoding/json would replace the invalid bytes, and we would store a name or address that nobody sent.
		return nil, models.Invalidf("the body is not valid JSON: it is not UTF-8")
	}
	value, err := Check(body)
	switch {
	case err != nil:
		return nil, err
	case value[0] != '{':
		return nil, models.Invalidf("the body must be a JSON object")
	}
	return value, nil
}

// Check validates that b is one JSON value and returns it without the space around it.
func Check(b []byte) ([]byte, error) {
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

// ReadObject returns the known fields of a valid JSON object, the last one if a name occurs twice, and the name of an
// unknown field, the first in alphabetical order.
func ReadObject(object []byte, known []string) (f Fields, other json.RawMessage) {
	f = Fields{}
next:
	for name, value := range Members(object) {
		for _, k := range known {
			if Spells(name, k) {
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

// Members iterates over the names and values of a valid JSON object, as they were sent.
func Members(object []byte) iter.Seq2[json.RawMessage, json.RawMessage] {
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

// Elements iterates over the elements of a valid JSON array.
func Elements(array []byte) iter.Seq2[int, json.RawMessage] {
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

// Spells reports whether a valid JSON string equals name. Names consist of ASCII letters and underscores, so the only
// escape that can occur in one is \u.
func Spells(text []byte, name string) bool {
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

// Objects reads a list of objects with their known fields. It returns nil if the field is absent, and the error tooMany
// if there are more objects than most.
func (f Fields) Objects(name string, most int, tooMany error, known ...string) ([]Fields, error) {
	if f.Absent(name) {
		return nil, nil
	}
	out := []Fields{}
	if f[name][0] != '[' {
		return nil, models.Invalidf("%s must be a list of objects", name)
	}
	for n, value := range Elements(f[name]) {
		switch {
		case n == most:
			return nil, tooMany
		case string(value) == "null":
			return nil, models.Invalidf("%s[%d] must be an object", name, n)
		case value[0] != '{':
			return nil, models.Invalidf("%s must be a list of objects", name)
		}
		o, _ := ReadObject(value, known)
		out = append(out, o)
	}
	return out, nil
}

// Absent reports whether a field is missing or null.
func (f Fields) Absent(name string) bool { return len(f[name]) == 0 || string(f[name]) == "null" }

// Text reads an optional string, "" when absent.
func (f Fields) Text(where, name string) (string, error) {
	p, err := f.Optional(where, name)
	if p == nil {
		return "", err
	}
	return *p, err
}

// Optional reads an optional string, nil when absent.
func (f Fields) Optional(where, name string) (*string, error) {
	if f.Absent(name) {
		return nil, nil
	}
	var s string
	if err := json.Unmarshal(f[name], &s); err != nil {
		return nil, models.Invalidf("%s%s must be a string", where, name)
	}
	return &s, nil
}

// Flag reads an optional boolean, false when absent.
func (f Fields) Flag(name string) (bool, error) {
	if f.Absent(name) {
		return false, nil
	}
	var v bool
	if err := json.Unmarshal(f[name], &v); err != nil {
		return false, models.Invalidf("%s must be true or false", name)
	}
	return v, nil
}

// Number reads an optional number, nil when absent.
func (f Fields) Number(name string) (*float64, error) {
	if f.Absent(name) {
		return nil, nil
	}
	var n float64
	if err := json.Unmarshal(f[name], &n); err != nil {
		return nil, models.Invalidf("%s must be a number", name)
	}
	return &n, nil
}

// Whole reads an optional whole number, nil when absent.
func (f Fields) Whole(name string) (*int64, error) {
	if f.Absent(name) {
		return nil, nil
	}
	n, err := strconv.ParseInt(string(f[name]), 10, 64)
	if err != nil {
		return nil, models.Invalidf("%s must be a whole number", name)
	}
	return &n, nil
}
