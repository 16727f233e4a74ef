// Package verify compares many values of a test at once, and names each that is not as it should be.
package verify

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"
)

// Fields are pairs of what a test got and what it wants, by a name that says which.
type Fields map[string][2]any

// T is what Each needs of a test, which those of testing and of rapid have.
type T interface {
	Helper()
	Errorf(format string, args ...any)
}

// Each fails the test for each of the fields that is not as wanted, and returns whether all are. Instants are compared
// as such, wanted nil is nil of any type, a pointer stands for what it points to, and what has a type of its own is met
// by a plain number or string, as a constant has it. Wanted can also be one of the types below.
func Each(t T, about string, fields Fields) bool {
	t.Helper()
	all := true
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		got, want := pointed(fields[name][0]), fields[name][1]
		var met bool
		if w, ok := want.(wish); ok {
			met = w.met(got)
		} else {
			want = pointed(want)
			met = same(got, want)
		}
		if !met {
			all = false
			t.Errorf("%s: %s is %+v, want %+v", about, name, got, want)
		}
	}
	return all
}

type wish interface{ met(got any) bool }

type (
	// Says wants a text that has each of these.
	Says []string
	// Lacks wants a text that has none of these.
	Lacks []string
	// Begins wants a text that begins so.
	Begins string
	// Not wants something else.
	Not  [1]any
	some struct{}
)

// Some wants something: no nil, no zero, nothing empty.
var Some some

func (s Says) met(got any) bool {
	return !slices.ContainsFunc(s, func(word string) bool { return !strings.Contains(fmt.Sprint(got), word) })
}

func (l Lacks) met(got any) bool {
	return !slices.ContainsFunc(l, func(word string) bool { return strings.Contains(fmt.Sprint(got), word) })
}

func (b Begins) met(got any) bool { return strings.HasPrefix(fmt.Sprint(got), string(b)) }

func (n Not) met(got any) bool { return !same(got, pointed(n[0])) }

func (some) met(got any) bool {
	v := reflect.ValueOf(got)
	switch v.Kind() {
	case reflect.Slice, reflect.Map:
		return v.Len() > 0
	case reflect.Struct:
		return true
	}
	return v.IsValid() && !v.IsZero()
}

func (s Says) String() string   { return fmt.Sprintf("one that says each of %q", []string(s)) }
func (l Lacks) String() string  { return fmt.Sprintf("one without any of %q", []string(l)) }
func (b Begins) String() string { return fmt.Sprintf("one that begins with %q", string(b)) }
func (n Not) String() string    { return fmt.Sprintf("another than %+v", n[0]) }
func (some) String() string     { return "something" }

// pointed is what v points to, nil if that is nothing.
func pointed(v any) any {
	switch r := reflect.ValueOf(v); r.Kind() {
	case reflect.Pointer:
		if _, failed := v.(error); r.IsNil() {
			return nil
		} else if !failed {
			return pointed(r.Elem().Interface())
		}
	case reflect.Slice, reflect.Map:
		if r.IsNil() {
			return nil
		}
	}
	return v
}

func same(got, want any) bool {
	if got == nil || want == nil {
		return got == nil && want == nil
	}
	if at, ok := want.(time.Time); ok {
		then, ok := got.(time.Time)
		return ok && then.Equal(at)
	}
	g, w := reflect.ValueOf(got), reflect.ValueOf(want)
	switch w.Type() {
	case reflect.TypeFor[int]():
		if g.CanInt() {
			return g.Int() == w.Int()
		}
		if g.CanFloat() {
			return g.Float() == float64(w.Int())
		}
	case reflect.TypeFor[string]():
		return g.Kind() == reflect.String && g.String() == w.String()
	}
	return reflect.DeepEqual(got, want)
}
