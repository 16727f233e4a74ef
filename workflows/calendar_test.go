package workflows

import (
	"context"
	"io"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/temporal"

	"litmus/activities"
	"litmus/models"
	"litmus/models/timetable"
	"litmus/store/setups"
)

// feed is a published calendar.
type feed struct {
	w      *world
	mu     sync.Mutex
	status func(n int) int // of the answer to the n-th reading, from 1; nil: always 200
	during func(n int)     // called while it is being read
	reads  []time.Time
}

func (f *feed) RoundTrip(r *http.Request) (*http.Response, error) {
	f.mu.Lock()
	f.reads = append(f.reads, f.w.now())
	n, status, during := len(f.reads), http.StatusOK, f.during
	if f.status != nil {
		status = f.status(n)
	}
	f.mu.Unlock()
	if during != nil {
		during(n)
	}
	body := "maintenance until ann is back from her holiday"
	if status == http.StatusOK {
		body = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\n"
		for _, hour := range []string{"09", "11", "15"} {
			body += "BEGIN:VEVENT\r\nUID:" + hour + "\r\nDTSTAMP:20310101T000000Z\r\nDTSTART:20310304T" + hour +
				"0000Z\r\nDTEND:20310304T" + hour + "3000Z\r\nEND:VEVENT\r\n"
		}
		body += "END:VCALENDAR\r\n"
	}
	return &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {"text/calendar"}}, Request: r,
		Body: io.NopCloser(strings.NewReader(body))}, nil
}

// answers sets the status of all readings from now on.
func (f *feed) answers(status int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.status = func(int) int { return status }
}

// awayFor has readings of those numbers fail, from the first and without the second.
func (f *feed) awayFor(from, to int) {
	f.status = func(n int) int {
		if n >= from && n < to {
			return http.StatusServiceUnavailable
		}
		return http.StatusOK
	}
}

// connected is a world in which Ann has just connected the feed.
var connected setting = func(t *testing.T) *world {
	w := newWorld(t, nil)
	w.feed = &feed{w: w}
	w.do.Outbound = func([]netip.Prefix) *http.Client { return &http.Client{Transport: w.feed} }
	w.setup.Interviewers[0].Calendar = &timetable.CalendarAccount{Provider: timetable.CalendarICS,
		URL: "https://calendars.acme.example/ann.ics"}
	w.apply(setups.Options{})
	c, err := w.do.Store.Availability.ConnectionOf(t.Context(), w.org.ID, ann)
	w.must(err)
	w.subject, w.ref = CalendarSync, models.Ref{OrgID: w.org.ID, ID: c.ID}
	return w
}

func (w *world) apply(o setups.Options) {
	w.t.Helper()
	_, err := w.do.Store.Setups.Apply(w.t.Context(), w.setup, o)
	w.must(err)
}

// disconnects has the calendar disconnected at an instant.
func (w *world) disconnects(when time.Time) {
	w.changes(when, func() {
		w.setup.Interviewers[0].Calendar = nil
		w.apply(setups.Options{Prune: true})
	})
}

// syncing is the activity SyncCalendar, which fails while the database is away.
func (w *world) syncing(ctx context.Context, ref models.Ref) (activities.Synced, error) {
	w.mu.Lock()
	w.loads = append(w.loads, w.now())
	n, down := len(w.loads), w.down
	w.mu.Unlock()
	switch {
	case n > mostLoads:
		w.t.Error("the calendar is read again and again")
		return activities.Synced{Gone: true}, nil
	case down:
		return activities.Synced{}, temporal.NewApplicationError(activities.CodeDatabase, activities.CodeDatabase)
	}
	return w.do.SyncCalendar(ctx, ref)
}

// telling is the activity TellAdmins, counted.
func (w *world) telling(ctx context.Context, ref models.Ref) (activities.Outcome, error) {
	w.mu.Lock()
	w.attempts++
	w.mu.Unlock()
	return w.do.TellAdmins(ctx, ref)
}

func TestCalendarSync(t *testing.T) {
	t.Parallel()
	connected.play(t, "a wake-up has it read at once, and two while it is being read once more",
		func(t *testing.T, w *world) {
			w.feed.answers(http.StatusUnauthorized) // read hourly from now on
			w.feed.during = func(n int) {
				if n == 1 {
					w.wake()
					w.wake()
				}
			}
			mended := thu.Add(30 * time.Minute)
			w.changes(mended, func() { w.feed.answers(http.StatusOK) })
			w.disconnects(mended.Add(time.Minute))
			w.run()
			if len(w.feed.reads) != 3 || !w.feed.reads[1].Equal(thu) || !w.feed.reads[2].Equal(mended) {
				t.Errorf("read at %v", w.feed.reads)
			}
			w.happened("Thu 12:00 root calendar_broken", "Thu 12:30 root calendar_healed", "Thu 12:31 ends")
		})
	connected.play(t, "continues as new after a hundred readings, with the reference alone, and the next run goes on in pace",
		func(t *testing.T, w *world) {
			again := w.run()
			if again == nil || again.WorkflowType.Name != "CalendarSync" || len(w.feed.reads) != readingsPerRun {
				t.Fatalf("after %d readings it continues as %+v", len(w.feed.reads), again)
			}
			var in models.Ref
			if err := converter.GetDefaultDataConverter().FromPayloads(again.Input, &in); err != nil || in != w.ref {
				t.Errorf("it goes on with %+v (%v)", in, err)
			}
			ended := w.env.Now()
			if pause := ended.Sub(w.feed.reads[readingsPerRun-1]); pause < 4*time.Minute {
				t.Errorf("the next run begins %s after the last reading", pause)
			}
			w.begin(ended)
			w.disconnects(ended.Add(time.Minute))
			w.run()
			if len(w.feed.reads) != readingsPerRun+1 {
				t.Errorf("%d readings", len(w.feed.reads))
			}
		})
}
