package upkeep_test

import (
	"testing"
	"time"

	"litmus/models"
	"litmus/models/desk"
	"litmus/models/upkeep"
)

// What may be asked of a test clock.
func TestParseAdvance(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	for text, want := range map[string]time.Duration{
		"9d": 9 * day, " 1d12h30m ": day + 12*time.Hour + 30*time.Minute, "36h": 36 * time.Hour,
		"90m": 90 * time.Minute, "0s": 0, "0d": 0, "366d": upkeep.MaxAdvance, "1.5h": 90 * time.Minute,
	} {
		if got, err := upkeep.ParseAdvance(text); err != nil || got != want {
			t.Errorf("%q is %s, %v, want %s", text, got, err, want)
		}
	}
	for _, text := range []string{"", "d", "9", "9 d", "-9d", "-1h", "1d-1h", "9d9", "1d1d", "367d", "65535d", "65536d",
		"366d1s", "8785h", "nine days", "1e9d", "9999999999999h"} {
		desk.WantRefusal(t, text, models.Invalid, "")(upkeep.ParseAdvance(text))
	}
}

// A clock stops at what falls due on its way.
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
		if got := upkeep.ClockStep(c.ahead, c.wanted, now, c.due); got != c.want {
			t.Errorf("%s: %s ahead, want %s", name, got, c.want)
		}
	}
}

// What a test clock is asked for, once, again and by two at a time.
func TestDecideClock(t *testing.T) {
	t.Parallel()
	const h = time.Hour
	now := time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC)
	by := func(d time.Duration) upkeep.ClockMove { return upkeep.ClockMove{By: d} }
	to := func(d time.Duration) upkeep.ClockMove { return upkeep.ClockMove{To: now.Add(d)} }
	shown := func(from, d time.Duration) upkeep.ClockMove { return upkeep.ClockMove{By: d, From: &from} }
	clock := func(ahead, wanted time.Duration) upkeep.ClockFacts {
		return upkeep.ClockFacts{Now: now, Ahead: ahead, Wanted: wanted}
	}
	asked := func(ahead, wanted, to time.Duration) upkeep.ClockFacts {
		f, at := clock(ahead, wanted), now.Add(to)
		f.AskedTo = &at
		return f
	}
	for name, c := range map[string]struct {
		move    upkeep.ClockMove
		facts   upkeep.ClockFacts
		want    time.Duration
		refused models.Kind // 0: not at all
	}{
		"by a span":                          {by(2 * h), clock(h, h), 3 * h, 0},
		"by a span while it is on its way":   {by(2 * h), clock(h, 9*h), 11 * h, 0},
		"by nothing":                         {by(0), clock(h, 9*h), 9 * h, 0},
		"by less than is stored":             {by(1), clock(h, h), h, 0},
		"back":                               {by(-h), clock(h, h), 0, models.Invalid},
		"to an instant":                      {to(9 * h), clock(h, h), 9 * h, 0},
		"to an instant on its way":           {to(5 * h), clock(h, 9*h), 9 * h, 0},
		"to the same instant on its way":     {to(9 * h), asked(h, 9*h, 9*h), 9 * h, 0},
		"to the same instant when it passed": {to(5 * h), asked(9*h, 9*h, 5*h), 9 * h, 0},
		"to another instant that has passed": {to(h), asked(5*h, 9*h, 5*h), 0, models.Invalid},
		"to the furthest instant":            {to(upkeep.MaxAdvance + h), clock(h, h), upkeep.MaxAdvance + h, 0},
		"to an instant that is too far":      {to(upkeep.MaxAdvance + 2*h), clock(h, h), 0, models.Invalid},
		"by a form":                          {shown(h, 2*h), clock(h, h), 3 * h, 0},
		"by the same form once more":         {shown(h, 2*h), clock(2*h, 3*h), 3 * h, 0},
		"by a form of an earlier time":       {shown(h, 2*h), clock(5*h, 5*h), 0, models.Conflict},
		"by a form of a later time":          {shown(5*h, 2*h), clock(h, h), 0, models.Conflict},
		"as far as it goes":                  {by(h), clock(0, upkeep.MaxAhead-h), upkeep.MaxAhead, 0},
		"further than it goes":               {by(2 * h), clock(0, upkeep.MaxAhead-h), 0, models.Invalid},
		"to an instant further than that": {to(upkeep.MaxAhead + h), clock(upkeep.MaxAhead-h, upkeep.MaxAhead-h), 0,
			models.Invalid},
	} {
		if got, err := upkeep.DecideClock(c.move, c.facts); got != c.want || models.KindOf(err) != c.refused {
			t.Errorf("%s: %s, %v; want %s and kind %d", name, got, err, c.want, c.refused)
		}
	}
}
