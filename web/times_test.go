package web

import (
	"testing"
	"time"
	_ "time/tzdata"

	"litmus/zones"
)

func zoneOf(t *testing.T, name string) *time.Location {
	t.Helper()
	l, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestStartOfDay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ about, day, zone, want string }{
		{"the day on which clocks go forward", "2031-03-30", "Europe/Berlin", "2031-03-29T23:00:00Z"},
		{"midnight does not exist", "2018-11-04", "America/Sao_Paulo", "2018-11-04T03:00:00Z"},
		{"midnight comes twice", "2031-11-02", "America/Havana", "2031-11-02T04:00:00Z"},
		{"a whole day is left out", "2011-12-31", "Pacific/Apia", "2011-12-30T10:00:00Z"},
	} {
		day, err := time.Parse(dayLayout, c.day)
		if err != nil {
			t.Fatal(err)
		}
		if got := startOfDay(day, zoneOf(t, c.zone)).UTC().Format(time.RFC3339); got != c.want {
			t.Errorf("%s: got %s, want %s", c.about, got, c.want)
		}
	}
	for n, name := range zones.Names() { // in every zone the days of a year follow each other
		if testing.Short() && n%10 > 0 {
			continue
		}
		zone := zoneOf(t, name)
		before := startOfDay(time.Date(2030, 12, 31, 0, 0, 0, 0, time.UTC), zone)
		for day := range 366 {
			date := time.Date(2031, 1, 1+day, 0, 0, 0, 0, time.UTC)
			start := startOfDay(date, zone)
			if !start.After(before) || start.Format(dayLayout) != date.Format(dayLayout) ||
				start.Add(-time.Millisecond).Format(dayLayout) == date.Format(dayLayout) {
				t.Errorf("%s begins at %s in %s, the day before at %s", date.Format(dayLayout), start, name, before)
			}
			before = start
		}
	}
}
