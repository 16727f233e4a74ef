package models

import (
	"strings"
	"testing"
	"time"
)

func TestCalendarTrouble(t *testing.T) { // D16
	t.Parallel()
	for _, c := range []struct {
		provider, code string
		revoked        bool
		what           string
	}{
		{CalendarCalDAV, "caldav_401", true, "refuses the user name or the password"},
		{CalendarICS, "ics_401", true, "asks for a password"},
		{CalendarGoogle, "google_token_400_invalid_grant", true, "refuses the user name or the password"},
		{CalendarCalDAV, "caldav_403", false, "does not allow this account"},
		{CalendarICS, "ics_404", false, "no calendar at this address"},
		{CalendarCalDAV, "caldav_timeout", false, "did not answer in time"},
		{CalendarCalDAV, "caldav_connect", false, "cannot be reached"},
		{CalendarCalDAV, "caldav_address", false, "does not call this address"},
		{CalendarICS, "ics_garbage", false, "is not a calendar"},
		{CalendarCalDAV, "caldav_503", false, "a fault of its own"},
		{CalendarMicrosoft, "microsoft_429", false, "read less often"},
		{CalendarCalDAV, "calendar_sealed", true, "another secret"},
		{CalendarCalDAV, "calendar_account", true, "refuses the user name or the password"},
		{CalendarCalDAV, "something new", false, "could not be read"},
		{CalendarCalDAV, "", false, "could not be read"},
	} {
		got := CalendarTrouble(c.provider, c.code, c.revoked)
		if !strings.Contains(got.What, c.what) || !strings.HasSuffix(got.What, ".") ||
			!strings.HasSuffix(got.Mend, ".") {
			t.Errorf("%s: got %+v, want %q", c.code, got, c.what)
		}
	}
	for _, p := range CalendarProviders {
		if CalendarName(p) == p {
			t.Errorf("%s has no name for people", p)
		}
	}
}

func TestTroubleAt(t *testing.T) { // D16
	t.Parallel()
	read, since := thu, thu.Add(time.Hour)
	until := SyncWindow(read).To
	c := Connection{Provider: CalendarCalDAV, SyncedAt: &read, SyncedUntil: &until}
	if got := c.TroubleAt(thu, time.UTC); got != (Trouble{}) {
		t.Errorf("a calendar that works: %+v", got)
	}
	c.FailingSince, c.Code = &since, "caldav_503"
	for at, want := range map[time.Time]string{
		since.Add(time.Hour): "Until Fri 28 Feb 12:00 UTC the busy times that were read last are used",
		thu.AddDate(0, 0, 2): "is not offered until it can be read again.",
	} {
		if got := c.TroubleAt(at, time.UTC); !strings.Contains(got.What, want) {
			t.Errorf("at %s: %+v, want %q", at, got, want)
		}
	}
}
