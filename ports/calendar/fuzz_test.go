package calendar

import (
	"testing"
	"time"
)

// FuzzBusy checks that no calendar makes a reading panic, take long or return an invalid block.
func FuzzBusy(f *testing.F) {
	f.Add(calendarOf(vtimezone, eventOf("DTSTART;TZID=Customized Time Zone:20310304T100000", "DURATION:P1DT2H",
		"RRULE:FREQ=WEEKLY;BYDAY=MO,-1WE;COUNT=9;WKST=SU",
		"EXDATE;VALUE=DATE:20310305", "RDATE;VALUE=PERIOD:20310306T120000Z/PT1H"),
		eventOf("RECURRENCE-ID;RANGE=THISANDFUTURE:20310311T090000Z", "DTSTART:20310312T100000Z",
			"DTEND:20310312T110000Z")))
	f.Add(calendarOf(eventOf("DTSTART;VALUE=DATE:20310304",
		"RRULE:FREQ=YEARLY;BYWEEKNO=1,-1;BYSETPOS=-1;UNTIL=20400101;BYYEARDAY=-1;BYMONTHDAY=31;BYHOUR=1;"+
			"BYMINUTE=2;BYSECOND=60")))
	f.Add(calendarOf("BEGIN:VFREEBUSY\r\nFREEBUSY;FBTYPE=BUSY:20310303T140000Z/PT1H\r\nEND:VFREEBUSY"))
	from, to := time.Date(2031, 3, 1, 0, 0, 0, 0, time.UTC), time.Date(2031, 6, 1, 0, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, text string) {
		begun := time.Now()
		blocks, err := read(text, from, to, berlin)
		if took := time.Since(begun); took > 20*time.Second {
			t.Errorf("took %s", took)
		}
		for _, b := range blocks {
			if err == nil && (!b.From.Before(b.To) || !b.From.Before(to) || !from.Before(b.To)) {
				t.Errorf("%v is not a valid block in the window", b)
			}
		}
	})
}
