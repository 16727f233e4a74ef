package phrases

import (
	"testing"
	"time"
	_ "time/tzdata"
)

func zoneOf(t *testing.T, name string) *time.Location {
	t.Helper()
	l, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestSpan proves that times have the zone's name and are right when the clocks change.
func TestSpan(t *testing.T) {
	t.Parallel()
	english, american, german := Locale{Language: &English}, Locale{&English, true}, Locale{Language: &German}
	for _, c := range []struct {
		about, start string
		minutes      int
		openEnded    bool
		zone         string
		in           Locale
		want         string
	}{
		{"in summer", "2032-06-01T10:00:00Z", 60, false, "Europe/Berlin", english,
			"Tuesday, 1 June 2032, 12:00–13:00 (Berlin time, UTC+2)"},
		{"in UTC", "2032-06-01T10:00:00Z", 60, false, "UTC", english, "Tuesday, 1 June 2032, 10:00–11:00 (UTC)"},
		{"west of Greenwich", "2032-12-01T10:00:00Z", 60, false, "America/New_York", english,
			"Wednesday, 1 December 2032, 05:00–06:00 (New York time, UTC−5)"},
		{"in Greenwich's own winter", "2032-12-01T10:00:00Z", 60, false, "Europe/London", english,
			"Wednesday, 1 December 2032, 10:00–11:00 (London time, UTC+0)"},
		{"in a zone without a place", "2032-06-01T10:00:00Z", 60, false, "Etc/GMT-3", english,
			"Tuesday, 1 June 2032, 13:00–14:00 (UTC+3)"},
		{"at a quarter", "2032-06-01T10:00:00Z", 60, false, "Asia/Kathmandu", english,
			"Tuesday, 1 June 2032, 15:45–16:45 (Kathmandu time, UTC+5:45)"},
		{"over midnight", "2032-06-01T21:30:00Z", 60, false, "Europe/Berlin", english,
			"Tuesday, 1 June 2032, 23:30 – Wednesday, 2 June 2032, 00:30 (Berlin time, UTC+2)"},
		{"while clocks go forward", "2031-03-30T00:30:00Z", 60, false, "Europe/Berlin", english,
			"Sunday, 30 March 2031, 01:30 UTC+1 – 03:30 UTC+2 (Berlin time)"},
		{"while clocks go back", "2031-10-26T00:30:00Z", 60, false, "Europe/Berlin", english,
			"Sunday, 26 October 2031, 02:30 UTC+2 – 02:30 UTC+1 (Berlin time)"},
		{"open-ended", "2032-06-01T10:00:00Z", 90, true, "Europe/Berlin", english,
			"Tuesday, 1 June 2032, from 12:00 (Berlin time, UTC+2)"},

		{"with 12 hours", "2032-06-01T19:00:00Z", 60, false, "America/New_York", american,
			"Tuesday, 1 June 2032, 3:00–4:00 pm (New York time, UTC−4)"},
		{"over noon", "2032-06-01T15:30:00Z", 60, false, "America/New_York", american,
			"Tuesday, 1 June 2032, 11:30 am–12:30 pm (New York time, UTC−4)"},
		{"over midnight with 12 hours", "2032-06-02T03:30:00Z", 60, false, "America/New_York", american,
			"Tuesday, 1 June 2032, 11:30 pm – Wednesday, 2 June 2032, 12:30 am (New York time, UTC−4)"},

		{"in German", "2026-11-26T14:00:00Z", 60, false, "Europe/Vienna", german,
			"Donnerstag, 26. November 2026, 15:00–16:00 Uhr (Ortszeit Wien, UTC+1)"},
		{"in German over midnight", "2032-06-01T21:30:00Z", 60, false, "Europe/Berlin", german,
			"Dienstag, 1. Juni 2032, 23:30 Uhr – Mittwoch, 2. Juni 2032, 00:30 Uhr (Ortszeit Berlin, UTC+2)"},
		{"open-ended in German", "2032-03-02T10:00:00Z", 90, true, "Asia/Kolkata", german,
			"Dienstag, 2. März 2032, ab 15:30 Uhr (Ortszeit Kolkata, UTC+5:30)"},
	} {
		start, err := time.Parse(time.RFC3339, c.start)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.in.Span(start, start.Add(time.Duration(c.minutes)*time.Minute), c.openEnded,
			zoneOf(t, c.zone)); got != c.want {
			t.Errorf("%s: got %q, want %q", c.about, got, c.want)
		}
	}
	at := time.Date(2026, 11, 26, 14, 0, 0, 0, time.UTC)
	for want, got := range map[string]string{
		"Thursday, 26 November 2026, 15:00 (Berlin time, UTC+1)":            english.At(at, zoneOf(t, "Europe/Berlin")),
		"Donnerstag, 26. November 2026, 15:00 Uhr (Ortszeit Berlin, UTC+1)": german.At(at, zoneOf(t, "Europe/Berlin")),
		"Thu 26 Nov 2026 2:00 pm":                                           american.Short(at),
		"Do., 26. November 2026, 14:00 Uhr":                                 german.Short(at),
		"14:00":                                                             german.Clock(at),
		"2:00\u00a0pm":                                                      american.Clock(at),
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestLengths(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration][2]string{
		0:                            {"0 minutes", "0 Minuten"},
		time.Minute:                  {"1 minute", "1 Minute"},
		time.Hour:                    {"1 hour", "1 Stunde"},
		90 * time.Minute:             {"1 hour 30 minutes", "1 Stunde 30 Minuten"},
		3*time.Hour + time.Minute:    {"3 hours 1 minute", "3 Stunden 1 Minute"},
		24 * time.Hour:               {"1 day", "1 Tag"},
		50*time.Hour + 5*time.Minute: {"2 days 2 hours 5 minutes", "2 Tage 2 Stunden 5 Minuten"},
	} {
		if got := [2]string{English.Length(d), German.Length(d)}; got != want {
			t.Errorf("%s: got %q, want %q", d, got, want)
		}
	}
	for d, want := range map[time.Duration][2]string{
		-time.Second:                     {"in 0 seconds", "in 0 Sekunden"},
		time.Second:                      {"in 1 second", "in 1 Sekunde"},
		119 * time.Second:                {"in 119 seconds", "in 119 Sekunden"},
		2 * time.Minute:                  {"in 2 minutes", "in 2 Minuten"},
		119*time.Minute + 59*time.Second: {"in 119 minutes", "in 119 Minuten"},
		2 * time.Hour:                    {"in 2 hours", "in 2 Stunden"},
		47*time.Hour + 59*time.Minute:    {"in 47 hours 59 minutes", "in 47 Stunden 59 Minuten"},
		48 * time.Hour:                   {"in 2 days", "in 2 Tagen"},
		1500 * 24 * time.Hour:            {"in 1,500 days", "in 1.500 Tagen"},
	} {
		if got := [2]string{English.Left(d), German.Left(d)}; got != want {
			t.Errorf("%s left: got %q, want %q", d, got, want)
		}
	}
	for _, c := range []struct {
		days int
		left time.Duration
		want [2]string
	}{
		{0, 0, [2]string{"now", "jetzt"}}, {0, time.Hour, [2]string{"in 1 hour", "in 1 Stunde"}},
		{0, 90 * time.Minute, [2]string{"in 1 hour 30 minutes", "in 1 Stunde 30 Minuten"}},
		{0, 13 * time.Hour, [2]string{"today", "heute"}}, {1, 24 * time.Hour, [2]string{"tomorrow", "morgen"}},
		{3, 72 * time.Hour, [2]string{"in 3 days", "in 3 Tagen"}},
	} {
		if got := [2]string{English.Relative(c.days, c.left), German.Relative(c.days, c.left)}; got != c.want {
			t.Errorf("%s: got %q, want %q", c.left, got, c.want)
		}
	}
	if got := German.Counted(German.Moves, 1) + ", " + German.Counted(German.Moves, 2); got !=
		"noch einmal, noch 2-mal" {
		t.Error(got)
	}
}
