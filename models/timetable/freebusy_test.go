package timetable_test

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"litmus/models"
	"litmus/models/desk"
	"litmus/models/timetable"
)

func TestOverlaps(t *testing.T) {
	t.Parallel()
	lunch := desk.Span(12, 0, 13, 0)
	for name, c := range map[string]struct {
		r    timetable.Range
		want bool
	}{
		"itself":           {lunch, true},
		"touching before":  {desk.Span(11, 0, 12, 0), false},
		"touching after":   {desk.Span(13, 0, 14, 0), false},
		"a minute into it": {desk.Span(11, 0, 12, 1), true},
		"within":           {desk.Span(12, 10, 12, 20), true},
	} {
		if lunch.Overlaps(c.r) != c.want || c.r.Overlaps(lunch) != c.want {
			t.Errorf("%s: want %v both ways", name, c.want)
		}
	}
}

// subtract says in another way than [timetable.diary.at] what is free: it returns what is left of the sorted, disjoint
// spans after the busy ones are removed.
func subtract(spans, busy []timetable.Range) []timetable.Range {
	busy = timetable.Merge(busy)
	out := make([]timetable.Range, 0, len(spans)+len(busy))
	for _, s := range spans {
		for i := timetable.FirstAfter(busy, s.From); i < len(busy) && busy[i].From.Before(s.To); i++ {
			if busy[i].From.After(s.From) {
				out = append(out, timetable.Range{From: s.From, To: busy[i].From})
			}
			if s.From = busy[i].To; !s.From.Before(s.To) {
				break
			}
		}
		if s.From.Before(s.To) {
			out = append(out, s)
		}
	}
	return out
}

// TestExpandEveryMinute compares the expansion with wall clock times, minute by minute. Its working hours end before
// the night, in which clocks change.
func TestExpandEveryMinute(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		zone := models.Location(rapid.SampledFrom(desk.Zones).Draw(t, "zone"))
		week := timetable.WeeklyHours{}
		for _, day := range rapid.SliceOfNDistinct(rapid.IntRange(0, 6), 1, 4, rapid.ID[int]).Draw(t, "weekdays") {
			from := rapid.IntRange(5*60, 20*60).Draw(t, "from")
			week[time.Weekday(day)] = []timetable.Hours{{From: from, To: rapid.IntRange(from+1, 22*60).Draw(t, "to")}}
		}
		from := time.Date(rapid.SampledFrom([]int{2011, 2018, 2031}).Draw(t, "year"), 1,
			rapid.IntRange(1, 365).Draw(t, "day"), 0, rapid.IntRange(0, 1439).Draw(t, "minute"), 0, 0, time.UTC)
		to := from.Add(time.Duration(rapid.IntRange(1, 60).Draw(t, "hours")) * time.Hour)
		got := week.Expand(zone, from, to)
		for at := from; at.Before(to); at = at.Add(7 * time.Minute) {
			wall := at.In(zone)
			m := wall.Hour()*60 + wall.Minute()
			want := slices.ContainsFunc(week[wall.Weekday()], func(h timetable.Hours) bool {
				return h.From <= m &&
					m < h.To
			})
			if in := slices.ContainsFunc(got, func(r timetable.Range) bool {
				return !at.Before(r.From) && at.Before(r.To)
			}); in != want {
				t.Fatalf("%s: %s is working time: %v, want %v of %v; got %v", zone, wall, in, want, week, got)
			}
		}
	})
}

func TestExpandThroughClockChanges(t *testing.T) { // RFC 5545 3.3.5
	t.Parallel()
	for _, c := range []struct {
		name, zone, date string
		hours            timetable.Hours
		want             string // in UTC
	}{
		{"New York, a span around the gap is an hour shorter", "America/New_York", "2031-03-09", timetable.Hours{From: 60, To: 240},
			"06:00-08:00"},
		{"New York, a span that starts in the gap is read with the offset before it", "America/New_York", "2031-03-09",
			timetable.Hours{From: 150, To: 300}, "07:30-09:00"},
		{"New York, a span within the gap", "America/New_York", "2031-03-09", timetable.Hours{From: 135, To: 165}, "07:15-07:45"},
		{"New York, a span that ends in the gap", "America/New_York", "2031-03-09", timetable.Hours{From: 60, To: 150}, "06:00-07:30"},
		{"New York, a span around the repeated hour is an hour longer", "America/New_York", "2031-11-02", timetable.Hours{From: 0, To: 180},
			"04:00-08:00"},
		{"New York, a span that starts in the repeated hour starts in the first", "America/New_York", "2031-11-02",
			timetable.Hours{From: 90, To: 180}, "05:30-08:00"},
		{"New York, a span that ends in the repeated hour ends in the first", "America/New_York", "2031-11-02",
			timetable.Hours{From: 0, To: 90}, "04:00-05:30"},
		{"Lord Howe repeats half an hour", "Australia/Lord_Howe", "2031-04-06", timetable.Hours{From: 60, To: 180}, "14:00-16:30"},
		{"Lord Howe skips half an hour", "Australia/Lord_Howe", "2031-10-05", timetable.Hours{From: 60, To: 180}, "14:30-16:00"},
		{"Sao Paulo, the day began at one", "America/Sao_Paulo", "2018-11-04", timetable.Hours{From: 0, To: 120}, "03:00-04:00"},
		{"Sao Paulo, the day before ended there", "America/Sao_Paulo", "2018-11-03", timetable.Hours{From: 1320, To: 1440}, "01:00-03:00"},
		{"Apia, a day after one that never was", "Pacific/Apia", "2011-12-31", timetable.Hours{From: 540, To: 600}, "19:00-20:00"},
	} {
		t.Run(c.name, func(t *testing.T) {
			zone := models.Location(c.zone)
			day, err := time.Parse("2006-01-02", c.date)
			if err != nil || zone == time.UTC {
				t.Fatal(c.zone, err)
			}
			week := timetable.WeeklyHours{day.Weekday(): {c.hours}}
			got := week.Expand(zone, day.Add(-24*time.Hour), day.Add(48*time.Hour))
			if len(got) != 1 || got[0].From.UTC().Format("15:04")+"-"+got[0].To.UTC().Format("15:04") != c.want {
				t.Errorf("got %v, want %s", got, c.want)
			}
		})
	}
}

// TestExpandSkippedDate proves that nobody works on a date that their zone left out when the date line moved.
func TestExpandSkippedDate(t *testing.T) {
	t.Parallel()
	skipped := time.Date(2011, 12, 30, 0, 0, 0, 0, time.UTC)
	week := timetable.WeeklyHours{skipped.Weekday(): {{From: 540, To: 600}}}
	got := week.Expand(models.Location("Pacific/Apia"), skipped.AddDate(0, 0, -2), skipped.AddDate(0, 0, 2))
	if len(got) != 0 {
		t.Errorf("got %v", got)
	}
}

func TestExpandBounds(t *testing.T) {
	t.Parallel()
	week := timetable.WeeklyHours{time.Monday: {{From: 540, To: 600}, {From: 660, To: 720}}}
	for name, c := range map[string]struct {
		from, to time.Time
		want     int
	}{
		"both spans of the day":          {desk.Mon(0, 0), desk.Mon(23, 0), 2},
		"one that has begun":             {desk.Mon(9, 30), desk.Mon(10, 30), 1},
		"not one that just ended":        {desk.Mon(10, 0), desk.Mon(10, 30), 0},
		"not one that is about to begin": {desk.Mon(10, 30), desk.Mon(11, 0), 0},
		"a year of Mondays":              {desk.Mon(0, 0), desk.Mon(0, 0).AddDate(1, 0, 0), 2 * 53},
	} {
		if got := week.Expand(time.UTC, c.from, c.to); len(got) != c.want {
			t.Errorf("%s: got %d spans, want %d", name, len(got), c.want)
		}
	}
	if got := (timetable.WeeklyHours{}).Expand(time.UTC, desk.Mon(0, 0), desk.Mon(23, 0)); got != nil {
		t.Errorf("a week off: got %v", got)
	}
}

func TestParseHours(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]timetable.Hours{"09:00-12:30": {From: 540, To: 750}, "00:00-24:00": {From: 0, To: 1440},
		" 09:00 - 10:00 ": {From: 540, To: 600}} {
		if got, err := timetable.ParseHours(in); err != nil || got != want {
			t.Errorf("ParseHours(%q) = %v, %v", in, got, err)
		}
	}
	for _, in := range []string{"", "09:00", "9:00-10:00", "09:00-09:00", "10:00-09:00", "09:00-24:01", "09:60-10:00",
		"-1:00-02:00", "09:00-10:00-11:00", "aa:bb-cc:dd", "09:0-10:00", "+9:00-10:00"} {
		desk.WantRefusal(t, in, models.Invalid, "")(timetable.ParseHours(in))
	}
}
