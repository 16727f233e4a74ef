package timetable_test

import (
	"slices"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/desk"
	"litmus/models/timetable"
)

func TestPickable(t *testing.T) {
	t.Parallel()
	moving := desk.Picked()
	a := timetable.Availability{
		Interviewers: []timetable.Available{
			{Email: desk.Ann, Painted: []time.Time{desk.Mon(14, 0), desk.Mon(15, 0), desk.Mon(15, 30), desk.Mon(16, 0)},
				Bookings: []timetable.Booked{{InterviewID: moving.ID, Range: desk.Span(15, 0, 16, 0)}}},
			{Email: desk.Bob, Painted: []time.Time{desk.Mon(15, 0)}},
		},
		Unnamed: []timetable.Booked{{InterviewID: "int_u", Range: desk.Span(14, 0, 15, 0)}},
	}
	for name, c := range map[string]struct {
		from, to, now time.Time
		moving        *models.Interview
		want          string
	}{
		"the first pick":                      {desk.Mon(0, 0), desk.Mon(23, 0), desk.Thu, nil, "15:00 1 bob, 16:00 1 ann"},
		"a move: its own time is not offered": {desk.Mon(0, 0), desk.Mon(23, 0), desk.Thu, &moving, "15:30 1 ann, 16:00 1 ann"},
		"what starts now is not either":       {desk.Mon(0, 0), desk.Mon(23, 0), desk.Mon(16, 0), nil, ""},
		"bounds are inclusive":                {desk.Mon(15, 0), desk.Mon(15, 0), desk.Thu, nil, "15:00 1 bob"},
	} {
		if got := desk.SaySlots(a.Pickable(time.Hour, c.from, c.to, c.now, c.moving)); got != c.want {
			t.Errorf("%s: got  %s\nwant %s", name, got, c.want)
		}
	}
	t.Run("the facts are left as they were", func(t *testing.T) {
		a.Pickable(time.Hour, desk.Mon(0, 0), desk.Mon(23, 0), desk.Thu, &moving)
		if len(a.Interviewers[0].Bookings) != 1 || len(a.Unnamed) != 1 {
			t.Error("the interview that is moved is gone from the facts")
		}
	})
	t.Run("a personal schedule ends 92 days from now, what is painted does not", func(t *testing.T) {
		always := timetable.WeeklyHours{}
		for d := range 7 {
			always[time.Weekday(d)] = []timetable.Hours{{From: 0, To: 1440}}
		}
		last := desk.Thu.AddDate(0, 0, 92)
		a := timetable.Availability{Interviewers: []timetable.Available{{Email: desk.Ann, Personal: true, Zone: "UTC",
			Hours:   always,
			Painted: []time.Time{last.AddDate(0, 0, 9)}},
			{Email: desk.Bob, Painted: []time.Time{last.AddDate(0, 0, 10), last.AddDate(0, 0, 99)}}}}
		for from, want := range map[time.Time]int{last.AddDate(0, 0, -1): 49 + 1, last: 1 + 1, last.Add(time.Minute): 1,
			last.AddDate(0, 0, 10): 1, last.AddDate(0, 0, 11): 0} {
			got := a.Pickable(time.Hour, from, from.AddDate(0, 0, 28), desk.Thu, nil)
			if len(got) != want || !slices.IsSortedFunc(got, func(a, b timetable.Slot) int {
				return a.StartAt.Compare(b.StartAt)
			}) {
				t.Errorf("from %s: %d starts, want %d: %v", from, len(got), want, got)
			}
		}
	})
}
