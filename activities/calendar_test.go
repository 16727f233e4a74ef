package activities_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"litmus/activities"
	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/effect"
	"litmus/models/setup"
	"litmus/models/timetable"
	"litmus/ports/outbound"
	"litmus/store/availability"
	"litmus/store/setups"
)

const (
	ada = "ada@acme.example" // admins
	eve = "eve@acme.example"
)

// feed is a calendar server that does as it is told.
type feed struct {
	*httptest.Server
	mu     sync.Mutex
	events []string // "uid 15:00 16:00" on the tests' Monday, "uid 15:00 16:00 ann" where she has declined
	status int
	header http.Header
	during func() // called once while a request is answered
	asked  []string
}

func newFeed(t *testing.T) *feed {
	f := &feed{status: http.StatusOK, header: http.Header{}}
	f.Server = httptest.NewServer(f)
	t.Cleanup(f.Close)
	return f
}

func (f *feed) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked = append(f.asked, r.Header.Get("If-None-Match"))
	if during := f.during; during != nil {
		f.during = nil
		during()
	}
	for name, values := range f.header {
		w.Header()[name] = values
	}
	etag := `"` + strings.Join(f.events, "|") + `"`
	if f.status != http.StatusOK {
		http.Error(w, "maintenance of "+ann+" until noon", f.status)
		return
	}
	w.Header().Set("ETag", strings.ReplaceAll(etag, " ", "_"))
	if r.Header.Get("If-None-Match") == w.Header().Get("ETag") {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	fmt.Fprint(w, "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\n")
	for _, e := range f.events {
		var uid, from, to, declined string
		if n, _ := fmt.Sscan(e, &uid, &from, &to, &declined); n == 4 {
			declined = "ATTENDEE;PARTSTAT=DECLINED:mailto:" + declined + "\r\n"
		}
		stamp := func(s string) string { return "20310303T" + strings.ReplaceAll(s, ":", "") + "00Z" }
		fmt.Fprintf(w,
			"BEGIN:VEVENT\r\nUID:%s\r\nDTSTAMP:20310101T000000Z\r\nDTSTART:%s\r\nDTEND:%s\r\n%sEND:VEVENT\r\n", uid,
			stamp(from), stamp(to), declined)
	}
	fmt.Fprint(w, "END:VCALENDAR\r\n")
}

// say sets what the feed answers from now on.
func (f *feed) say(status int, header http.Header, events ...string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.status, f.header, f.events = status, header, events
}

// roundTrip answers every request with 200 and JSON.
type roundTrip func(*http.Request) string

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}},
		Body: io.NopCloser(strings.NewReader(f(r))), Request: r}, nil
}

// loopback is where the tests' feeds are.
var loopback = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}

// always gives the same client, whatever an organization names.
func always(c *http.Client) activities.Outbound {
	return func([]netip.Prefix) *http.Client { return c }
}

// office is a post whose Ann has connected the feed, with two admins.
type office struct {
	*post
	feed  *feed
	setup setup.Setup
	ref   models.Ref
}

func openOffice(t *testing.T) *office {
	t.Helper()
	o := &office{post: open(t), feed: newFeed(t), setup: acme()}
	o.setup.Organization.Admins, o.setup.Organization.AllowPrivateNetworks = []string{ada, eve}, loopback
	o.connects(timetable.CalendarAccount{Provider: timetable.CalendarICS, URL: o.feed.URL + "/ann.ics"})
	o.Activities.Outbound = outbound.NewClients(loopback).For
	o.ref = models.Ref{OrgID: o.org.ID, ID: o.connection().ID}
	return o
}

func (o *office) apply() {
	o.t.Helper()
	_, err := o.Store.Setups.Apply(o.t.Context(), o.setup, setups.Options{})
	o.must(err)
}

func (o *office) connection() availability.Connected {
	o.t.Helper()
	c, err := o.Store.Availability.ConnectionOf(o.t.Context(), o.org.ID, ann)
	o.must(err)
	return c
}

// sync runs the activity.
func (o *office) sync() activities.Synced {
	o.t.Helper()
	out, err := o.SyncCalendar(o.t.Context(), o.ref)
	o.must(err)
	return out
}

// busy are the busy times that are stored.
func (o *office) busy() string {
	o.t.Helper()
	rows, err := o.db.QueryContext(o.t.Context(), "select +from_at, +to_at from busy_blocks order by from_at")
	o.must(err)
	defer rows.Close()
	var out []string
	for rows.Next() {
		var from, to int64
		o.must(rows.Scan(&from, &to))
		out = append(out, time.UnixMicro(from).UTC().Format("15:04")+"-"+time.UnixMicro(to).UTC().Format("15:04"))
	}
	o.must(rows.Err())
	return strings.Join(out, " ")
}

// inOffice is a test of its own in an office.
func inOffice(t *testing.T, name string, play func(t *testing.T, o *office)) {
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		play(t, openOffice(t))
	})
}

// connects has Ann connect another calendar.
func (o *office) connects(account timetable.CalendarAccount) {
	o.t.Helper()
	o.setup.Interviewers[0].Calendar = &account
	o.apply()
}

// reads runs the activity, and checks how it ended, but for the wait, and which busy times are stored then.
func (o *office) reads(want activities.Synced, busy string) (wait time.Duration) {
	o.t.Helper()
	got := o.sync()
	wait, got.Wait = got.Wait, 0
	if got != want || o.busy() != busy {
		o.t.Errorf("got %+v with the busy times %q, want %+v with %q", got, o.busy(), want, busy)
	}
	return wait
}

func TestSyncCalendar(t *testing.T) {
	t.Parallel()
	ok := func(blocks int) activities.Synced {
		return activities.Synced{State: timetable.ConnectionOK, Blocks: blocks}
	}
	inOffice(t, "reads busy times, joined, without our own copies", func(t *testing.T, o *office) {
		ref := o.book()
		o.feed.say(200, nil, "lunch 12:00 13:00", "call 12:30 13:30", ref.ID+"@hire.acme.example 15:00 16:00",
			"int_other@hire.acme.example 17:00 18:00")
		wait := o.reads(ok(2), "12:00-13:30 17:00-18:00")
		if wait < 4*time.Minute || wait >= 6*time.Minute {
			t.Errorf("the next one is after %s", wait)
		}
		c := o.connection()
		if !c.SyncedAt.Equal(thu) || !c.SyncedUntil.Equal(timetable.SyncWindow(thu).To) ||
			!c.NextSyncAt.Equal(thu.Add(wait)) || c.SyncToken == "" {
			t.Errorf("it is %+v", c.Connection)
		}
	})
	inOffice(t, "what its owner has declined does not take their time", func(_ *testing.T, o *office) {
		o.feed.say(200, nil, "a 15:00 16:00 "+ann, "b 17:00 18:00 "+eve)
		o.reads(ok(1), "17:00-18:00")
	})
	inOffice(t, "asks only for what changed, and follows what was moved and deleted", func(t *testing.T, o *office) {
		o.feed.say(200, nil, "lunch 12:00 13:00", "call 14:00 15:00")
		o.reads(ok(2), "12:00-13:00 14:00-15:00")
		o.clock.Set(thu.Add(5 * time.Minute))
		o.reads(activities.Synced{State: timetable.ConnectionOK, Unchanged: true}, "12:00-13:00 14:00-15:00")
		if at := o.connection().SyncedAt; !at.Equal(thu.Add(5 * time.Minute)) {
			t.Errorf("read at %s", at)
		}
		o.feed.say(200, nil, "lunch 12:15 13:15")
		o.reads(ok(1), "12:15-13:15")
		o.feed.say(200, nil)
		o.reads(ok(0), "")
		o.clock.Set(thu.Add(24 * time.Hour)) // on another day, whose window is another, it asks for all of it
		o.sync()
		for n, first := range []bool{true, false, false, false, true} {
			if asked := o.feed.asked[n]; (asked == "") != first {
				t.Errorf("reading %d asks with %q", n+1, asked)
			}
		}
	})
	for _, c := range []struct {
		name, code, state string
		status            int
		header            http.Header
		wait              time.Duration // at least
	}{
		{"a server that is away", "ics_503", timetable.ConnectionFailing, 503, nil, 4 * time.Minute},
		{"one that asks for patience", "ics_429", timetable.ConnectionFailing, 429, http.Header{"Retry-After": {"1800"}},
			30 * time.Minute},
		{"refused credentials", "ics_401", timetable.ConnectionRevoked, 401, nil, 48 * time.Minute},
		{"a feed that is gone", "ics_404", timetable.ConnectionFailing, 404, nil, 4 * time.Minute},
	} {
		inOffice(t, c.name+": the last known busy times stay, and code and text are kept",
			func(t *testing.T, o *office) {
				o.feed.say(200, nil, "lunch 12:00 13:00")
				o.sync()
				o.feed.say(c.status, c.header)
				o.clock.Set(thu.Add(5 * time.Minute))
				want := activities.Synced{State: c.state, Code: c.code, Owed: c.state == timetable.ConnectionRevoked}
				if wait := o.reads(want, "12:00-13:00"); wait < c.wait {
					t.Errorf("the next one is after %s, want %s at least", wait, c.wait)
				}
				x := o.connection()
				verify.Each(t, c.name, verify.Fields{"Code": {x.Code, c.code},
					"Detail":   {x.Detail, verify.Says{"maintenance of (address) until noon"}},
					"FailedAt": {x.FailedAt, thu.Add(5 * time.Minute)}, "SyncedAt": {x.SyncedAt, thu},
					"Failures": {x.Failures, 1}})
				o.feed.say(200, nil, "lunch 12:00 13:00")
				o.clock.Set(thu.Add(time.Hour))
				if out := o.sync(); out.State != timetable.ConnectionOK || out.Code != "" ||
					o.connection().FailingSince != nil {
					t.Errorf("healed it is %+v", out)
				}
			})
	}
	inOffice(t, "a worker that has to stop while it reads says nothing of the calendar", func(t *testing.T, o *office) {
		ctx, stop := context.WithCancel(t.Context())
		o.feed.say(503, nil)
		o.feed.during = stop
		_, err := o.SyncCalendar(ctx, o.ref)
		o.failed("the reading", "canceled", activities.Outcome{}, err)
		if c := o.connection(); c.FailingSince != nil || c.Failures != 0 {
			t.Errorf("it is %+v", c.Connection)
		}
	})
	inOffice(t, "a calendar whose refresh token is rotated stays open", func(t *testing.T, o *office) {
		// Microsoft gives another one with every access token
		o.connects(timetable.CalendarAccount{Provider: timetable.CalendarMicrosoft, ClientID: "app",
			RefreshToken: "granted"})
		exchanged := 0
		o.Activities.Outbound = always(&http.Client{Transport: roundTrip(func(r *http.Request) string {
			if r.Method == http.MethodPost {
				exchanged++
				return fmt.Sprintf(
					`{"access_token": "a", "token_type": "Bearer", "expires_in": 3600, "refresh_token": "rotated %d"}`,
					exchanged)
			}
			return `{"value": []}`
		})})
		for range 3 {
			if out := o.sync(); out.Code != "" {
				t.Fatalf("got %+v", out)
			}
		}
		if got := o.connection().Account.RefreshToken; got != "rotated 1" || exchanged != 1 {
			t.Errorf("%d exchanges, and %q is kept; want one", exchanged, got)
		}
	})
	inOffice(t, "a private address is called for the organization that names its network, and for no other",
		func(t *testing.T, o *office) {
			o.reads(ok(0), "")
			beta := *o
			beta.setup = acme()
			beta.setup.Organization.Slug = "beta"
			beta.setup.Interviewers[0].Calendar = o.setup.Interviewers[0].Calendar
			applied, err := o.Store.Setups.Apply(t.Context(), beta.setup, setups.Options{})
			o.must(err)
			connection := func() availability.Connected {
				c, err := o.Store.Availability.ConnectionOf(t.Context(), applied.Organization, ann)
				o.must(err)
				return c
			}
			before := connection()
			beta.ref = models.Ref{OrgID: applied.Organization, ID: before.ID}
			beta.reads(activities.Synced{State: timetable.ConnectionFailing, Code: "ics_address"}, "")
			if n := len(o.feed.asked); n != 1 {
				t.Errorf("%d requests were made, want the first organization's alone", n)
			}
			revision := connection().Revision
			beta.setup.Organization.AllowPrivateNetworks = loopback
			beta.apply()
			if after := connection().Revision; after != revision+1 {
				t.Errorf("its calendar is not read anew after its file was changed: revision %d, then %d", revision, after)
			}
			beta.reads(ok(0), "")
			if n := len(o.feed.asked); n != 2 {
				t.Errorf("%d requests were made, want a second once it names the network", n)
			}
		})
	inOffice(t, "credentials that cannot be opened, or make no sense, are for somebody to mend",
		func(t *testing.T, o *office) {
			_, err := o.db.ExecContext(t.Context(), "update calendars set sealed = x'01000000000000'")
			o.must(err)
			o.reads(activities.Synced{State: timetable.ConnectionRevoked, Code: "calendar_sealed", Owed: true}, "")
			o.connects(timetable.CalendarAccount{Provider: timetable.CalendarICS, URL: "ftp://acme.example/ann.ics"})
			o.reads(activities.Synced{State: timetable.ConnectionRevoked, Code: "calendar_account", Owed: true}, "")
		})
	inOffice(t, "an account that is changed while the old one is read is read instead", func(t *testing.T, o *office) {
		other := newFeed(t)
		other.say(200, nil, "dinner 18:00 19:00")
		o.feed.say(200, nil, "lunch 12:00 13:00")
		o.feed.during = func() {
			o.connects(timetable.CalendarAccount{Provider: timetable.CalendarICS, URL: other.URL + "/ann.ics"})
		}
		o.reads(ok(1), "18:00-19:00")
	})
	inOffice(t, "one that was disconnected is gone", func(t *testing.T, o *office) {
		o.setup.Interviewers[0].Calendar = nil
		_, err := o.Store.Setups.Apply(t.Context(), o.setup, setups.Options{Prune: true})
		o.must(err)
		o.reads(activities.Synced{Gone: true}, "")
		o.tells(0)
	})
	inOffice(t, "the log names nobody", func(t *testing.T, o *office) {
		o.feed.say(503, nil)
		o.sync()
		if words := o.log.String(); strings.Contains(words, "@") || strings.Contains(words, "http") ||
			!strings.Contains(words, "ics_503") {
			t.Errorf("the log is\n%s", words)
		}
	})
}

// tells runs the activity and checks that so many admins were told.
func (o *office) tells(want int) {
	o.t.Helper()
	if out, err := o.TellAdmins(o.t.Context(), o.ref); err != nil || out.Sent != want {
		o.t.Fatalf("got %+v, %v; want %d letters", out, err, want)
	}
}

// heals has the calendar read again an hour later.
func (o *office) heals() {
	o.feed.say(200, nil)
	o.clock.Set(o.clock.Now().Add(time.Hour))
	o.sync()
}

// dies makes ada's letter one whose worker died before it noted that it left, under a lease that ends then.
func (o *office) dies(lease time.Time) {
	o.t.Helper()
	_, err := o.db.ExecContext(o.t.Context(), "update effects set state = 'intent', lease_until = ? where target = ?",
		lease.UnixMicro(), effect.AdminTarget(ada))
	o.must(err)
}

func TestTellAdmins(t *testing.T) {
	t.Parallel()
	afterBreak := func(t *testing.T, name string, play func(t *testing.T, o *office)) {
		inOffice(t, name, func(t *testing.T, o *office) {
			o.feed.say(401, nil)
			if out := o.sync(); !out.Owed {
				t.Fatalf("got %+v", out)
			}
			play(t, o)
		})
	}
	afterBreak(t, "one letter each when it breaks, and one when it heals", func(t *testing.T, o *office) {
		o.tells(2)
		o.tells(0)
		o.clock.Set(thu.Add(time.Hour))
		o.sync()
		o.tells(0)
		o.heals()
		o.tells(2)
		o.tells(0)
		for _, admin := range []string{ada, eve} {
			letters := o.server.to(admin)
			if len(letters) != 2 || letters[0].header("Subject") != "The calendar of Ann Interviewer cannot be read" ||
				letters[1].header("Subject") != "The calendar of Ann Interviewer can be read again" {
				t.Errorf("%s got %d letters: %v", admin, len(letters), letters)
			}
		}
		if text := strings.ReplaceAll(o.server.to(ada)[0].data, "=\r\n", ""); !strings.Contains(text,
			"Error: ics_401") || !strings.Contains(text, "connect the calendar anew") ||
			strings.Contains(text, o.feed.URL) {
			t.Errorf("the letter says\n%s", text)
		}
	})
	afterBreak(t, "who cannot be told now holds up nobody, and is told when they can", func(t *testing.T, o *office) {
		o.server.says(ada, "451")
		out, err := o.TellAdmins(t.Context(), o.ref)
		o.post.failed("to the admins", "smtp_451", activities.Outcome{Failed: out.Failed}, err)
		if len(o.server.to(eve)) != 1 || out.Sent != 1 {
			t.Errorf("eve got %d letters", len(o.server.to(eve)))
		}
		o.server.says(ada, "")
		o.tells(1)
	})
	afterBreak(t, "a worker that dies between the server's word and its note sends the same letter once more at the most",
		func(t *testing.T, o *office) {
			o.tells(2)
			o.dies(thu.Add(16 * time.Second))
			if _, err := o.TellAdmins(t.Context(), o.ref); err == nil {
				t.Error("an attempt that is in flight was taken")
			}
			o.clock.Set(thu.Add(16 * time.Second))
			o.tells(1)
			o.tells(0)
			letters := o.server.to(ada)
			if len(letters) != 2 || letters[0].data != letters[1].data || letters[0].header("Message-ID") == "" {
				t.Errorf("ada got %d letters, want the same one twice", len(letters))
			}
			o.heals()
			o.tells(2)
		})
	afterBreak(t, "a crash before the letter left loses none", func(t *testing.T, o *office) {
		o.server.says(ada, "unread") // the server takes it and keeps none: as if it had never left
		o.tells(2)
		o.dies(thu)
		o.server.says(ada, "")
		o.tells(1)
		if len(o.server.to(ada)) != 1 {
			t.Errorf("ada got %d letters", len(o.server.to(ada)))
		}
	})
	afterBreak(t, "one that heals while the letter is about to leave is told as it is", func(t *testing.T, o *office) {
		o.server.mu.Lock()
		o.server.during = func() { o.heals() } // while the first admin is told
		o.server.mu.Unlock()
		o.tells(2) // ada: it broke, and it healed; eve: nothing
		if a, e := len(o.server.to(ada)), len(o.server.to(eve)); a != 2 || e != 0 {
			t.Errorf("ada got %d, eve %d letters, want two and none", a, e)
		}
	})
}

func TestOpenCalendarErrors(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	_, err := o.Store.Availability.Connection(t.Context(), models.Ref{OrgID: "org_other", ID: o.ref.ID})
	if models.KindOf(err) != models.NotFound || errors.Is(err, availability.ErrSealed) {
		t.Errorf("another organization finds it: %v", err)
	}
}
