package e2e

import (
	"strings"
	"testing"
)

// D16: an interviewer connects a calendar of a real server in the browser: a wrong password is told at once, the right
// one is tried and kept, the calendar is read, and its busy time is what keeps them from being offered (D15).
func TestDashboardCalendar(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	dav := StartRadicale(t)
	s := Start(t, Env(private))
	o := s.NewOrg(t)
	at := workday(t)
	calendar := dav.Calendar(t, "work")
	dav.Put(t, calendar, "dentist", at(10, 0), at(11, 0))

	v := o.signedIn(t, "petra")
	v.Open(o.Here(t, "/dashboard/calendar")).Want(200, "Connect a calendar")
	v.Fill("Address", calendar).Fill("User name (CalDAV)", dav.User).Fill("Password (CalDAV)", "wrong")
	v.Click("Only try it").Want(502, "refuses the user name or the password", "app password")
	v.Fill("Password (CalDAV)", dav.Password).Click("Only try it").Want(200, "It works", "Nothing is saved yet.")
	if got := v.Value("Password (CalDAV)"); got != "" {
		t.Errorf("the password stands in the page: %q", got)
	}
	v.Click("Try and connect").Want(200, "The calendar is connected, and is read at once.")
	if strings.Contains(ask[string](v, "read the page", "document.documentElement.outerHTML"), dav.Password) {
		t.Error("the password stands in the page")
	}
	o.CalendarWhen(t, "the calendar to be read", func(c Calendar) bool { return c.State == "ok" && c.BusyTimes == 1 })
	v.Open(o.Here(t, "/dashboard/calendar")).Want(200, "CalDAV", "works")
	v.inspected("availability-calendar-connected")

	why := "/dashboard/postings/" + o.Posting("engineer") + "/why?round=" + o.Round("engineer", "main", "systems") +
		"&at=" + wire(at(10, 0))
	v.Open(o.Here(t, why)).Want(200, "Petra Quillon is busy in their calendar").WantNot("Dentist")
	dav.Put(t, calendar, "lunch", at(13, 0), at(14, 0))
	v.Open(o.Here(t, "/dashboard/calendar")).Click("Read it now").Want(200, "is read now")
	o.CalendarWhen(t, "the new event to be read", func(c Calendar) bool { return c.BusyTimes == 2 })

	v.Open(o.Here(t, "/dashboard/calendar")).Click("Disconnect the calendar").
		Want(200, "The calendar is disconnected.", "Connect a calendar")
	v.Open(o.Here(t, why)).Want(200, "Petra Quillon is free")
	if all := o.Calendars(t); len(all) != 0 {
		t.Errorf("connected are %+v", all)
	}
}
