package timetable

import (
	"testing"
	"time"

	"litmus/models"
)

// T8: a time without an offset is a time of day in the zone, and no other text is.
func TestParseWall(t *testing.T) {
	t.Parallel()
	amsterdam := models.Location("Europe/Amsterdam")
	for text, want := range map[string]string{
		"2026-12-01T14:00":        "2026-12-01T13:00:00.000Z",
		"2026-07-01T14:00:30":     "2026-07-01T12:00:30.000Z",
		"2026-12-01T14:00:00.250": "2026-12-01T13:00:00.250Z",
		"2027-03-28T01:59":        "2027-03-28T00:59:00.000Z",
		"2027-03-28T02:30":        "refused", // the clocks skip it
		"2026-10-25T02:30":        "refused", // they show it twice
		"2026-10-25T03:00":        "2026-10-25T02:00:00.000Z",
		"2026-13-01T14:00":        "refused",
		"2026-12-01":              "",
		"2026-12-01T14:00Z":       "",
		"2026-12-01T14:00:00Z":    "",
		"tomorrow":                "",
	} {
		at, is, err := ParseWall("start_at", text, amsterdam)
		got := models.FormatInstant(at)
		switch {
		case err != nil && models.KindOf(err) == models.Invalid:
			got = "refused"
		case !is:
			got = ""
		}
		if got != want || err != nil && !is {
			t.Errorf("%s is %q (%v), want %q", text, got, err, want)
		}
	}
}

// T8: a date is its whole day in the zone, whose length the clocks decide, and no bound is refused for what clocks do.
func TestParseWallBound(t *testing.T) {
	t.Parallel()
	amsterdam := models.Location("Europe/Amsterdam")
	for _, c := range []struct {
		text string
		end  bool
		want string
	}{
		{"2026-12-01", false, "2026-11-30T23:00:00.000Z"}, {"2026-12-01", true, "2026-12-01T22:59:59.999Z"},
		{"2027-03-28", false, "2027-03-27T23:00:00.000Z"}, {"2027-03-28", true, "2027-03-28T21:59:59.999Z"},
		{"2026-12-01T14:00", true, "2026-12-01T13:00:00.000Z"}, {"2026-10-25T02:30", false, "2026-10-25T00:30:00.000Z"},
		{"2026-10-25T02:30", true, "2026-10-25T01:30:00.000Z"}, {"2027-03-28T02:30", false, "2027-03-28T01:30:00.000Z"},
		{"2026-12-01T14:00Z", false, ""}, {"2026-13-01", false, ""}, {"", false, ""},
	} {
		at, is := ParseWallBound(c.text, amsterdam, c.end)
		got := ""
		if is {
			got = models.FormatInstant(at)
		}
		if got != c.want {
			t.Errorf("%s, end %t, is %q, want %q", c.text, c.end, got, c.want)
		}
	}
	santiago := models.Location("America/Santiago") // where 2026-09-06 begins at 01:00
	first, _ := ParseWallBound("2026-09-06", santiago, false)
	last, _ := ParseWallBound("2026-09-05", santiago, true)
	if begins := "2026-09-06T04:00:00.000Z"; models.FormatInstant(first) != begins ||
		!last.Equal(first.Add(-time.Millisecond)) {
		t.Errorf("a day without midnight begins at %s after one until %s, want %s", models.FormatInstant(first),
			models.FormatInstant(last), begins)
	}
	if _, is := ParseWallBound("2026-12-01T14:00:00Z", time.UTC, false); is {
		t.Error("what has an offset was read as if it had none")
	}
}
