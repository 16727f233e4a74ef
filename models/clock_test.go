package models

import (
	"testing"
	"time"
)

// Decision 184: what may be asked of a test clock.
func TestParseAdvance(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	for text, want := range map[string]time.Duration{
		"9d": 9 * day, " 1d12h30m ": day + 12*time.Hour + 30*time.Minute, "36h": 36 * time.Hour,
		"90m": 90 * time.Minute, "0s": 0, "0d": 0, "366d": LongestAdvance, "1.5h": 90 * time.Minute,
	} {
		if got, err := ParseAdvance(text); err != nil || got != want {
			t.Errorf("%q is %s, %v, want %s", text, got, err, want)
		}
	}
	for _, text := range []string{"", "d", "9", "9 d", "-9d", "-1h", "1d-1h", "9d9", "1d1d", "367d", "65535d", "65536d",
		"366d1s", "8785h", "nine days", "1e9d", "9999999999999h"} {
		if got, err := ParseAdvance(text); KindOf(err) != Invalid {
			t.Errorf("%q is %s, %v, want it refused", text, got, err)
		}
	}
}

// Decision 185: a clock stops at what falls due on its way.
func TestClockStep(t *testing.T) {
	t.Parallel()
	now := time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC)
	in := func(d time.Duration) *time.Time { at := now.Add(d); return &at }
	for name, c := range map[string]struct {
		ahead, wanted time.Duration
		due           *time.Time
		want          time.Duration
	}{
		"nothing is due":                         {time.Hour, 9 * time.Hour, nil, 9 * time.Hour},
		"something is due on the way":            {time.Hour, 9 * time.Hour, in(3 * time.Hour), 3 * time.Hour},
		"something is due later":                 {time.Hour, 9 * time.Hour, in(10 * time.Hour), 9 * time.Hour},
		"something is due there":                 {time.Hour, 9 * time.Hour, in(9 * time.Hour), 9 * time.Hour},
		"it was due a moment ago":                {time.Hour, 9 * time.Hour, in(time.Hour - time.Second), time.Hour},
		"it was not asked, and something is due": {time.Hour, time.Hour, in(3 * time.Hour), time.Hour},
	} {
		if got := ClockStep(c.ahead, c.wanted, now, c.due); got != c.want {
			t.Errorf("%s: %s ahead, want %s", name, got, c.want)
		}
	}
}
