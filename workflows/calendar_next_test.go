package workflows

import (
	"strings"
	"testing"
	"time"

	"litmus/activities"
	"litmus/internal/verify"
)

// TestCalendarTells: the admins are told once at a time, for as long as they are owed something.
func TestCalendarTells(t *testing.T) {
	t.Parallel()
	type what struct {
		owed bool // a reading says so
		tell bool // an activity is started
		told bool // instead of a reading: the activity ended
		fail bool // its attempts ran out
	}
	for name, steps := range map[string][]what{
		"owed nothing, nobody is told":        {{}, {}},
		"owed something, they are told":       {{owed: true, tell: true}, {told: true}, {}},
		"not twice while they are being told": {{owed: true, tell: true}, {}, {told: true}},
		"owed again meanwhile: once more when it has ended": {{owed: true, tell: true}, {owed: true}, {owed: true},
			{told: true, tell: true}, {told: true}, {owed: true, tell: true}},
		"attempts that ran out begin anew": {{owed: true, tell: true}, {told: true, fail: true, tell: true},
			{told: true, fail: true, tell: true}, {told: true}},
	} {
		var s calendarState
		for n, x := range steps {
			got := false
			if x.told {
				got = s.notified(x.fail)
			} else {
				got = s.read(activities.Synced{Owed: x.owed})
			}
			if got != x.tell {
				t.Errorf("%s: step %d starts to tell them: %t, want %t", name, n+1, got, x.tell)
			}
		}
	}
}

// TestCalendarContinuesAsNew: a history of bounded length.
func TestCalendarContinuesAsNew(t *testing.T) {
	t.Parallel()
	var s calendarState
	for range readingsPerRun - 1 {
		s.read(activities.Synced{})
	}
	if s.full(false) || !s.full(true) {
		t.Errorf("after %d readings it continues as new: %t, and %t when Temporal suggests it",
			s.readings, s.full(false), s.full(true))
	}
	if s.read(unread(false)); !s.full(false) {
		t.Errorf("after %d readings it does not continue as new", s.readings)
	}
}

// TestCalendarUnread: while the database is away the calendar is read once a minute, and nothing is said of it.
func TestCalendarUnread(t *testing.T) {
	t.Parallel()
	out := unread(true)
	verify.Each(t, "a reading that could not be noted", verify.Fields{"Wait": {out.Wait, time.Minute},
		"Gone": {out.Gone, false}, "Owed": {out.Owed, false}, "Searchable": {out.Searchable, true},
		"State": {out.State, "unknown"}})
	if unread(false).Searchable {
		t.Error("search attributes are written that may not exist")
	}
}

func TestCalendarDetails(t *testing.T) {
	t.Parallel()
	for want, out := range map[string]activities.Synced{
		"**ok**\n\nAt 2031-02-27T12:00:00Z it has 3 busy times.\n\nNext reading in 5m0s.": {State: "ok", Blocks: 3,
			Wait: 5*time.Minute + 300*time.Millisecond},
		"it was unchanged": {State: "ok", Unchanged: true},
		"**broken**\n\nAt 2031-02-27T12:00:00Z it could not be read: caldav_503": {State: "broken", Code: "caldav_503"},
	} {
		if got := calendarDetails(out, thu); !strings.Contains(got, want) {
			t.Errorf("%+v is described as %q, want %q", out, got, want)
		}
	}
}
