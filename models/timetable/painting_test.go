package timetable_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/desk"
	"litmus/models/timetable"
)

func TestPainting(t *testing.T) { // D14
	t.Parallel()
	p, err := timetable.ParsePainting([]string{"2031-03-03T15:00:00Z", "2031-03-03T16:00:00Z"},
		[]string{"2031-03-03T18:00:00+01:00", "2031-03-03T16:00:00Z", "2031-03-03T17:00:00Z"})
	if err != nil {
		t.Fatal(err)
	}
	add, remove := p.Changes()
	if !slices.EqualFunc(add, []time.Time{desk.Mon(17, 0)}, time.Time.Equal) ||
		!slices.EqualFunc(remove, []time.Time{desk.Mon(15, 0)}, time.Time.Equal) {
		t.Errorf("adds %v and removes %v, want 17:00 and 15:00", add, remove)
	}
	for what, bad := range map[string][2][]string{
		"off the grid": {nil, {"2031-03-03T15:10:00Z"}}, "no instant": {{"monday"}, nil},
		"too many": {nil, slices.Repeat([]string{"2031-03-03T15:00:00Z"}, timetable.MaxPainted+1)},
	} {
		desk.WantRefusal(t, what, models.Invalid, "")(timetable.ParsePainting(bad[0], bad[1]))
	}
}

func TestCopyWeeks(t *testing.T) { // D14
	t.Parallel()
	for _, c := range []struct {
		zone   string
		starts []time.Time
		weeks  int
		want   string
	}{
		{"UTC", []time.Time{desk.Mon(15, 0), desk.Mon(15, 30)}, 2, "[Mon 10 15:00 UTC Mon 10 15:30 UTC Mon 17 15:00 UTC " +
			"Mon 17 15:30 UTC]"},
		{"UTC", []time.Time{desk.Mon(15, 0)}, 0, "[]"},
		{"America/New_York", []time.Time{desk.Mon(14, 0)}, 1, "[Mon 10 09:00 EDT]"}, // the clock on the wall stays
		// 02:30 does not exist on Sunday, 9 March.
		{"America/New_York", []time.Time{time.Date(2031, 3, 2, 7, 30, 0, 0, time.UTC)}, 1, "[]"},
		// 01:30 is there twice on Sunday, 2 November.
		{"America/New_York", []time.Time{time.Date(2031, 10, 26, 5, 30, 0, 0, time.UTC)}, 1, "[Sun 2 01:30 EDT]"},
		{"Asia/Kathmandu", []time.Time{desk.Mon(15, 0)}, 1, "[Mon 10 20:45 +0545]"},
	} {
		zone := models.Location(c.zone)
		got := []string{}
		for _, s := range timetable.CopyWeeks(c.starts, zone, c.weeks) {
			got = append(got, s.In(zone).Format("Mon 2 15:04 MST"))
		}
		if fmt.Sprint(got) != c.want {
			t.Errorf("%v in %s: got %v, want %s", c.starts, c.zone, got, c.want)
		}
	}
	if got := timetable.CopyWeeks([]time.Time{desk.Mon(15, 0)}, time.UTC, 100); len(got) != timetable.MaxWeekCopies {
		t.Errorf("copied to %d weeks, want %d at most", len(got), timetable.MaxWeekCopies)
	}
}
