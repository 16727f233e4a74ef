package calendar

import (
	"slices"
	"strings"
	"testing"
	"time"
)

var berlin = mustZone("Europe/Berlin")

func mustZone(name string) *time.Location {
	l, err := time.LoadLocation(name)
	if err != nil {
		panic(err)
	}
	return l
}

// instant parses the times of tables: 2031-03-04T15:00Z.
func instant(t *testing.T, s string) time.Time {
	t.Helper()
	at, err := time.Parse("2006-01-02T15:04Z", s)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// calendarOf returns a calendar with these components.
func calendarOf(lines ...string) string {
	return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//y//EN\r\n" + strings.Join(lines, "\r\n") +
		"\r\nEND:VCALENDAR\r\n"
}

// eventOf returns an event with these lines.
func eventOf(lines ...string) string {
	return "BEGIN:VEVENT\r\nUID:u\r\nDTSTAMP:20260101T000000Z\r\n" + strings.Join(lines, "\r\n") + "\r\nEND:VEVENT"
}

// read reads the busy time of a calendar.
func read(text string, from, to time.Time, owner *time.Location) ([]Block, error) {
	objects, err := parseObjects(text)
	if err != nil {
		return nil, err
	}
	r := newReading(from, to, Source{Zone: owner, Email: "Ann@litmus.example", Username: "ann"})
	err = r.add(objects)
	slices.SortFunc(r.blocks, func(a, b Block) int { return a.From.Compare(b.From) })
	return r.blocks, err
}

// spell writes blocks like the tables: 2031-03-04T15:00Z/16:00, with the date of the end if that is another day.
func spell(blocks []Block) string {
	var s []string
	for _, b := range blocks {
		to := b.To.Format("15:04")
		if b.To.YearDay() != b.From.YearDay() {
			to = b.To.Format("2006-01-02T15:04Z")
		}
		s = append(s, b.From.Format("2006-01-02T15:04Z")+"/"+to)
	}
	return strings.Join(s, " ")
}

// vtimezone is Berlin's zone under another name.
const vtimezone = `BEGIN:VTIMEZONE
TZID:Customized Time Zone
BEGIN:STANDARD
DTSTART:16011028T030000
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:16010325T020000
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
END:DAYLIGHT
END:VTIMEZONE`

// TestBusy reads calendars of March 2031. New York changes its clocks on the 9th, and Berlin, where the owner lives, on
// the 30th.
// TestRoomDeclined: a room has no address by which it is known, so it declined what every room of an event declined.
func TestRoomDeclined(t *testing.T) {
	t.Parallel()
	const room, no, yes = "ATTENDEE;CUTYPE=", ";PARTSTAT=DECLINED:mailto:", ";PARTSTAT=ACCEPTED:mailto:"
	from := instant(t, "2031-03-01T00:00Z")
	for about, c := range map[string]struct {
		lines []string
		room  bool
		busy  int
	}{
		"the only room declined": {[]string{room + "ROOM" + no + "a@x.example"}, true, 0},
		"a resource declined":    {[]string{room + "resource" + no + "a@x.example"}, true, 0},
		"both rooms declined": {[]string{room + "ROOM" + no + "a@x.example",
			room + "ROOM" + no + "b@x.example"}, true, 0},
		"one of two rooms declined": {[]string{room + "ROOM" + no + "a@x.example",
			room + "ROOM" + yes + "b@x.example"}, true, 1},
		"somebody declined":          {[]string{room + "INDIVIDUAL" + no + "a@x.example"}, true, 1},
		"a room declined a person's": {[]string{room + "ROOM" + no + "a@x.example"}, false, 1},
		"nobody is asked":            {nil, true, 1},
	} {
		objects, err := parseObjects(calendarOf(eventOf(append([]string{"DTSTART:20310304T150000Z", "DURATION:PT1H"},
			c.lines...)...)))
		if err != nil {
			t.Fatal(err)
		}
		r := newReading(from, from.AddDate(0, 1, 0), Source{Email: "room_1", Username: "rooms", Room: c.room})
		if err := r.add(objects); err != nil || len(r.blocks) != c.busy {
			t.Errorf("%s: %d are busy (%v), want %d", about, len(r.blocks), err, c.busy)
		}
	}
}

func TestBusy(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lines []string
		want  string
	}{
		"one event in UTC": {[]string{eventOf("DTSTART:20310304T150000Z", "DTEND:20310304T160000Z")},
			"2031-03-04T15:00Z/16:00"},
		"events that overlap an end of the window": {[]string{
			eventOf("DTSTART:20310227T150000Z", "DTEND:20310301T010000Z"),
			eventOf("DTSTART:20310331T230000Z", "DTEND:20310405T000000Z")},
			"2031-02-27T15:00Z/2031-03-01T01:00Z 2031-03-31T23:00Z/2031-04-05T00:00Z"},
		"events that only touch the window": {[]string{eventOf("DTSTART:20310228T230000Z", "DTEND:20310301T000000Z"),
			eventOf("DTSTART:20310401T000000Z", "DTEND:20310401T010000Z")}, ""},
		"a zone of the tz database": {[]string{
			eventOf("DTSTART;TZID=America/New_York:20310304T100000", "DTEND;TZID=America/New_York:20310304T110000")},
			"2031-03-04T15:00Z/16:00"},
		"Windows' name of a zone": {[]string{
			eventOf("DTSTART;TZID=Eastern Standard Time:20310304T100000",
				"DTEND;TZID=W. Europe Standard Time:20310304T170000")}, "2031-03-04T15:00Z/16:00"},
		"a vendor's prefix": {[]string{
			eventOf("DTSTART;TZID=/freeassociation.sourceforge.net/America/New_York:20310304T100000", "DURATION:PT1H"),
			eventOf("DTSTART;TZID=/mozilla.org/20050126_1/America/Argentina/Ushuaia:20310305T100000", "DURATION:PT1H")},
			"2031-03-04T15:00Z/16:00 2031-03-05T13:00Z/14:00"},
		"a zone that the calendar itself describes": {[]string{vtimezone,
			eventOf("DTSTART;TZID=Customized Time Zone:20310328T100000",
				"DTEND;TZID=Customized Time Zone:20310328T110000", "RRULE:FREQ=DAILY;COUNT=4")},
			"2031-03-28T09:00Z/10:00 2031-03-29T09:00Z/10:00 2031-03-30T08:00Z/09:00 2031-03-31T08:00Z/09:00"},
		"an unknown zone is the owner's": {[]string{
			eventOf("DTSTART;TZID=Nowhere:20310304T100000", "DTEND;TZID=Nowhere:20310304T110000")},
			"2031-03-04T09:00Z/10:00"},
		"floating times are in the owner's zone": {[]string{eventOf("DTSTART:20310304T100000", "DTEND:20310304T110000")},
			"2031-03-04T09:00Z/10:00"},
		"whole days are in the owner's zone": {[]string{
			eventOf("DTSTART;VALUE=DATE:20310304", "DTEND;VALUE=DATE:20310306")},
			"2031-03-03T23:00Z/2031-03-05T23:00Z"},
		"a whole day without an end, or that ends where it begins, is one day": {[]string{
			eventOf("DTSTART;VALUE=DATE:20310304"),
			eventOf("DTSTART;VALUE=DATE:20310311", "DTEND;VALUE=DATE:20310311")},
			"2031-03-03T23:00Z/2031-03-04T23:00Z 2031-03-10T23:00Z/2031-03-11T23:00Z"},
		"the day of a clock change has 23 hours": {[]string{eventOf("DTSTART;VALUE=DATE:20310330", "DURATION:P1D")},
			"2031-03-29T23:00Z/2031-03-30T22:00Z"},
		"the days of a duration are days of the calendar, its hours are elapsed time": {[]string{
			eventOf("DTSTART;TZID=Europe/Berlin:20310329T100000", "DURATION:P1DT2H")},
			"2031-03-29T09:00Z/2031-03-30T10:00Z"},
		"an event without length takes no time": {[]string{eventOf("DTSTART:20310304T150000Z"),
			eventOf("DTSTART:20310304T150000Z", "DTEND:20310304T140000Z"),
			eventOf("DTSTART:20310304T150000Z", "DURATION:-PT1H")}, ""},
		"events that are transparent, cancelled or free are not busy": {[]string{
			eventOf("DTSTART:20310304T150000Z", "DURATION:PT1H", "TRANSP:TRANSPARENT"),
			eventOf("DTSTART:20310304T150000Z", "DURATION:PT1H", "STATUS:CANCELLED"),
			eventOf("DTSTART:20310304T150000Z", "DURATION:PT1H", "TRANSP:OPAQUE", "X-MICROSOFT-CDO-BUSYSTATUS:FREE"),
			eventOf("DTSTART:20310304T150000Z", "DURATION:PT1H", "transp:transparent")}, ""},
		"an event that the owner declined is not busy, one that others declined is": {[]string{
			eventOf("DTSTART:20310304T150000Z", "DURATION:PT1H",
				"ATTENDEE;CN=Bob;PARTSTAT=ACCEPTED:mailto:bob@x.example",
				`ATTENDEE;CN="Ann; A: B";PARTSTAT=DECLINED:MAILTO:ann@litmus.example`),
			strings.Replace(eventOf("DTSTART:20310305T150000Z", "DURATION:PT1H",
				"ATTENDEE;PARTSTAT=DECLINED:mailto:bob@x.example",
				"ATTENDEE;PARTSTAT=TENTATIVE:mailto:ann@litmus.example"), "UID:u", "UID:v", 1)},
			"2031-03-05T15:00Z/16:00"},
		"of an owner who is in it twice, a refusal counts": {[]string{
			eventOf("DTSTART:20310304T150000Z", "DURATION:PT1H",
				"ATTENDEE;PARTSTAT=DECLINED:mailto:ann@litmus.example",
				"ATTENDEE;PARTSTAT=ACCEPTED:mailto:ann@litmus.example")}, ""},
		"events that are tentative, opaque or out of office are busy": {[]string{
			eventOf("DTSTART:20310304T150000Z", "DURATION:PT1H", "STATUS:TENTATIVE"),
			eventOf("DTSTART:20310305T150000Z", "DURATION:PT1H", "TRANSP:OPAQUE"),
			eventOf("DTSTART:20310306T150000Z", "DURATION:PT1H", "X-MICROSOFT-CDO-BUSYSTATUS:OOF")},
			"2031-03-04T15:00Z/16:00 2031-03-05T15:00Z/16:00 2031-03-06T15:00Z/16:00"},
		"an event that ends far in the future is cut off": {[]string{
			eventOf("DTSTART:00010101T000000Z", "DTEND:99991231T235959Z")}, "2030-02-28T00:00Z/2032-04-01T00:00Z"},
		"tasks, journals and alarms are not busy": {[]string{
			"BEGIN:VTODO\r\nUID:t\r\nDTSTART:20310304T150000Z\r\nDUE:20310304T160000Z\r\nEND:VTODO",
			eventOf("DTSTART:20310304T150000Z", "DURATION:PT1H",
				"BEGIN:VALARM\r\nTRIGGER:-PT15M\r\nDURATION:PT5H\r\nRRULE:FREQ=DAILY\r\nEND:VALARM")},
			"2031-03-04T15:00Z/16:00"},
		"a weekly meeting has the right times before and after a clock change": {[]string{
			eventOf("DTSTART;TZID=America/New_York:20300102T090000", "DTEND;TZID=America/New_York:20300102T093000",
				"RRULE:FREQ=WEEKLY;BYDAY=WE")},
			"2031-03-05T14:00Z/14:30 2031-03-12T13:00Z/13:30 2031-03-19T13:00Z/13:30 2031-03-26T13:00Z/13:30"},
		"until as an instant": {[]string{
			eventOf("DTSTART;TZID=America/New_York:20310303T090000", "DURATION:PT1H",
				"RRULE:FREQ=DAILY;UNTIL=20310305T140000Z")},
			"2031-03-03T14:00Z/15:00 2031-03-04T14:00Z/15:00 2031-03-05T14:00Z/15:00"},
		"until as an instant a second too early": {[]string{
			eventOf("DTSTART;TZID=America/New_York:20310303T090000", "DURATION:PT1H",
				"RRULE:FREQ=DAILY;UNTIL=20310305T135959Z")}, "2031-03-03T14:00Z/15:00 2031-03-04T14:00Z/15:00"},
		"until as a date includes that evening": {[]string{
			eventOf("DTSTART;TZID=America/New_York:20310303T210000", "DURATION:PT1H", "RRULE:FREQ=DAILY;UNTIL=20310304")},
			"2031-03-04T02:00Z/03:00 2031-03-05T02:00Z/03:00"},
		"until of whole days, as a date and as midnights": {[]string{
			eventOf("DTSTART;VALUE=DATE:20310303", "RRULE:FREQ=DAILY;UNTIL=20310304"),
			strings.Replace(eventOf("DTSTART;VALUE=DATE:20310310", "RRULE:FREQ=DAILY;UNTIL=20310311T000000Z"), "UID:u",
				"UID:v", 1),
			strings.Replace(eventOf("DTSTART;VALUE=DATE:20310317", "RRULE:FREQ=DAILY;UNTIL=20310317T230000Z"), "UID:u",
				"UID:w", 1)},
			"2031-03-02T23:00Z/2031-03-04T23:00Z 2031-03-09T23:00Z/2031-03-11T23:00Z " +
				"2031-03-16T23:00Z/2031-03-18T23:00Z"},
		"exceptions in lists and in several lines": {[]string{
			eventOf("DTSTART;TZID=Europe/Berlin:20310303T100000", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=6",
				"EXDATE;TZID=Europe/Berlin:20310303T100000,20310305T100000", "EXDATE:20310306T090000Z",
				"EXDATE;VALUE=DATE:20310308", "EXDATE:20310307T100000")}, "2031-03-04T09:00Z/10:00"},
		"exceptions of whole days": {[]string{
			eventOf("DTSTART;VALUE=DATE:20310303", "RRULE:FREQ=DAILY;COUNT=4", "EXDATE;VALUE=DATE:20310303",
				"EXDATE:20310304T000000Z", "EXDATE:20310304T230000Z")}, "2031-03-05T23:00Z/2031-03-06T23:00Z"},
		"more dates, with and without a rule, and periods": {[]string{
			eventOf("DTSTART;TZID=Europe/Berlin:20310303T100000", "DURATION:PT1H",
				"RDATE;TZID=Europe/Berlin:20310304T120000,20310305T120000",
				"RDATE;VALUE=PERIOD:20310306T120000Z/20310306T133000Z,20310307T120000Z/PT15M",
				"EXDATE:20310305T110000Z"),
			eventOf("DTSTART;VALUE=DATE:20310310", "RDATE;VALUE=DATE:20310312")},
			"2031-03-03T09:00Z/10:00 2031-03-04T11:00Z/12:00 2031-03-06T12:00Z/13:30 2031-03-07T12:00Z/12:15 " +
				"2031-03-09T23:00Z/2031-03-10T23:00Z 2031-03-11T23:00Z/2031-03-12T23:00Z"},
		"a long period that began before": {[]string{
			eventOf("DTSTART:20310101T100000Z", "DURATION:PT1H", "RDATE;VALUE=PERIOD:20310220T000000Z/P10D")},
			"2031-02-20T00:00Z/2031-03-02T00:00Z"},
		"overrides: moved, cancelled, longer, free": {[]string{
			eventOf("DTSTART;TZID=America/New_York:20310303T090000", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=6"),
			eventOf("RECURRENCE-ID;TZID=America/New_York:20310304T090000",
				"DTSTART;TZID=America/New_York:20310320T140000", "DTEND;TZID=America/New_York:20310320T150000"),
			eventOf("RECURRENCE-ID:20310305T140000Z", "DTSTART:20310305T140000Z", "DTEND:20310305T150000Z",
				"STATUS:CANCELLED"),
			eventOf("RECURRENCE-ID;TZID=America/New_York:20310306T090000",
				"DTSTART;TZID=America/New_York:20310306T090000", "DTEND;TZID=America/New_York:20310306T120000"),
			eventOf("RECURRENCE-ID;TZID=America/New_York:20310307T090000",
				"DTSTART;TZID=America/New_York:20310307T090000", "DURATION:PT1H", "TRANSP:TRANSPARENT")},
			"2031-03-03T14:00Z/15:00 2031-03-06T14:00Z/17:00 2031-03-08T14:00Z/15:00 2031-03-20T18:00Z/19:00"},
		"the newest of two overrides": {[]string{
			eventOf("DTSTART:20310303T140000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=1"),
			eventOf("RECURRENCE-ID:20310303T140000Z", "SEQUENCE:2", "DTSTART:20310303T180000Z", "DURATION:PT1H"),
			eventOf("RECURRENCE-ID:20310303T140000Z", "SEQUENCE:1", "DTSTART:20310303T160000Z", "DURATION:PT1H")},
			"2031-03-03T18:00Z/19:00"},
		"an override of a day, by date and by time": {[]string{
			eventOf("DTSTART;VALUE=DATE:20310303", "RRULE:FREQ=DAILY;INTERVAL=2;COUNT=3"),
			eventOf("RECURRENCE-ID;VALUE=DATE:20310305", "DTSTART;VALUE=DATE:20310310"),
			eventOf("RECURRENCE-ID:20310307T000000Z", "DTSTART;VALUE=DATE:20310307", "STATUS:CANCELLED")},
			"2031-03-02T23:00Z/2031-03-03T23:00Z 2031-03-09T23:00Z/2031-03-10T23:00Z"},
		"an override without its event, after an invitation to one occurrence only": {[]string{
			eventOf("RECURRENCE-ID:20310303T140000Z", "DTSTART:20310303T160000Z", "DURATION:PT1H")},
			"2031-03-03T16:00Z/17:00"},
		"an occurrence outside of the window that is moved into it": {[]string{
			eventOf("DTSTART:20310601T140000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY"),
			eventOf("RECURRENCE-ID:20310610T140000Z", "DTSTART:20310303T160000Z", "DURATION:PT1H")},
			"2031-03-03T16:00Z/17:00"},
		"this and future: all later occurrences are moved": {
			[]string{
				eventOf("DTSTART;TZID=Europe/Berlin:20310324T100000", "DURATION:PT1H",
					"RRULE:FREQ=DAILY;INTERVAL=2;COUNT=5"),
				eventOf("RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20310328T100000",
					"DTSTART;TZID=Europe/Berlin:20310328T140000", "DURATION:PT2H"),
				eventOf("RECURRENCE-ID;TZID=Europe/Berlin:20310330T100000",
					"DTSTART;TZID=Europe/Berlin:20310331T080000", "DURATION:PT1H"),
			},
			// the last one is on 1 April
			"2031-03-24T09:00Z/10:00 2031-03-26T09:00Z/10:00 2031-03-28T13:00Z/15:00 2031-03-31T06:00Z/07:00",
		},
		"this and future: all later occurrences are cancelled": {[]string{
			eventOf("DTSTART:20310324T100000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY"),
			eventOf("RECURRENCE-ID;RANGE=THISANDFUTURE:20310326T100000Z", "DTSTART:20310326T100000Z", "DURATION:PT1H",
				"STATUS:CANCELLED")}, "2031-03-24T10:00Z/11:00 2031-03-25T10:00Z/11:00"},
		"this and future: moved by days, years ago": {[]string{
			eventOf("DTSTART:20250101T100000Z", "DURATION:PT1H", "RRULE:FREQ=MONTHLY;BYMONTHDAY=28"),
			eventOf("RECURRENCE-ID;RANGE=THISANDFUTURE:20250128T100000Z", "DTSTART:20250131T110000Z", "DURATION:PT1H")},
			"2031-03-03T11:00Z/12:00 2031-03-31T11:00Z/12:00"},
		"an unreadable rule leaves the first occurrence": {[]string{
			eventOf("DTSTART:20310303T140000Z", "DURATION:PT1H", "RRULE:FREQ=LUNAR", "RDATE:20310304T140000Z")},
			"2031-03-03T14:00Z/15:00 2031-03-04T14:00Z/15:00"},
		"an unreadable event does not hide the others": {[]string{eventOf("DTSTART:today", "DTEND:tomorrow"),
			eventOf("SUMMARY:no start"),
			eventOf("DTSTART:20310303T140000Z", "DTEND:x", "DURATION:PT1H")}, "2031-03-03T14:00Z/15:00"},
		"free-busy time": {[]string{
			"BEGIN:VFREEBUSY\r\nUID:f\r\n" +
				"FREEBUSY;FBTYPE=BUSY:20310303T140000Z/PT1H,20310303T160000Z/20310303T170000Z\r\n" +
				"FREEBUSY;FBTYPE=FREE:20310304T140000Z/PT1H\r\nFREEBUSY:20310305T140000Z/PT1H\r\n" + "END:VFREEBUSY"},
			"2031-03-03T14:00Z/15:00 2031-03-03T16:00Z/17:00 2031-03-05T14:00Z/15:00"},
		"folded lines and odd cases": {[]string{
			"begin:vevent\r\nuid:u\r\ndt\r\n start;tz\r\n\tid=America/New_York:2031\r\n 0304T100000\r\n" +
				"duration:pt1h\r\nend:VEVENT"}, "2031-03-04T15:00Z/16:00"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, text := range []string{calendarOf(c.lines...), strings.ReplaceAll(calendarOf(c.lines...), "\r\n",
				"\n"), "\ufeff" + calendarOf(c.lines...)} {
				got, err := read(text, march[0], march[1], berlin)
				if err != nil || spell(got) != c.want {
					t.Errorf("%v\n got %s\nwant %s", err, spell(got), c.want)
				}
			}
		})
	}
}

func TestBusy_uids(t *testing.T) {
	t.Parallel()
	got, err := read(calendarOf(strings.Replace(eventOf("DTSTART:20310303T140000Z", "DURATION:PT1H"), "UID:u",
		`UID:iv_1\,x@litmus.example`, 1)),
		march[0], march[1], time.UTC)
	if err != nil || len(got) != 1 || got[0].UID != "iv_1,x@litmus.example" || got[0].From.Location() != time.UTC {
		t.Errorf("got %+v %v", got, err)
	}
}

// TestBusy_unreadable checks that a text that is not a whole calendar does not count as free time.
func TestBusy_unreadable(t *testing.T) {
	t.Parallel()
	whole := calendarOf(eventOf("DTSTART:20310303T140000Z", "DURATION:PT1H"))
	for name, text := range map[string]string{
		"nothing":                "",
		"a page":                 "<html></html>",
		"an event alone":         eventOf("DTSTART:20310303T140000Z"),
		"half":                   whole[:len(whole)/2],
		"without its last line":  strings.TrimSuffix(whole, "END:VCALENDAR\r\n"),
		"ends that do not match": "BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR\nEND:VEVENT\n",
		"ends without begins":    "END:VCALENDAR\n",
		"a whole one and a half": whole + whole[:50],
		"very deep":              strings.Repeat("BEGIN:A\n", 1<<20),
	} {
		if b, err := read(text, march[0], march[1], berlin); err == nil {
			t.Errorf("%s: got %v, want an error", name, b)
		}
	}
	if b, err := read(calendarOf(), march[0], march[1], berlin); err != nil || len(b) != 0 {
		t.Errorf("an empty calendar: %v %v", b, err)
	}
	for _, line := range []string{"X;A=b", "X;A=\"b", "X;A", ";", ":", "X", "X;=:", "\"",
		"DTSTART;TZID=\"Europe/Berlin:20310303T150000", strings.Repeat("x", 1<<20)} {
		got, err := read(calendarOf(eventOf(line, "DTSTART:20310303T140000Z", "DURATION:PT1H")), march[0], march[1], berlin)
		if err != nil || spell(got) != "2031-03-03T14:00Z/15:00" {
			t.Errorf("with the line %.20q: %v %v", line, spell(got), err)
		}
	}
}
