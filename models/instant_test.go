package models_test

import (
	"testing"
	"time"
	_ "time/tzdata" // the tests do not depend on the machine's zones

	"litmus/models"
	"litmus/models/desk"
	"litmus/models/timetable"
)

func TestInstant(t *testing.T) {
	t.Parallel()
	in := time.Date(2031, 3, 3, 17, 0, 0, 123_999_999, time.FixedZone("", 2*3600))
	if got, want := models.Instant(in), desk.Mon(15, 0).Add(123*time.Millisecond); got != want {
		t.Errorf("Instant = %v, want %v in UTC", got, want)
	}
	if got, want := models.FormatInstant(in), "2031-03-03T15:00:00.123Z"; got != want {
		t.Errorf("FormatInstant = %s, want %s", got, want)
	}
	if got, want := models.FormatInstant(desk.Mon(15, 0)), "2031-03-03T15:00:00.000Z"; got != want {
		t.Errorf("FormatInstant = %s, want %s", got, want)
	}
}

func TestParseInstant(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]time.Time{
		"2031-03-03T15:00:00Z":      desk.Mon(15, 0),
		"2031-03-03t15:00:00z":      desk.Mon(15, 0),
		"2031-03-03T17:00:00+02:00": desk.Mon(15, 0),
		"2031-03-03T15:00:00.5Z":    desk.Mon(15, 0).Add(500 * time.Millisecond),
		// Truncation comes later: the grid is tested first.
		"2031-03-03T15:00:00.000000001Z": desk.Mon(15, 0).Add(1),
	} {
		if got, err := models.ParseInstant("scheduled_start_at", in); err != nil || !got.Equal(want) ||
			got.Location() != time.UTC {
			t.Errorf("ParseInstant(%s) = %v, %v; want %v in UTC", in, got, err, want)
		}
	}
	for name, in := range map[string]string{
		"no offset":                    "2031-03-03T15:00:00",
		"nothing":                      "",
		"a space for the T":            "2031-03-03 15:00:00Z",
		"a comma fraction":             "2031-03-03T15:00:00,5Z",
		"30 February":                  "2031-02-30T15:00:00Z",
		"second 60":                    "2031-03-03T15:00:60Z",
		"spaces around":                " 2031-03-03T15:00:00Z ",
		"an hour of one digit":         "2031-03-03T9:00:00Z",
		"an offset of a day":           "2031-03-03T15:00:00+24:00",
		"no fraction behind the point": "2031-03-03T15:00:00.Z",
	} {
		desk.WantRefusal(t, name, models.Invalid, "scheduled_start_at")(models.ParseInstant("scheduled_start_at", in))
	}
}

func TestParseBound(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]time.Time{
		"2031-03-03T15:00:00Z":          desk.Mon(15, 0),
		"2031-03-03T17:00:00+02:00":     desk.Mon(15, 0),
		"2031-03-03T17:00:00 02:00":     desk.Mon(15, 0), // a + that arrived as a space
		"2031-03-03T17:00:00.250 02:00": desk.Mon(15, 0).Add(250 * time.Millisecond),
		"2031-03-03T15:00:00":           desk.Mon(15, 0), // without offset: UTC
		"2031-03-03T15:00":              desk.Mon(15, 0),
		"2031-03-03":                    desk.Mon(0, 0),
		" 2031-03-03 ":                  desk.Mon(0, 0),
	} {
		if got, err := models.ParseBound("from", in); err != nil || !got.Equal(want) || got.Location() != time.UTC {
			t.Errorf("ParseBound(%q) = %v, %v; want %v", in, got, err, want)
		}
	}
	for _, in := range []string{"", "today", "2031-03", "2031-03-03 15:00:00", "2031-03-03T15:00:00,5", "2031-13-01",
		"2031-03-03T15:00:00  02:00", "2031-03-03T9:00", "2031-3-3", "2031-03-03T15:00:00+24:00", "2031-03-03T15",
		"2031-03-03Z"} {
		desk.WantRefusal(t, in, models.Invalid, "updated_since")(models.ParseBound("updated_since", in))
	}
}

func TestCheckTimeZone(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Australia/Lord_Howe",
		"Etc/GMT+5"} {
		if err := models.CheckTimeZone("time_zone", name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{"", "Local", "Mars/Base", "Europe/Berlin ", "../etc/passwd",
		"/usr/share/zoneinfo/UTC", "+02:00", "Berlin", "./UTC", "Europe/./Berlin", "Europe//Berlin", "Europe/../UTC",
		"Europe/Berlin/", "tzdata.zi"} {
		desk.WantRefusal(t, name, models.Invalid, "time_zone")(models.CheckTimeZone("time_zone", name))
	}
	for _, name := range []string{"", "Mars/Base"} {
		if got := models.Location(name); got != time.UTC {
			t.Errorf("a zone that is unknown on this machine is read as UTC: Location(%q) = %v", name, got)
		}
	}
}

func TestOnGrid(t *testing.T) { // §4 Slots rule 3
	t.Parallel()
	for at, want := range map[time.Time]bool{
		desk.Mon(15, 0): true, desk.Mon(15, 30): true, desk.Mon(0, 0): true, desk.Mon(15, 15): false,
		desk.Mon(15, 1):                  false,
		desk.Mon(15, 0).Add(time.Second): false, desk.Mon(15, 0).Add(time.Millisecond): false,
		desk.Mon(15, 0).Add(1): false,
	} {
		if got := timetable.OnGrid(at); got != want {
			t.Errorf("OnGrid(%v) = %v, want %v", at, got, want)
		}
	}
}

func TestParseSlot(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]time.Time{
		// Slots in the past may be written.
		"2031-03-03T15:30:00Z": desk.Mon(15, 30), "2031-03-03T17:00:00.000+02:00": desk.Mon(15, 0),
		"1999-01-01T00:00:00Z": time.Date(1999, 1, 1, 0, 0, 0, 0, time.UTC),
	} {
		if got, err := timetable.ParseSlot("start_at", in); err != nil || !got.Equal(want) {
			t.Errorf("ParseSlot(%s) = %v, %v", in, got, err)
		}
	}
	for name, in := range map[string]string{
		"a quarter past":               "2031-03-03T15:15:00Z",
		"less than a millisecond past": "2031-03-03T15:00:00.0000001Z",
		"no offset":                    "2031-03-03T15:00:00",
		"after the year 2200":          "2201-01-01T00:00:00Z",
	} {
		desk.WantRefusal(t, name, models.Invalid, "slots[0].start_at")(timetable.ParseSlot("slots[0].start_at", in))
	}
}
