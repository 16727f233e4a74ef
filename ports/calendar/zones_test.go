package calendar

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestZone_instant follows RFC 5545 3.3.5: a skipped local time is read with the offset before the change, and of a
// local time that occurs twice, the first is meant.
func TestZone_instant(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ zone, wall, want string }{
		{"America/New_York", "20310309T015959", "2031-03-09T06:59:59Z"},
		{"America/New_York", "20310309T020000", "2031-03-09T07:00:00Z"}, // clocks show 03:00
		{"America/New_York", "20310309T023000", "2031-03-09T07:30:00Z"},
		{"America/New_York", "20310309T030000", "2031-03-09T07:00:00Z"},
		{"America/New_York", "20311102T010000", "2031-11-02T05:00:00Z"},
		{"America/New_York", "20311102T020000", "2031-11-02T07:00:00Z"},
		{"Europe/Berlin", "20310330T023000", "2031-03-30T01:30:00Z"},
		{"Europe/Berlin", "20311026T023000", "2031-10-26T00:30:00Z"},
		{"Australia/Lord_Howe", "20310406T014500", "2031-04-05T14:45:00Z"}, // half an hour occurs twice
		{"Australia/Lord_Howe", "20311005T021500", "2031-10-04T15:45:00Z"},
		{"Asia/Kolkata", "20310304T000000", "2031-03-03T18:30:00Z"},
	} {
		z := load(c.zone)
		if got := time.Unix(z.instant(wall(t, c.wall)), 0).UTC().Format(time.RFC3339); got != c.want {
			t.Errorf("%s in %s: got %s, want %s", c.wall, c.zone, got, c.want)
		}
	}
}

// TestZone_alike checks that a zone and its VTIMEZONE convert alike in both directions.
func TestZone_alike(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 1))
	for _, name := range []string{"America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Africa/Casablanca",
		"America/St_Johns", "Asia/Kolkata"} {
		zone := location{mustZone(name)}
		var described zoneOrNil
		text := zoneText("x", zone.Location)
		if strings.Contains(text, "DTSTART") {
			objects, err := parseObjects(calendarOf(text))
			if err != nil {
				t.Fatal(err)
			}
			described.zone, described.ok = observe(objects[0].children[0], span{0, 1 << 40}, newBudget())
		}
		for range fewer(2000) {
			at := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC).Unix() + r.Int64N(11*365*day)
			if r.IntN(2) == 0 { // near a change
				if _, end := time.Unix(at, 0).In(zone.Location).ZoneBounds(); !end.IsZero() && end.Year() < 2031 {
					at = end.Unix() + r.Int64N(3*3600) - 3600
				}
			}
			shown := zone.wall(at)
			if got := zone.instant(shown); got > at || zone.wall(got) != shown {
				t.Fatalf("%s: %s is the local time at %s, but is read as %s",
					name, time.Unix(shown, 0).UTC(), time.Unix(at, 0), time.Unix(got, 0))
			}
			if !described.ok {
				continue
			}
			if got := described.zone.wall(at); got != shown {
				t.Fatalf("%s: local time %d, by its VTIMEZONE %d", name, shown, got)
			}
			if w := shown + r.Int64N(7200) - 3600; described.zone.instant(w) != zone.instant(w) {
				t.Fatalf("%s: %s is %d, by its VTIMEZONE %d",
					name, time.Unix(w, 0).UTC(), zone.instant(w), described.zone.instant(w))
			}
		}
	}
}

type zoneOrNil struct {
	zone zone
	ok   bool
}

func TestZone_windows(t *testing.T) {
	t.Parallel()
	for name, want := range windowsZones {
		z, ok := lookUp(name).(location)
		if !ok || z.Location == time.UTC && want != "Etc/UTC" {
			t.Errorf("%s is not %s", name, want)
		}
	}
	if len(windowsZones) < 130 {
		t.Errorf("only %d names", len(windowsZones))
	}
}

func TestZone_names(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Europe/Berlin": "Europe/Berlin", "UTC": "UTC", "Etc/UTC": "Etc/UTC", "GMT": "GMT", "EST5EDT": "EST5EDT",
		"W. Europe Standard Time": "Europe/Berlin", "/a/b/Europe/Berlin": "Europe/Berlin",
		"/a/America/Indiana/Knox": "America/Indiana/Knox", "Local": "", "": "", "../../etc/localtime": "",
		"/etc/localtime": "", "/": "", "//": "", "right/Europe/Berlin": "", "Nowhere/Nothing": "", "europe/\x00": "",
		strings.Repeat("/Europe", 1000): "",
	} {
		got := ""
		if name != "" {
			if z, ok := lookUp(name).(location); ok {
				got = z.String()
			}
		} else if load("") != nil {
			got = "something"
		}
		if got != want {
			t.Errorf("%.40q is %q, want %q", name, got, want)
		}
	}
}

// TestZone_manyObjects reads objects that each have a VTIMEZONE of their own, which Outlook begins in 1601.
func TestZone_manyObjects(t *testing.T) {
	t.Parallel()
	r := newReading(march[0], march[1], Source{Zone: berlin})
	for i := range 3000 {
		zone := vtimezone
		if i%2 == 0 { // a different text each time
			zone = strings.Replace(zone, "BEGIN:STANDARD", "BEGIN:STANDARD\nUID:"+strconv.Itoa(i), 1)
		}
		event := eventOf("DTSTART;TZID=Customized Time Zone:20310304T100000", "DURATION:PT1H")
		objects, err := parseObjects(calendarOf(zone, event))
		if err != nil {
			t.Fatal(err)
		}
		if err := r.add(objects); err != nil {
			t.Fatalf("after %d: %v", i, err)
		}
	}
	if len(r.blocks) != 3000 || spell(r.blocks[:1]) != "2031-03-04T09:00Z/10:00" {
		t.Errorf("%d blocks", len(r.blocks))
	}
}

// TestZone_odd reads VTIMEZONEs with little, no or too much content.
func TestZone_odd(t *testing.T) {
	t.Parallel()
	part := func(lines ...string) string { return strings.Join(lines, "\r\n") }
	for name, c := range map[string]struct{ zone, want string }{
		"one offset without end": {part("BEGIN:STANDARD", "DTSTART:16010101T000000", "TZOFFSETFROM:+0300",
			"TZOFFSETTO:+0300", "END:STANDARD"), "2031-03-04T07:00Z/08:00"},
		"a rule that has ended": {part("BEGIN:DAYLIGHT", "DTSTART:20000326T020000",
			"RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3;UNTIL=20100328T010000Z",
			"TZOFFSETFROM:+0200", "TZOFFSETTO:+0300", "END:DAYLIGHT",
			"BEGIN:STANDARD", "DTSTART:20001029T030000",
			"RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10;UNTIL=20091025T000000Z",
			"TZOFFSETFROM:+0300", "TZOFFSETTO:+0200", "END:STANDARD"), "2031-03-04T07:00Z/08:00"},
		"further dates": {part("BEGIN:STANDARD", "DTSTART:20200101T000000",
			"RDATE:20300101T000000,20310101T000000", "TZOFFSETFROM:+0100", "TZOFFSETTO:-053000", "END:STANDARD"),
			"2031-03-04T15:30Z/16:30"},
		"nothing": {"X-NOTHING:1", "2031-03-04T09:00Z/10:00"},
		"no start": {part("BEGIN:STANDARD", "TZOFFSETFROM:+0300", "TZOFFSETTO:+0300", "END:STANDARD"),
			"2031-03-04T09:00Z/10:00"},
		"an offset of days": {part("BEGIN:STANDARD", "DTSTART:16010101T000000", "TZOFFSETFROM:+9900",
			"TZOFFSETTO:+9900", "END:STANDARD"), "2031-03-04T09:00Z/10:00"},
		"a rule by the second": {part("BEGIN:STANDARD", "DTSTART:16010101T000000", "RRULE:FREQ=SECONDLY",
			"TZOFFSETFROM:+0300", "TZOFFSETTO:+0300", "END:STANDARD"), "2031-03-04T07:00Z/08:00"},
	} {
		text := calendarOf("BEGIN:VTIMEZONE", "TZID:odd", c.zone, "END:VTIMEZONE",
			eventOf("DTSTART;TZID=odd:20310304T100000", "DURATION:PT1H"))
		got, err := read(text, march[0], march[1], berlin)
		if err != nil || spell(got) != c.want {
			t.Errorf("%s: got %s %v, want %s", name, spell(got), err, c.want)
		}
	}
}
