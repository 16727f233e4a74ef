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
	o := NewOrg(t)
	at := workday(t)
	calendar := dav.Calendar(t, "work")
	dav.Put(t, calendar, "dentist", at(10, 0), at(11, 0))

	v := o.signedIn(t, "petra")
	v.Open(o.API+"/dashboard/calendar").Want(200, "Connect a calendar")
	v.Fill("Address", calendar).Fill("User name (CalDAV)", dav.User).Fill("Password (CalDAV)", "wrong")
	v.Click("Only try it").Want(502, "refuses the user name or the password", "app password")
	v.Fill("Password (CalDAV)", dav.Password).Click("Only try it").Want(200, "It works", "Nothing is saved yet.")
	v.Click("Try and connect").Want(200, "The calendar is connected, and is read at once.")
	if strings.Contains(ask[string](v, "read the page", "document.documentElement.outerHTML"), dav.Password) {
		t.Error("the password stands in the page")
	}
	o.CalendarWhen(t, "the calendar to be read", func(c Calendar) bool { return c.State == "ok" && c.BusyTimes == 1 })
	v.Open(o.API+"/dashboard/calendar").Want(200, "CalDAV", "works")
	v.Looks("availability-calendar-connected")

	why := "/dashboard/postings/" + o.Posting("engineer") + "/why?round=" + o.Round("engineer", "main", "systems") +
		"&at=" + wire(at(10, 0))
	v.Open(o.API+why).Want(200, "Petra Quillon is busy in their calendar").WantNot("Dentist")
	v.Open(o.API+"/dashboard/calendar").Click("Disconnect the calendar").
		Want(200, "The calendar is disconnected.", "Connect a calendar")
	v.Open(o.API+why).Want(200, "Petra Quillon is free")
}
