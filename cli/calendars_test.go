package cli

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/timetable"
	"litmus/testdb"
)

// calendar is Petra's, as it is listed.
func (x *terminal) calendar() listedCalendar {
	x.t.Helper()
	var found []listedCalendar
	x.mustJSON(&found, "calendars", "list", "--org", "northwind")
	if len(found) != 1 {
		x.t.Fatalf("the calendars are %+v, want one", found)
	}
	return found[0]
}

// read does what a worker does that reads the calendar: it saves how that went, and two busy times if it went well.
func (x *terminal) read(id string, result func(timetable.Connection) timetable.Connection) {
	x.t.Helper()
	s, org := x.open()
	c, err := s.Availability.Connection(x.t.Context(), models.Ref{OrgID: org.ID, ID: id})
	must(x.t, err)
	var busy []timetable.Range
	after := result(c.Connection)
	if after.FailingSince == nil {
		for hour := range 2 {
			from := noon.Add(time.Duration(24+2*hour) * time.Hour)
			busy = append(busy, timetable.Range{From: from, To: from.Add(time.Hour)})
		}
	}
	if current, err := s.Availability.SaveSync(x.t.Context(), c, after, busy); err != nil || !current {
		x.t.Fatalf("save the reading: current %t, %v", current, err)
	}
}

func TestCalendarsList(t *testing.T) {
	t.Parallel()
	x := northwind(t)
	const petra, noonText, failed = "petra@northwind.example", "2032-02-02T12:00:00.000Z", "2032-02-02T13:00:00.000Z"
	c := x.calendar()
	want := listedCalendar{ID: c.ID, Organization: "northwind", Person: petra, Provider: "ics",
		State: timetable.ConnectionWaiting, Workflow: "calendar/" + c.ID}
	same(t, "before it is read it", c, want)
	table := [][]string{{"ID", "ORGANIZATION", "OWNER", "PROVIDER", "STATE", "OFFERED", "LAST SYNCED", "NEXT SYNC"},
		{c.ID, "northwind", petra, "ics", "waiting", "false", "never", "at once"}}
	x.tabled(table, "calendars", "list")

	known := noon.AddDate(0, 0, 90)
	x.read(c.ID, func(c timetable.Connection) timetable.Connection { return c.AfterSync(noon, known, "") })
	c = x.calendar()
	synced, until := noonText, models.FormatInstant(known)
	want.State, want.Offered, want.BusyTimes, want.LastSyncedAt, want.KnownUntil, want.NextSyncAt =
		timetable.ConnectionOK, true, 2, &synced, &until, c.NextSyncAt
	if same(t, "after it was read it", c, want); c.NextSyncAt == nil {
		t.Error("it is not read again")
	}

	x.clock.Set(noon.Add(time.Hour))
	x.read(c.ID, func(c timetable.Connection) timetable.Connection {
		return c.AfterFailure(x.clock.Now(), timetable.SyncFailure{Code: "ics_500",
			Detail: "500 Internal Server Error"})
	})
	c = x.calendar()
	since := failed
	want.State, want.Failures, want.FailingSince, want.LastErrorAt, want.LastError, want.NextSyncAt =
		timetable.ConnectionFailing, 1, &since, &since, "ics_500: 500 Internal Server Error", c.NextSyncAt
	same(t, "after it could not be read it", c, want)
	text := x.must("calendars", "list", "--org", "northwind")
	below := "\n" + c.ID + ": last error at 2032-02-02 14:00:00 CET, failing since 2032-02-02 14:00:00 CET" +
		"\n  ics_500: 500 Internal Server Error\n"
	if !strings.Contains(text, below) || strings.Contains(text, "hunter2") {
		t.Errorf("it prints %q, want %q below the table, and no credential", text, below)
	}
	x.apply(twice)
	x.prints("[]\n", "calendars", "list", "--org", "twice", "--json")
}

func TestCalendarsSync(t *testing.T) {
	t.Parallel()
	x := northwind(t)
	id := x.calendar().ID
	x.ends(outcome{exitOK, "", "a running worker reads the calendar at once: " + id + "\n"}, "calendars", "sync", id,
		"--wait", "0s")
	x.refused(exitFailed,
		"no worker has read "+id+" within 1ms; one that runs will (litmus ready tells whether one does)",
		"calendars", "sync", id, "--wait", "1ms")
	x.refused(exitFailed, `calendar "cal_x" not found`, "calendars", "sync", "cal_x")

	// sync waits for a worker, which is the test, and says how that went.
	sync := func(result func(timetable.Connection) timetable.Connection, args ...string) outcome {
		t.Helper()
		s, org := x.open()
		asked := func() int64 {
			c, err := s.Availability.Connection(t.Context(), models.Ref{OrgID: org.ID, ID: id})
			if err != nil {
				t.Error(err)
			}
			return c.Revision
		}
		before, ended := asked(), make(chan outcome, 1)
		go func() { ended <- x.run(append([]string{"calendars", "sync", id, "--wait", "10m"}, args...)...) }()
		testdb.Until(t, time.Minute, "the request to read", func() (bool, string) {
			now := asked()
			return now > before, fmt.Sprint("revision ", now)
		})
		x.read(id, result)
		return <-ended
	}
	until := noon.AddDate(0, 0, 90)
	well := func(c timetable.Connection) timetable.Connection { return c.AfterSync(noon, until, "") }
	badly := func(c timetable.Connection) timetable.Connection {
		return c.AfterFailure(noon, timetable.SyncFailure{Code: "ics_404", Detail: "404 Not Found"})
	}
	if got, want := sync(well), (outcome{exitOK, id + " is read: 2 busy times are known until " +
		models.FormatInstant(until) + "\n", ""}); got != want {
		t.Errorf("what went well: %+v, want %+v", got, want)
	}
	if got := sync(well, "--json"); got.status != exitOK || !strings.Contains(got.stdout, `"busy_times": 2`) {
		t.Errorf("what went well, as JSON: %+v", got)
	}
	if got, want := sync(badly), (outcome{exitFailed, "",
		"litmus: " + id + " could not be read: ics_404: 404 Not Found\n"}); got != want {
		t.Errorf("what failed: %+v, want %+v", got, want)
	}
}
