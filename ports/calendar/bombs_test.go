package calendar

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestBusy_bombs reads hostile events, which anybody can send in an invitation. They must neither take much time nor
// make busy people look free.
func TestBusy_bombs(t *testing.T) {
	t.Parallel()
	from, to := instant(t, "2031-03-01T00:00Z"), instant(t, "2031-06-01T00:00Z")
	all := spell([]Block{{From: from, To: to}})
	for name, c := range map[string]struct {
		lines []string
		want  string // "all": the whole window is busy; "none": nothing; "some": at least one block
	}{
		"every second without end": {[]string{"DTSTART:19700101T000000Z", "DURATION:PT1S",
			"RRULE:FREQ=SECONDLY"}, "all"},
		"every second, with a count that ends before the window": {[]string{"DTSTART:19700101T000000Z", "DURATION:PT1S",
			"RRULE:FREQ=SECONDLY;COUNT=1000000000"}, "none"},
		"every second of two hours": {[]string{"DTSTART:00010101T000000Z", "DURATION:PT1S",
			"RRULE:FREQ=SECONDLY;BYHOUR=3,4;BYSETPOS=1,-1"}, "some"},
		"never, with a rule by the hour": {[]string{"DTSTART:20310301T000000Z", "DURATION:PT1H",
			"RRULE:FREQ=HOURLY;INTERVAL=2;BYHOUR=1"}, "none"},
		"never, with a count": {[]string{"DTSTART:20200101T000000Z", "DURATION:PT1H",
			"RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;COUNT=1000000"}, "none"},
		"every second of a year at once": {[]string{"DTSTART:20300101T000000Z", "DURATION:PT1S",
			"RRULE:FREQ=YEARLY;BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=" + upTo(23) +
				";BYMINUTE=" + upTo(59) + ";BYSECOND=" + upTo(59)}, "all"},
		"a huge length": {[]string{"DTSTART:20310101T000000Z",
			"DURATION:P" + strings.Repeat("999999999W", 1000) + "T" + strings.Repeat("999999999H", 1000)}, "some"},
		"100,000 dates": {[]string{"DTSTART:20310301T000000Z", "DURATION:PT1S",
			"RDATE:" + strings.Repeat("20310302T000000Z,20310303T000000Z,", 50_000)}, "some"},
		"more dates than are kept": {[]string{"DTSTART:20310301T000000Z", "DURATION:PT1S",
			"RDATE:" + dates(9000)}, "some"},
	} {
		t.Run(name, func(t *testing.T) {
			begun := time.Now()
			got, err := read(calendarOf(eventOf(c.lines...)), from, to, berlin)
			if took := time.Since(begun); took > 30*time.Second {
				t.Errorf("took %s", took)
			}
			if err != nil || len(got) > maxBlocks+1 {
				t.Fatalf("%d blocks, %v", len(got), err)
			}
			covered := spell(got)
			if n := len(got); c.want == "all" && n > 0 {
				covered = spell([]Block{{From: got[0].From, To: got[n-1].To}})
			}
			if c.want == "all" && covered != all || c.want == "none" && len(got) > 0 ||
				c.want == "some" && len(got) == 0 {
				t.Errorf("got %.200s, want %s", covered, c.want)
			}
		})
	}
}

// dates returns n different times.
func dates(n int) string {
	var s []string
	for i := range n {
		s = append(s, stamp(time.Date(2031, 3, 1, 0, 10*i, 0, 0, time.UTC)))
	}
	return strings.Join(s, ",")
}

// upTo returns the numbers from 0 to n.
func upTo(n int) string {
	var s []string
	for i := range n + 1 {
		s = append(s, fmt.Sprint(i))
	}
	return strings.Join(s, ",")
}

// TestBusy_many reads a calendar of hostile events, which fails in bounded time, and one of thousands of meetings,
// which does not.
func TestBusy_many(t *testing.T) {
	t.Parallel()
	from, to := instant(t, "2031-03-01T00:00Z"), instant(t, "2031-06-01T00:00Z")
	many := func(n int, lines ...string) string {
		var all []string
		for i := range n {
			all = append(all, strings.Replace(eventOf(lines...), "UID:u", fmt.Sprint("UID:u", i), 1))
		}
		return calendarOf(all...)
	}
	begun := time.Now()
	_, err := read(many(fewer(2000), "DTSTART:19700101T000000Z", "DURATION:PT1S",
		"RRULE:FREQ=SECONDLY;BYHOUR=1;COUNT=999999999"), from, to, berlin)
	if took := time.Since(begun); !errors.Is(err, errTooMuch) || took > 30*time.Second {
		t.Errorf("bombs: %v after %s", err, took)
	}
	begun = time.Now()
	meetings := fewer(5000)
	got, err := read(many(meetings, "DTSTART;TZID=Europe/Berlin:20240101T090000", "DURATION:PT1H",
		"RRULE:FREQ=WEEKLY;BYDAY=MO,WE"), from, to, berlin)
	if took := time.Since(begun); err != nil || len(got) != meetings*26 || took > 30*time.Second {
		t.Errorf("meetings: %d blocks, %v after %s", len(got), err, took)
	}
	// Many events and overrides with the same UID: each event would have to look at each override.
	var lines []string
	for i := range fewer(20_000) {
		lines = append(lines, eventOf("DTSTART:20310301T000000Z", "DURATION:PT1H"),
			eventOf(fmt.Sprintf("RECURRENCE-ID;RANGE=THISANDFUTURE:20310301T%06dZ", i%100), "DTSTART:20310301T000000Z",
				"DURATION:PT1H"))
	}
	begun = time.Now()
	_, err = read(calendarOf(lines...), from, to, berlin)
	if took := time.Since(begun); took > 30*time.Second {
		t.Errorf("overrides: %v after %s", err, took)
	}
}
