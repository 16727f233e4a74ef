package timetable_test

import (
	"testing"
	"time"

	"litmus/models/timetable"
)

// T7: the fewest interviews, then the longest ago, then the address.
func TestWhoseTurn(t *testing.T) {
	t.Parallel()
	day := func(n int) time.Time { return time.Date(2031, 3, n, 9, 0, 0, 0, time.UTC) }
	turns := map[string]timetable.Turn{"ann": {Interviews: 2, Last: day(1)}, "ben": {Interviews: 1, Last: day(2)},
		"cai": {Interviews: 1, Last: day(1)}, "dev": {Interviews: 1, Last: day(1)}, "eva": {Interviews: 1}}
	for _, c := range []struct {
		free []string
		want string
	}{
		{nil, ""}, {[]string{"ann"}, "ann"}, {[]string{"ann", "ben"}, "ben"}, {[]string{"ben", "cai"}, "cai"},
		{[]string{"dev", "cai"}, "cai"}, {[]string{"dev", "eva"}, "eva"}, {[]string{"eva", "fay"}, "fay"},
		{[]string{"zoe", "fay"}, "fay"},
	} {
		if got := timetable.WhoseTurn(c.free, turns); got != c.want {
			t.Errorf("of %v it is the turn of %q, want %q", c.free, got, c.want)
		}
	}
}
