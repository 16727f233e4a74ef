package cli

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
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
func (x *terminal) read(id string, result func(models.Connection) models.Connection) {
	x.t.Helper()
	s, org := x.open()
	c, err := s.Availability.Connection(x.t.Context(), models.Ref{OrgID: org.ID, ID: id})
	if err != nil {
		x.t.Fatal(err)
	}
	var busy []models.Range
	after := result(c.Connection)
	if after.FailingSince == nil {
		for hour := range 2 {
			from := noon.Add(time.Duration(24+2*hour) * time.Hour)
			busy = append(busy, models.Range{From: from, To: from.Add(time.Hour)})
		}
	}
	if current, err := s.Availability.SaveSync(x.t.Context(), c, after, busy); err != nil || !current {
		x.t.Fatalf("save the reading: current %t, %v", current, err)
	}
}

func TestCalendarsList(t *testing.T) {
	t.Parallel()
	x := northwind(t)
	c := x.calendar()
	if c.Organization != "northwind" || c.Person != "petra@northwind.example" || c.Provider != "ics" ||
		c.State != models.ConnectionWaiting || c.Offered || c.LastSyncedAt != nil || c.NextSyncAt != nil ||
		c.LastError != "" || c.Workflow != "calendar/"+c.ID {
		t.Errorf("before it is read it is %+v", c)
	}
	table := x.must("calendars", "list")
	if got, want := cells(table)[0], []string{"ID", "ORGANIZATION", "PERSON", "PROVIDER", "STATE", "OFFERED",
		"LAST SYNCED", "NEXT SYNC"}; !slices.Equal(got, want) {
		t.Errorf("the heading is %q, want %q", got, want)
	}
	if got, want := line(t, table, c.ID), []string{"northwind", "petra@northwind.example", "ics", "waiting", "false",
		"never", "at once"}; !slices.Equal(got, want) || len(cells(table)) != 2 {
		t.Errorf("it is listed as %q, want %q, and nothing below\n%s", got, want, table)
	}

	until := noon.AddDate(0, 0, 90)
	x.read(c.ID, func(c models.Connection) models.Connection { return c.AfterSync(noon, until, "") })
	if c := x.calendar(); c.State != models.ConnectionOK || !c.Offered || c.BusyTimes != 2 || c.LastSyncedAt == nil ||
		*c.LastSyncedAt != "2032-02-02T12:00:00.000Z" || c.KnownUntil == nil ||
		*c.KnownUntil != models.FormatInstant(until) || c.NextSyncAt == nil {
		t.Errorf("after it was read it is %+v", c)
	}

	x.clock.Set(noon.Add(time.Hour))
	x.read(c.ID, func(c models.Connection) models.Connection {
		return c.AfterFailure(x.clock.Now(), models.SyncFailure{Code: "ics_500", Detail: "500 Internal Server Error"})
	})
	const failed = "2032-02-02T13:00:00.000Z"
	if c := x.calendar(); c.State != models.ConnectionFailing || c.Failures != 1 || c.FailingSince == nil ||
		*c.FailingSince != failed || c.LastErrorAt == nil || *c.LastErrorAt != failed ||
		c.LastError != "ics_500: 500 Internal Server Error" {
		t.Errorf("after it could not be read it is %+v", c)
	}
	text := x.must("calendars", "list", "--org", "northwind")
	if want := "\n" + c.ID + ": last error at " + failed + ", failing since " + failed + "\n  ics_500: 500 Internal " +
		"Server Error\n"; !strings.HasSuffix(text, want) {
		t.Errorf("below the table it prints %q, want %q", text, want)
	}

	x.clock.Set(noon.Add(2 * time.Hour))
	x.read(c.ID, func(c models.Connection) models.Connection { return c.AfterSync(x.clock.Now(), until, "") })
	text = x.must("calendars", "list")
	if want := c.ID + ": last error at " + failed + ", since then it went well\n"; !strings.Contains(text, want) {
		t.Errorf("after it went well again it prints %q, want %q", text, want)
	}
	for _, shown := range []string{table, text} {
		if strings.Contains(shown, "hunter2") {
			t.Errorf("a credential is shown:\n%s", shown)
		}
	}
	x.refused(exitFailed, `organization "nowhere" not found`, "calendars", "list", "--org", "nowhere")
	x.apply(twice)
	if got := x.must("calendars", "list", "--org", "twice", "--json"); got != "[]\n" {
		t.Errorf("of an organization without calendars it prints %q, want []", got)
	}
}

func TestCalendarsSync(t *testing.T) {
	t.Parallel()
	x := northwind(t)
	id := x.calendar().ID
	want := outcome{exitOK, "", "a running worker reads the calendar at once: " + id + "\n"}
	if got := x.run("calendars", "sync", id, "--wait", "0s"); got != want {
		t.Errorf("without waiting: %+v, want %+v", got, want)
	}
	x.refused(exitFailed,
		"no worker has read "+id+" within 1ms; one that runs will (litmus ready tells whether one does)",
		"calendars", "sync", id, "--wait", "1ms")
	x.refused(exitFailed, `calendar "cal_x" not found`, "calendars", "sync", "cal_x")
	x.mistaken("<id>", "calendars", "sync")

	// sync waits for a worker, which is the test, and says how that went.
	sync := func(result func(models.Connection) models.Connection, args ...string) outcome {
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
	well := func(c models.Connection) models.Connection { return c.AfterSync(noon, until, "") }
	if got, want := sync(well), (outcome{exitOK, id + " is read: 2 busy times are known until " +
		models.FormatInstant(until) + "\n", ""}); got != want {
		t.Errorf("what went well: %+v, want %+v", got, want)
	}
	if got := sync(well, "--json"); got.status != exitOK || !strings.Contains(got.stdout, `"busy_times": 2`) {
		t.Errorf("what went well, as JSON: %+v", got)
	}
	badly := func(c models.Connection) models.Connection {
		return c.AfterFailure(noon, models.SyncFailure{Code: "ics_404", Detail: "404 Not Found"})
	}
	if got, want := sync(badly), (outcome{exitFailed, "",
		"litmus: " + id + " could not be read: ics_404: 404 Not Found\n"}); got != want {
		t.Errorf("what failed: %+v, want %+v", got, want)
	}
}
