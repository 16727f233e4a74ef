package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"unicode/utf8"

	"litmus/models"
)

// Fields reads those fields of a JSON object that the operation knows, as they were sent. The first mistake is kept,
// and what is read after it is zero: a caller reads all it needs, then asks Err once.
type Fields struct {
	values map[string]json.RawMessage
	where  string // begins the names in errors, such as "slots[0]."
	err    *error // shared with the objects in lists
}

// FieldsOf are the fields with these valid values.
func FieldsOf(values map[string]json.RawMessage) Fields { return Fields{values, "", new(error)} }

// Fields returns those fields of the body that are known. It needs memory for the bytes of the body and for these only:
// the JSON is validated as a whole and then scanned in place, lists only up to their limit. Decoding into Go values
// first took 70 times the size of the body.
func (in Input) Fields(known ...string) Fields {
	f, _ := in.fieldsOf(known)
	return f
}

// fieldsOf does what [Input.Fields] does. It also returns the name of an unknown field, the first in alphabetical
// order, nil for none.
func (in Input) fieldsOf(known []string) (f Fields, other json.RawMessage) {
	object, err := in.Body()
	if err != nil {
		return Fields{err: &err}, nil
	}
	values, other := ReadObject(object, known)
	return FieldsOf(values), other
}

// Err is the first mistake, nil if there was none.
func (f Fields) Err() error { return *f.err }

// Fail keeps a mistake that the caller found, unless there was one before.
func (f Fields) Fail(err error) {
	if *f.err == nil {
		*f.err = err
	}
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
func ReadObject(object []byte, known []string) (values map[string]json.RawMessage, other json.RawMessage) {
	values = map[string]json.RawMessage{}
next:
	for name, value := range Members(object) {
		for _, k := range known {
			if Spells(name, k) {
				values[k] = value
				continue next
			}
		}
		if other == nil || bytes.Compare(name, other) < 0 {
			other = name
		}
	}
	return values, other
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

// Objects reads a list of objects with their known fields. It returns nil if the field is absent; tooMany is the
// mistake of a list with more objects than most.
func (f Fields) Objects(name string, most int, tooMany error, known ...string) []Fields {
	if f.Absent(name) {
		return nil
	}
	out := []Fields{}
	if f.values[name][0] != '[' {
		f.Fail(models.Invalidf("%s must be a list of objects", name))
		return nil
	}
	for n, value := range Elements(f.values[name]) {
		switch {
		case n == most:
			f.Fail(tooMany)
			return nil
		case string(value) == "null":
			f.Fail(models.Invalidf("%s[%d] must be an object", name, n))
			return nil
		case value[0] != '{':
			f.Fail(models.Invalidf("%s must be a list of objects", name))
			return nil
		}
		values, _ := ReadObject(value, known)
		out = append(out, Fields{values, fmt.Sprintf("%s[%d].", name, n), f.err})
	}
	return out
}

// Raw is a field as it was sent, nil if it is absent.
func (f Fields) Raw(name string) json.RawMessage { return f.values[name] }

// Absent reports whether a field is missing, null, or not read because of a mistake before.
func (f Fields) Absent(name string) bool {
	return *f.err != nil || len(f.values[name]) == 0 || string(f.values[name]) == "null"
}

// Name is the name of a field as errors say it, with where it stands.
func (f Fields) Name(name string) string { return f.where + name }

// Text reads an optional string, "" when absent.
func (f Fields) Text(name string) string {
	if p := f.Optional(name); p != nil {
		return *p
	}
	return ""
}

// ID reads an optional id, "" when absent.
func (f Fields) ID(name string) string { return CleanID(f.Text(name)) }

// Email reads an address, which must be there.
func (f Fields) Email(name string) string {
	email, err := models.ParseEmail(f.Name(name), f.Text(name))
	f.Fail(err)
	return email
}

// Optional reads an optional string, nil when absent.
func (f Fields) Optional(name string) *string { return optional[string](f, name, "a string") }

// Flag reads an optional boolean, nil when absent.
func (f Fields) Flag(name string) *bool { return optional[bool](f, name, "true or false") }

// Number reads an optional number, nil when absent.
func (f Fields) Number(name string) *float64 { return optional[float64](f, name, "a number") }

// Integer reads an optional whole number, nil when absent.
func (f Fields) Integer(name string) *int64 {
	if f.Absent(name) {
		return nil
	}
	n, err := strconv.ParseInt(string(f.values[name]), 10, 64)
	if err != nil {
		f.Fail(models.Invalidf("%s must be a whole number", f.Name(name)))
		return nil
	}
	return &n
}

func optional[T any](f Fields, name, kind string) *T {
	if f.Absent(name) {
		return nil
	}
	v := new(T)
	if err := json.Unmarshal(f.values[name], v); err != nil {
		f.Fail(models.Invalidf("%s must be %s", f.Name(name), kind))
		return nil
	}
	return v
}
