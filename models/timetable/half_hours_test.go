package timetable_test

import (
	"maps"
	"testing"
	"time"

	"litmus/models/desk"
	"litmus/models/timetable"
)

// TestHalfHours: what people can take are their working hours or their painted half hours, less their days off, also of
// weeks that are over (D26).
func TestHalfHours(t *testing.T) {
	t.Parallel()
	monday := desk.Mon(0, 0)
	a := timetable.Availability{Interviewers: []timetable.Available{
		{Email: desk.Ann, Personal: true, Zone: "UTC", Hours: timetable.OfficeHours,
			Absences: []timetable.Absence{{First: monday.AddDate(0, 0, 1).Format(time.DateOnly),
				Last: monday.AddDate(0, 0, 2).Format(time.DateOnly)}}},
		{Email: desk.Bob, Painted: []time.Time{desk.Mon(9, 0), desk.Mon(9, 30), monday.AddDate(0, 0, 7)}},
		{Email: "off@x.io", Personal: true, Zone: "UTC", Hours: timetable.WeeklyHours{}},
	}}
	for _, now := range []time.Time{monday, monday.AddDate(1, 0, 0)} {
		got := a.HalfHours(monday, monday.AddDate(0, 0, 7), now)
		if want := map[string]int{desk.Ann: 3 * 16, desk.Bob: 2}; !maps.Equal(got, want) {
			t.Errorf("at %s: %v, want %v", now, got, want)
		}
	}
}
