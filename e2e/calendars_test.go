package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// private lets the service call the calendar servers of these tests.
const private = "LITMUS_ALLOW_PRIVATE_NETWORKS=127.0.0.0/8"

// readingCalendars is why tests that have a calendar read need a process.
const readingCalendars = "the workflow that reads calendars"

// syncTimeout bounds the way from a changed calendar to the free starts: the relay, one reading, and a busy machine.
const syncTimeout = time.Minute

// Calendar is a line of `litmus calendars list --json`.
type Calendar struct {
	ID, Organization, Person, Provider, State string
	Offered                                   bool
	LastSyncedAt                              *time.Time `json:"last_synced_at"`
	KnownUntil                                *time.Time `json:"known_until"`
	BusyTimes                                 int        `json:"busy_times"`
	LastError                                 string     `json:"last_error"`
	LastErrorAt                               *time.Time `json:"last_error_at"`
	FailingSince                              *time.Time `json:"failing_since"`
	Failures                                  int
	NextSyncAt                                *time.Time `json:"next_sync_at"`
}

// Calendars are the connected calendars of the organization.
func (o *Org) Calendars(t testing.TB) (out []Calendar) {
	t.Helper()
	if text := o.MustRun(t, "calendars", "list", "--json", "--org", o.Slug); json.Unmarshal([]byte(text), &out) != nil {
		t.Fatalf("calendars list --json printed %q", text)
	}
	return out
}

// CalendarWhen waits until the organization's one calendar is as condition wants it.
func (o *Org) CalendarWhen(t testing.TB, what string, condition func(Calendar) bool) (c Calendar) {
	t.Helper()
	Until(t, syncTimeout, what, func() (bool, string) {
		all := o.Calendars(t)
		if len(all) != 1 {
			t.Fatalf("%d calendars, want one", len(all))
		}
		c = all[0]
		return condition(c), fmt.Sprintf("it is %+v", c)
	})
	return c
}

// SyncNow has the calendar read and returns when it was.
func (o *Org) SyncNow(t testing.TB) Calendar {
	t.Helper()
	id := o.Calendars(t)[0].ID
	out := o.Run(t, "calendars", "sync", id, "--wait", syncTimeout.String())
	c := o.Calendars(t)[0]
	switch failing := c.FailingSince != nil; {
	case !failing && (out.Status != 0 || !strings.Contains(out.Stdout, fmt.Sprintf("%d busy times", c.BusyTimes))):
		t.Fatalf("the calendar is read, and the command says %+v", out)
	case failing && (out.Status != 1 || !strings.Contains(out.Stderr, c.LastError)):
		t.Fatalf("the calendar cannot be read (%s), and the command says %+v", c.LastError, out)
	}
	return c
}

// connect is an edit of the organization's file that gives Petra, who works in New York, a calendar.
func connect(calendar string) []string {
	const petra = "    meeting_link: https://meet.northwind.example/petra\n"
	return []string{petra, petra + "    calendar: " + calendar + "\n"}
}

// workday is a Tuesday at least a week ahead, on which Petra works from 09:00 to 12:00 and from 13:00 to 17:00.
func workday(t testing.TB) func(hour, minute int) time.Time {
	t.Helper()
	zone, err := time.LoadLocation("America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	day := machineNow().In(zone).AddDate(0, 0, 8)
	for day.Weekday() != time.Tuesday {
		day = day.AddDate(0, 0, 1)
	}
	return func(hour, minute int) time.Time {
		return time.Date(day.Year(), day.Month(), day.Day(), hour, minute, 0, 0, zone)
	}
}

// petra are her free starts on the workday, by the clock in New York.
func (o *Org) petra(t testing.TB, at func(hour, minute int) time.Time) string {
	t.Helper()
	text := func(x time.Time) string { return x.UTC().Format(time.RFC3339) }
	var out []string
	for _, line := range o.free(t, o.Round("engineer", "main", "systems"), text(at(0, 0)), text(at(23, 30))) {
		start, err := time.Parse("01-02T15:04", line[:11])
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(line, " petra") {
			out = append(out, time.Date(at(0, 0).Year(), start.Month(), start.Day(), start.Hour(), start.Minute(), 0, 0,
				time.UTC).In(at(0, 0).Location()).Format("15:04"))
		}
	}
	return strings.Join(out, " ")
}

func (o *Org) petraWhen(t testing.TB, what string, at func(hour, minute int) time.Time, want string) {
	t.Helper()
	Until(t, syncTimeout, what, func() (bool, string) {
		got := o.petra(t, at)
		return got == want, fmt.Sprintf("Petra is free at %q, want %q; %+v", got, want, o.Calendars(t))
	})
}

// A busy block moved in a real calendar changes the free starts after the next reading. More in package store.
func TestBusyTimesOfRadicale(t *testing.T) {
	t.Parallel()
	needsProcess(t, readingCalendars)
	dav := StartRadicale(t)
	calendar, at := dav.Calendar(t, "work"), workday(t)
	dav.Put(t, calendar, "dentist", at(10, 0), at(11, 0))
	o := NewOrg(t, connect(fmt.Sprintf(`{provider: caldav, url: "%s", username: %s, password: %s}`, calendar,
		dav.User, dav.Password))...)

	o.petraWhen(t, "the first reading", at, "09:00 11:00 13:00 13:30 14:00 14:30 15:00 15:30 16:00")
	dav.Put(t, calendar, "dentist", at(14, 30), at(15, 10))
	o.SyncNow(t)
	o.petraWhen(t, "the block to be moved", at, "09:00 09:30 10:00 10:30 11:00 13:00 13:30 15:30 16:00")
	// A busy time is not offered, and so accepted (§4 rule 3).
	o.Book(t, "named", "scheduled_start_at", at(15, 0).UTC().Format(time.RFC3339), "interviewer_email", o.Email("petra"))
	if c := o.Calendars(t)[0]; c.State != "ok" || c.BusyTimes != 1 {
		t.Errorf("it is %+v", c)
	}
	list := []string{"calendars", "list", "--org", o.Slug}
	text := o.MustRun(t, list...) + o.MustRun(t, append(list, "--json")...)
	for _, secret := range []string{dav.User, dav.Password, calendar, "127.0.0.1"} {
		if strings.Contains(text, secret) {
			t.Errorf("it shows %q:\n%s", secret, text)
		}
	}
}

// feed is a published calendar that does as it is told.
type feed struct {
	*httptest.Server
	mu     sync.Mutex
	status int
	slow   time.Duration // until it answers
	from   time.Time     // of the one meeting, which lasts an hour
	asked  int
}

func startFeed(t testing.TB, from time.Time) *feed {
	f := &feed{status: http.StatusOK, from: from}
	f.Server = httptest.NewServer(f)
	t.Cleanup(f.Close)
	return f
}

func (f *feed) say(status int, after time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.status, f.slow = status, after
}

func (f *feed) requests() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.asked
}

func (f *feed) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	f.asked++
	status, slow := f.status, f.slow
	f.mu.Unlock()
	select { // what it was told to say when it was asked, it says later
	case <-time.After(slow):
	case <-r.Context().Done():
	}
	if status != http.StatusOK {
		http.Error(w, "ask quartz@feeds.example", status)
		return
	}
	stamp := func(at time.Time) string { return at.UTC().Format("20060102T150405Z") }
	fmt.Fprintf(w,
		"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//e2e//EN\r\nBEGIN:VEVENT\r\nUID:one\r\nDTSTAMP:%s\r\nDTSTART:%s\r\nDTEND:%s\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
		stamp(machineNow()), stamp(f.from), stamp(f.from.Add(time.Hour)))
}

// The last known busy times stay while a calendar cannot be read; admins get one letter when it breaks and one when it
// heals, also where the service was killed in between.
func TestBrokenCalendar(t *testing.T) {
	t.Parallel()
	at := workday(t)
	f := startFeed(t, at(10, 0))
	s := Start(t, Env(private))
	o := s.NewOrg(t, connect(fmt.Sprintf(`{provider: ics, url: "%s/secret-path.ics"}`, f.URL))...)
	const free = "09:00 11:00 13:00 13:30 14:00 14:30 15:00 15:30 16:00"
	o.petraWhen(t, "the feed to be read", at, free)

	// Whoever asks is told the outcome of a reading that begins afterwards, not of the one that runs and ends well.
	f.say(http.StatusOK, 2*time.Second)
	begun := f.requests()
	o.MustRun(t, "calendars", "sync", o.Calendars(t)[0].ID, "--wait", "0s")
	Until(t, syncTimeout, "the reading to begin", func() (bool, string) { return f.requests() > begun, "no request" })
	f.say(http.StatusUnauthorized, 700*time.Millisecond)
	c := o.SyncNow(t)
	if c.State != "revoked" || !c.Offered || !strings.HasPrefix(c.LastError, "ics_401") {
		t.Errorf("a feed that refuses is %+v", c)
	}
	admins := []string{o.Email("root"), o.Email("desk")}
	for _, admin := range admins {
		if l := o.Letters(t, admin, 1)[0]; l.Subject != "The calendar of Petra Quillon cannot be read" ||
			!l.tells("Error: ics_401", c.ID) || strings.Contains(l.Text+l.HTML, "secret-path") {
			t.Errorf("%s reads %q\n%s", admin, l.Subject, l.Text)
		}
	}
	if got := o.petra(t, at); got != free {
		t.Errorf("while it cannot be read Petra is free at %q, want %q", got, free)
	}

	s.Kill9(t)
	s.Restart(t)
	f.say(http.StatusOK, 0)
	if c := o.SyncNow(t); c.State != "ok" || c.FailingSince != nil || c.Failures != 0 {
		t.Errorf("healed it is %+v", c)
	}
	// The same letter may have gone twice, since the service was killed when it had hardly left.
	told := func(letters []Letter) string {
		var out []string
		seen := map[string]bool{}
		for _, l := range letters {
			if id := o.messageID(t, l); !seen[id] {
				seen[id] = true
				out = append(out, l.Subject)
			}
		}
		return strings.Join(out, ", then ")
	}
	// newest first
	const both = "The calendar of Petra Quillon can be read again, then The calendar of Petra Quillon cannot be read"
	for _, admin := range admins {
		o.LettersWhen(t, admin, "both letters", func(l []Letter) bool { return told(l) == both })
	}
	checkRuns(t, s, []string{"calendar/" + c.ID}, "secret-path", "quillon", "feeds.example", f.URL, o.Slug+".example")
}

// No loopback, private, link-local or metadata address is called unless LITMUS_ALLOW_PRIVATE_NETWORKS names it.
func TestPrivateCalendarIsNotCalled(t *testing.T) {
	t.Parallel()
	at := workday(t)
	f := startFeed(t, at(10, 0))
	o := Start(t).NewOrg(t, connect(fmt.Sprintf(`{provider: ics, url: "%s/x.ics"}`, f.URL))...)
	c := o.CalendarWhen(t, "the reading to be refused", func(c Calendar) bool { return c.LastErrorAt != nil })
	if c.State != "failing" || c.Offered || !strings.HasPrefix(c.LastError, "ics_address") ||
		!strings.Contains(c.LastError, "LITMUS_ALLOW_PRIVATE_NETWORKS") {
		t.Errorf("it is %+v", c)
	}
	if n := f.requests(); n != 0 {
		t.Errorf("it was called %d times", n)
	}
	if got := o.petra(t, at); got != "" {
		t.Errorf("never read, and Petra is free at %q; never all free", got)
	}
}
