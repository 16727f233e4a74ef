package verify_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"litmus/internal/verify"
)

// said is a test that keeps what it was failed for.
type said []string

func (*said) Helper() {}

func (s *said) Errorf(format string, args ...any) { *s = append(*s, fmt.Sprintf(format, args...)) }

type word string

func TestEach(t *testing.T) {
	t.Parallel()
	at := time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC)
	elsewhere := at.In(time.FixedZone("", 3600))
	var none *time.Time
	var noError error
	var s said
	if !verify.Each(&s, "all", verify.Fields{"instant": {elsewhere, at}, "pointer": {&elsewhere, at}, "both": {&at, &at},
		"nil": {none, nil}, "no error": {noError, nil}, "no list": {[]int(nil), nil}, "number": {int64(3), 3},
		"float": {3.0, 3}, "word": {word("a"), "a"}, "list": {[]string{"a"}, []string{"a"}},
		"says": {"abc", verify.Says{"a", "bc"}}, "lacks": {"abc", verify.Lacks{"d", "e"}},
		"begins": {word("abc"), verify.Begins("ab")}, "not": {3, verify.Not{4}}, "some": {&at, verify.Some},
		"some text": {"a", verify.Some}, "some list": {[]int{0}, verify.Some}}) || len(s) > 0 {
		t.Errorf("equal values fail it: %q", s)
	}
	broken := errors.New("broken")
	if verify.Each(&s, "none", verify.Fields{"a instant": {at.Add(1), at}, "b pointer": {none, at}, "c nil": {&at, nil},
		"d error": {broken, nil}, "e number": {int64(3), 4}, "f word": {word("a"), "b"}, "g list": {[]int{}, nil},
		"h kind": {"1", 1}, "i type": {time.Duration(1), word("1")}, "j bool": {true, false},
		"k says": {"abc", verify.Says{"a", "d"}}, "l lacks": {"abc", verify.Lacks{"d", "a"}},
		"m begins": {"abc", verify.Begins("b")}, "n not": {int64(3), verify.Not{3}}, "o some": {none, verify.Some},
		"p some text": {"", verify.Some}, "q some list": {[]int{}, verify.Some}}) {
		t.Error("nothing is as wanted, and it says that all is")
	}
	if len(s) != 17 || s[1] != "none: b pointer is <nil>, want "+at.String() || !slices.IsSorted(s) ||
		s[10] != `none: k says is abc, want one that says each of ["a" "d"]` {
		t.Errorf("it fails the test by %q", s)
	}
}
