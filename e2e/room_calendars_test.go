package e2e

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

// P1, P10 and P11: two rooms have calendars of a real server, which are connected in the browser. What stands in one
// keeps its room busy; an interview is written into it and gone after it was canceled; and where the calendar declines,
// the interview is held in the other room, without anybody's doing.
func TestRoomsInCalendars(t *testing.T) {
	t.Parallel()
	needsProcess(t, readingCalendars)
	const round = "title: Systems, fallback_recipients: [lead@northwind.example, second@northwind.example]}"
	d := StartDiaries(t, "small", "large")
	o := Start(t, Env(private), WithTestClock()).NewOrg(t, "undo_seconds: 0", "undo_seconds: 0\n  refill_hours: 24",
		round, round[:len(round)-1]+", seats: [{pool: engineers}, {pool: berlin, role: room}]}",
		"\nassessments:", "\npools:\n  - {key: engineers, name: Engineers, members: [{email: eng1@northwind.example}, "+
			"{email: eng2@northwind.example}]}\n  - key: berlin\n    name: Rooms Berlin\n    kind: rooms\n    rooms:\n"+
			"      - {key: small, name: Berlin 2, capacity: 2}\n      - {key: large, name: Berlin 3, capacity: 6}\n"+
			"\nassessments:", "\n  - {email: bram@northwind.example",
		"\n  - {email: eng1@northwind.example, time_zone: UTC, working_hours: {tue: [\"00:00-24:00\"]}}"+
			"\n  - {email: eng2@northwind.example, time_zone: UTC, working_hours: {tue: [\"00:00-24:00\"]}}"+
			"\n  - {email: bram@northwind.example")
	at := o.tuesday()
	d.Put(t, d.urls["small"], "painters", at.Add(2*time.Hour), at.Add(3*time.Hour))

	v := o.signedIn(t, "desk")
	pool := ""
	for room, diary := range map[string]string{"Berlin 2": "small", "Berlin 3": "large"} {
		v.Open(o.API+"/dashboard/pools").Click("Rooms Berlin").Want(200, "Berlin 3")
		pool = v.URL()
		v.Click("Connect the calendar of "+room).Want(200, "Connect a calendar", "has nothing at that time")
		v.Fill("Address", d.At(d.urls[diary])).Fill("User name (CalDAV)", d.User).Fill("Password (CalDAV)", d.Password).
			Click("Try and connect").Want(200, "The calendar is connected, and is read at once.")
	}
	Until(t, syncTimeout, "both calendars to be read", func() (bool, string) {
		all := o.Calendars(t)
		unread := slices.ContainsFunc(all, func(c Calendar) bool { return c.LastSyncedAt == nil })
		return len(all) == 2 && !unread, fmt.Sprintf("%+v", all)
	})
	v.Reload().Want(200, "works").Looks("pools-room-calendar")
	v.Open(pool).Want(200, "works").WantNot("not read yet").Looks("pools-rooms-calendars")

	where := func(id string) string {
		return o.Do(t, "GET", "/interviews/"+id, nil).Want(200).Text("panel.1.name")
	}
	busy := o.try(t, "a", wire(at.Add(2*time.Hour)), "", "panel", "auto").Want(201).Text("interview.id")
	first := o.try(t, "b", wire(at), "", "panel", "auto").Want(201)
	id := first.Text("interview.id")
	o.Settled(t, letterTimeout, busy)
	o.Settled(t, letterTimeout, id)
	if got := where(busy) + ", " + where(id); got != "Berlin 3, Berlin 2" {
		t.Errorf("they are held in %s", got)
	}
	if strings.Contains(string(first.Body), "missing_meeting_link") {
		t.Errorf("in a room a link is missing: %s", first.Body)
	}
	d.Counts(t, letterTimeout, "small 2 large 1") // with the painters
	if all := d.Of("small"); !slices.ContainsFunc(all, func(e Event) bool {
		return e.Location == "Berlin 2" && e.Summary == "Interview: Systems"
	}) {
		t.Errorf("in the room's calendar stand %+v", all)
	}

	o.wait(t, 2*time.Minute) // what was written has settled
	uid := id + "@127.0.0.1"
	refused := strings.Replace(declining(uid, at, "berlin-2@northwind.example"), "ATTENDEE;",
		"ATTENDEE;CUTYPE=ROOM;", 1)
	d.Radicale.do(t, http.MethodPut, d.urls["small"]+uid+".ics", refused, http.StatusCreated)
	for _, c := range o.Calendars(t) {
		o.MustRun(t, "calendars", "sync", c.ID)
	}
	Until(t, letterTimeout, "the other room", func() (bool, string) { return where(id) == "Berlin 3", where(id) })
	o.Settled(t, letterTimeout, id)
	d.Counts(t, letterTimeout, "small 1 large 2")
	told := []string{}
	for _, letter := range o.Inbox(t, o.Email("b")) {
		_, where, _ := strings.Cut(letter.Text, "\nWhere: ")
		where, _, _ = strings.Cut(where, "\n")
		told = append(told, where)
	}
	if slices.Sort(told); strings.Join(told, ", ") != "Berlin 2, Berlin 3" {
		t.Errorf("the candidate was told of %q", told)
	}
	v.Open(o.API+"/dashboard").Want(200, "Refilled by itself",
		"Berlin 2 declined, and the interview is held in Berlin 3.").Looks("home-room-refilled")
	v.Open(o.API+"/dashboard/interviews/"+id).Want(200, "Entry in the calendar of Berlin 3",
		"Entry removed from the calendar of the room before", "Declined in the calendar: it is about Berlin 2").
		WantNot("calendar of room_")

	o.Do(t, "DELETE", "/interviews/"+id, nil).Want(200)
	o.Settled(t, letterTimeout, id)
	d.Counts(t, letterTimeout, "small 1 large 1")
}
