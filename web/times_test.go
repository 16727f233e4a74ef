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

// TestTimes proves that times have the zone's name and are right when the clocks change.
func TestTimes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		about, start string
		minutes      int
		openEnded    bool
		zone, want   string
	}{
		{"in summer", "2032-06-01T10:00:00Z", 60, false, "Europe/Berlin", "Tuesday, 1 June 2032, 12:00–13:00 " +
			"(Europe/Berlin, UTC+02:00)"},
		{"in UTC", "2032-06-01T10:00:00Z", 60, false, "UTC", "Tuesday, 1 June 2032, 10:00–11:00 (UTC)"},
		{"at a quarter", "2032-06-01T10:00:00Z", 60, false, "Asia/Kathmandu", "Tuesday, 1 June 2032, 15:45–16:45 " +
			"(Asia/Kathmandu, UTC+05:45)"},
		{"over midnight", "2032-06-01T21:30:00Z", 60, false, "Europe/Berlin", "Tuesday, 1 June 2032, 23:30 – " +
			"Wednesday, 2 June 2032, 00:30 (Europe/Berlin, UTC+02:00)"},
		{"while clocks go forward", "2031-03-30T00:30:00Z", 60, false, "Europe/Berlin", "Sunday, 30 March 2031, " +
			"01:30 UTC+01:00 – 03:30 UTC+02:00 (Europe/Berlin)"},
		{"while clocks go back", "2031-10-26T00:30:00Z", 60, false, "Europe/Berlin", "Sunday, 26 October 2031, 02:30 " +
			"UTC+02:00 – 02:30 UTC+01:00 (Europe/Berlin)"},
		{"open-ended", "2032-06-01T10:00:00Z", 90, true, "Europe/Berlin", "Tuesday, 1 June 2032, from 12:00 " +
			"(Europe/Berlin, UTC+02:00)"},
	} {
		start, err := time.Parse(time.RFC3339, c.start)
		if err != nil {
			t.Fatal(err)
		}
		if got := english.span(start, start.Add(time.Duration(c.minutes)*time.Minute), c.openEnded,
			zoneOf(t, c.zone)); got != c.want {
			t.Errorf("%s: got %q, want %q", c.about, got, c.want)
		}
	}
	if got, want := english.at(time.Date(2032, 6, 1, 10, 0, 0, 0, time.UTC), zoneOf(t, "Europe/Berlin")),
		"Tuesday, 1 June 2032, 12:00 (Europe/Berlin, UTC+02:00)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
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
	for _, name := range zones.Names() { // in every zone the days of a year follow each other
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

func TestRelative(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{
		-time.Second: "in 0 seconds", time.Second: "in 1 second", 119 * time.Second: "in 119 seconds",
		2 * time.Minute: "in 2 minutes", 119*time.Minute + 59*time.Second: "in 119 minutes",
		2 * time.Hour: "in 2 hours", 47*time.Hour + 59*time.Minute: "in 47 hours", 48 * time.Hour: "in 2 days",
		90 * 24 * time.Hour: "in 90 days",
	} {
		if got := english.Relative(d); got != want {
			t.Errorf("%s: got %q, want %q", d, got, want)
		}
	}
	for d, want := range map[time.Duration]string{0: "0 minutes", 30 * time.Minute: "30 minutes", time.Hour: "1 hour",
		90 * time.Minute: "1 hour 30 minutes", 72 * time.Hour: "3 days"} {
		if got := english.Length(d); got != want {
			t.Errorf("%s: got %q, want %q", d, got, want)
		}
	}
}
