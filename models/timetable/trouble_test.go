package timetable_test

import (
	"strings"
	"testing"
	"time"

	"litmus/models/desk"
	"litmus/models/timetable"
)

func TestCalendarTrouble(t *testing.T) { // D16
	t.Parallel()
	for _, c := range []struct {
		provider, code string
		revoked        bool
		what           string
	}{
		{timetable.CalendarCalDAV, "caldav_401", true, "refuses the user name or the password"},
		{timetable.CalendarICS, "ics_401", true, "asks for a password"},
		{timetable.CalendarGoogle, "google_token_400_invalid_grant", true, "refuses the user name or the password"},
		{timetable.CalendarCalDAV, "caldav_403", false, "does not allow this account"},
		{timetable.CalendarICS, "ics_404", false, "no calendar at this address"},
		{timetable.CalendarCalDAV, "caldav_timeout", false, "did not answer in time"},
		{timetable.CalendarCalDAV, "caldav_connect", false, "cannot be reached"},
		{timetable.CalendarCalDAV, "caldav_address", false, "does not call this address"},
		{timetable.CalendarICS, "ics_garbage", false, "is not a calendar"},
		{timetable.CalendarCalDAV, "caldav_503", false, "a fault of its own"},
		{timetable.CalendarMicrosoft, "microsoft_429", false, "read less often"},
		{timetable.CalendarCalDAV, "calendar_sealed", true, "another secret"},
		{timetable.CalendarCalDAV, "calendar_account", true, "refuses the user name or the password"},
		{timetable.CalendarCalDAV, "something new", false, "could not be read"},
		{timetable.CalendarCalDAV, "", false, "could not be read"},
	} {
		got := timetable.CalendarTrouble(c.provider, c.code, c.revoked)
		if !strings.Contains(got.Problem, c.what) || !strings.HasSuffix(got.Problem, ".") ||
			!strings.HasSuffix(got.Mend, ".") {
			t.Errorf("%s: got %+v, want %q", c.code, got, c.what)
		}
	}
	for _, p := range timetable.CalendarProviders {
		if timetable.CalendarName(p) == p {
			t.Errorf("%s has no name for people", p)
		}
	}
}

func TestTroubleAt(t *testing.T) { // D16
	t.Parallel()
	read, since := desk.Thu, desk.Thu.Add(time.Hour)
	until := timetable.SyncWindow(read).To
	c := timetable.Connection{Provider: timetable.CalendarCalDAV, SyncedAt: &read, SyncedUntil: &until}
	if got := c.TroubleAt(desk.Thu, time.UTC); got != (timetable.Trouble{}) {
		t.Errorf("a calendar that works: %+v", got)
	}
	c.FailingSince, c.Code = &since, "caldav_503"
	for at, want := range map[time.Time]string{
		since.Add(time.Hour):      "Until Fri 28 Feb 12:00 UTC the busy times that were read last are used",
		desk.Thu.AddDate(0, 0, 2): "is not offered until it can be read again.",
	} {
		if got := c.TroubleAt(at, time.UTC); !strings.Contains(got.Problem, want) {
			t.Errorf("at %s: %+v, want %q", at, got, want)
		}
	}
}
