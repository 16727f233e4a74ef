package dashboard

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/act"
	"litmus/models/timetable"
	"litmus/store/availability"
)

// feed is a published calendar with one event, on Wednesday, 5 March 2031.
const feed = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Test//EN\r\nBEGIN:VEVENT\r\nUID:1@feeds.example\r\n" +
	"DTSTAMP:20310301T000000Z\r\nDTSTART:20310305T100000Z\r\nDTEND:20310305T110000Z\r\nSUMMARY:Salary talk\r\n" +
	"END:VEVENT\r\nEND:VCALENDAR\r\n"

// calendars are calendar servers on this machine: /feed.ics works, /locked refuses, /slow never answers.
func calendars(t *testing.T) (address string, site func(*Site)) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/feed.ics":
			w.Header().Set("Content-Type", "text/calendar")
			fmt.Fprint(w, feed)
		case "/locked/":
			w.Header().Set("WWW-Authenticate", "Basic")
			http.Error(w, "no such user mira", http.StatusUnauthorized)
		case "/slow.ics":
			<-r.Context().Done()
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(server.Close)
	return server.URL, func(s *Site) {
		s.Outbound = func([]netip.Prefix) *http.Client { return server.Client() }
	}
}

// connection is the connection of somebody's calendar.
func (w *world) connection(email string) availability.Connected {
	w.t.Helper()
	c, err := w.Availability.ConnectionOf(ctx, w.org.ID, email)
	w.must(err)
	return c
}

// connected connects somebody's calendar.
func (w *world) connected(email string, account timetable.CalendarAccount) availability.Connected {
	w.t.Helper()
	w.must1(w.Availability.Connect(ctx, act.By{}, w.org.ID, email, account))
	return w.connection(email)
}

// refused has the server of somebody's connected calendar refuse us.
func (w *world) refused(email string) {
	w.t.Helper()
	c := w.connection(email)
	failure := timetable.SyncFailure{Code: "caldav_401", Detail: "no such user", Revoked: true}
	w.must1(w.Availability.SaveSync(ctx, c, c.AfterFailure(w.Now(), failure), nil))
}

// ofJonas is the account of a calendar.
var ofJonas = timetable.CalendarAccount{Provider: timetable.CalendarCalDAV, URL: "https://dav.example/jonas/",
	Username: "jonas", Password: "hunter2"}

func TestTryCalendar(t *testing.T) { // D16
	t.Parallel()
	at, reach := calendars(t)
	w := newWorld(t, reach)
	me := w.as(t, "interviewer")
	form := me.get("/dashboard/calendar").want(http.StatusOK, "Your calendar", "Connect a calendar").
		fields("form#connect")
	with := func(fields ...string) []string {
		return append([]string{"person", form[1]}, fields...)
	}
	if form[0] != "person" {
		t.Fatalf("the form begins with %s", form[0])
	}
	before := w.rows()
	tried := me.post("/dashboard/calendar", with("provider", "ics", "url", at+"/feed.ics", "act", "try")...)
	tried.want(http.StatusOK, "It works: 1 busy time in the next two weeks. Nothing is saved yet.").lacks("Salary")

	for _, c := range []struct {
		fields  []string
		status  int
		problem string
	}{
		{[]string{"provider", "caldav", "url", at + "/locked/", "username", "mira", "password", "hunter2", "act",
			"connect"}, http.StatusBadGateway, "refuses the user name or the password"},
		{[]string{"provider", "ics", "url", at + "/gone.ics", "act", "connect"}, http.StatusBadGateway,
			"no calendar at this address"},
		{[]string{"provider", "caldav", "url", at + "/locked/", "username", "mira", "act", "try"},
			http.StatusBadRequest, "needs a user name and a password"},
	} {
		r := me.post("/dashboard/calendar", with(c.fields...)...)
		r.want(c.status, c.problem).lacks("hunter2")
	}
	w.unchanged(t, before, "trying")

	refused := me.post("/dashboard/calendar", with("provider", "caldav", "url", at+"/locked/", "username", "mira",
		"password", "hunter2", "act", "try")...)
	again := refused.fields("form#connect") // the password is empty in it
	elsewhere := slices.Clone(again)
	elsewhere[slices.Index(elsewhere, "url")+1] = at + "/elsewhere/"
	me.post("/dashboard/calendar", append(elsewhere, "act", "anyway")...).
		want(http.StatusBadRequest, "needs a user name and a password") // it goes to the address that it was tried at
	me.follow(me.post("/dashboard/calendar", append(again, "act", "anyway")...)).
		want(http.StatusOK, "The calendar is connected, and is read at once.", "CalDAV not read yet").lacks("hunter2")
	if c := w.connection(jonas); c.Account.Password != "hunter2" || c.Account.Username != "mira" || !c.Asked() {
		t.Errorf("connected is %+v", c)
	}
	if p, err := w.Availability.Person(ctx, w.org.ID, jonas); err != nil || !p.Personal() || p.Name != "Jonas Brandt" {
		t.Errorf("its owner is %+v (%v)", p, err)
	}
	if slices.ContainsFunc(w.rows(), func(row string) bool { return strings.Contains(row, "hunter2") }) ||
		strings.Contains(w.logged(), "hunter2") {
		t.Error("the password rests readable")
	}
	me.get("/dashboard/calendar").want(http.StatusOK).lacks("hunter2", at)

	me.follow(me.post("/dashboard/calendar", with("provider", "ics", "url", at+"/feed.ics", "act", "connect")...)).
		want(http.StatusOK, "Published calendar (ICS)", "a published calendar is only read")
}

// TestSlowCalendar proves that a try ends although the server never answers (D16).
func TestSlowCalendar(t *testing.T) {
	t.Parallel()
	at, reach := calendars(t)
	w := newWorld(t, reach, func(s *Site) { s.TryFor = 50 * time.Millisecond })
	w.as(t, "interviewer").post("/dashboard/calendar", "provider", "ics", "url", at+"/slow.ics", "act", "try").
		want(http.StatusBadGateway, "did not answer in time")
}

func TestCalendarHealth(t *testing.T) { // D16
	t.Parallel()
	w := newWorld(t)
	c := w.connected(jonas, ofJonas)
	read := c.AfterSync(noon, timetable.SyncWindow(noon).To, "token")
	w.must1(w.Availability.SaveSync(ctx, c, read, []timetable.Range{}))
	me := w.as(t, "interviewer")
	me.get("/dashboard/calendar").want(http.StatusOK, "CalDAV works", "Last read Mon 3 Mar 2031, 13:00 CET")

	w.at(noon.Add(2 * time.Hour))
	w.refused(jonas)
	page := me.get("/dashboard/calendar").want(http.StatusOK, "refuses us",
		"The calendar's server refuses the user name or the password.", "Connect the calendar again",
		"Failing since Mon 3 Mar 2031, 15:00 CET", "caldav_401: no such user")
	w.as(t, "recruiter").get("/dashboard/calendars").want(http.StatusOK, "refuses the user name or the password")
	w.as(t, "recruiter").get("/dashboard/availability").want(http.StatusOK, "calendar cannot be read")

	before := w.connection(jonas)
	me.follow(me.post("/dashboard/calendar/read", page.fields("form#read")...)).want(http.StatusOK, "is read now")
	if after := w.connection(jonas); after.Revision != before.Revision+1 || !after.Asked() {
		t.Errorf("revision %d became %d", before.Revision, after.Revision)
	}

	w.booked("kim@candidate.example", jonas, noon.AddDate(0, 0, 3))
	me.get("/dashboard/calendar").want(http.StatusOK, "1 interview to come stands in the calendar: it stays there")
	me.follow(me.post("/dashboard/calendar/disconnect", page.fields("form#disconnect")...)).
		want(http.StatusOK, "The calendar is disconnected.", "Connect a calendar")
	if _, err := w.Availability.ConnectionOf(ctx, w.org.ID, jonas); models.KindOf(err) != models.NotFound {
		t.Errorf("it is still there: %v", err)
	}
	if p, err := w.Availability.Person(ctx, w.org.ID, jonas); err != nil || p.Personal() {
		t.Errorf("its owner is %+v (%v)", p, err)
	}
	me.post("/dashboard/calendar/read").want(http.StatusNotFound)
	me.post("/dashboard/calendar/disconnect").want(http.StatusNotFound)
	me.post("/dashboard/calendar", "provider", "ics", "url", "https://feeds.example/x.ics", "act", "try").
		want(http.StatusBadGateway, "cannot be reached", "Connect all the same")
}

// TestCalendarsOfOthers proves who may manage whose calendar (D2, D16).
func TestCalendarsOfOthers(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, c := range []struct {
		who, whose string
		want       int
	}{
		{"admin", jonas, http.StatusOK}, {"recruiter", jonas, http.StatusForbidden},
		{"recruiter", mei, http.StatusOK}, {"interviewer", priya, http.StatusForbidden},
		{"interviewer", jonas, http.StatusOK},
	} {
		b, id := w.as(t, c.who), w.person(c.whose)
		b.get(site.Href("/dashboard/calendar", "person", id)).want(c.want)
		if c.want != http.StatusForbidden {
			continue
		}
		for _, path := range []string{"/dashboard/calendar", "/dashboard/calendar/read",
			"/dashboard/calendar/disconnect"} {
			b.post(path, "person", id, "provider", "ics", "url", "https://feeds.example/x.ics", "act", "anyway").
				want(http.StatusForbidden)
		}
	}
	w.as(t, "interviewer").get("/dashboard/calendars").want(http.StatusForbidden)
	w.as(t, "other").get("/dashboard/calendars").want(http.StatusOK, "No calendar is connected yet.")
}
