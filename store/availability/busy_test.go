package availability

import (
	"slices"
	"testing"
)

// TestBusyKept: what is kept is found at the revision that it was read at, and of too much only the last is kept.
func TestBusyKept(t *testing.T) {
	t.Parallel()
	k := busyKept{most: 3}
	one, two := busyAt{"cal_1", "one@acme.example", 1}, busyAt{"cal_2", "two@acme.example", 1}
	spans := map[string][]span{one.email: {{1, 2}, {3, 4}}, two.email: {{5, 6}, {7, 8}}}
	wantMissing := func(what string, calendars []busyAt, want ...busyAt) {
		t.Helper()
		found, missing := k.find(calendars)
		if !slices.Equal(missing, want) {
			t.Errorf("%s: %v are missing, want %v", what, missing, want)
		}
		for email, f := range found {
			if !slices.Equal(f, spans[email]) {
				t.Errorf("%s: %s is busy %v, want %v", what, email, f, spans[email])
			}
		}
	}
	wantMissing("nothing is kept", []busyAt{one, two}, one, two)
	k.keep([]busyAt{one}, spans)
	wantMissing("one is kept", []busyAt{one, two}, two)
	later := busyAt{one.calendarID, one.email, 2}
	wantMissing("at another revision", []busyAt{later}, later)
	k.keep([]busyAt{two}, spans) // four spans where three may be
	wantMissing("too much", []busyAt{one, two}, one)
	if k.spans != len(spans[two.email]) {
		t.Errorf("%d spans are counted, want %d", k.spans, len(spans[two.email]))
	}
}
