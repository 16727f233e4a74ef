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

	"go.temporal.io/sdk/temporal"

	"litmus/activities"
	"litmus/models"
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
	setup models.Setup
	ref   models.Ref
}

func openOffice(t *testing.T) *office {
	t.Helper()
	o := &office{post: open(t), feed: newFeed(t), setup: acme()}
	o.setup.Organization.Admins, o.setup.Organization.AllowPrivateNetworks = []string{ada, eve}, loopback
	o.setup.Interviewers[0].Calendar = &models.CalendarAccount{Provider: models.CalendarICS, URL: o.feed.URL +
		"/ann.ics"}
	o.apply()
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

func TestSyncCalendar(t *testing.T) {
	t.Parallel()
	t.Run("reads busy times, joined, without our own copies", func(t *testing.T) {
		t.Parallel()
		o := openOffice(t)
		ref := o.book()
		o.feed.say(200, nil, "lunch 12:00 13:00", "call 12:30 13:30", ref.ID+"@hire.acme.example 15:00 16:00",
			"int_other@hire.acme.example 17:00 18:00")
		out := o.sync()
		if o.busy() != "12:00-13:30 17:00-18:00" || out.State != models.ConnectionOK || out.Blocks != 2 ||
			out.Unchanged || out.Code != "" || out.Owed || out.Gone {
			t.Errorf("busy %s; got %+v", o.busy(), out)
		}
		if out.Wait < 4*time.Minute || out.Wait >= 6*time.Minute {
			t.Errorf("the next one is after %s", out.Wait)
		}
		c := o.connection()
		if !c.SyncedAt.Equal(thu) || !c.SyncedUntil.Equal(models.SyncWindow(thu).To) ||
			!c.NextSyncAt.Equal(thu.Add(out.Wait)) || c.SyncToken == "" {
			t.Errorf("it is %+v", c.Connection)
		}
	})
	t.Run("what its owner has declined does not take their time", func(t *testing.T) {
		t.Parallel()
		o := openOffice(t)
		o.feed.say(http.StatusOK, nil, "a 15:00 16:00 "+ann, "b 17:00 18:00 "+eve)
		o.sync()
		if got := o.busy(); got != "17:00-18:00" {
			t.Errorf("busy %s", got)
		}
	})
	t.Run("asks only for what changed, and follows what was moved and deleted", func(t *testing.T) {
		t.Parallel()
		o := openOffice(t)
		o.feed.say(200, nil, "lunch 12:00 13:00", "call 14:00 15:00")
		o.sync()
		o.clock.Set(thu.Add(5 * time.Minute))
		if out := o.sync(); !out.Unchanged || o.busy() != "12:00-13:00 14:00-15:00" ||
			!o.connection().SyncedAt.Equal(thu.Add(5*time.Minute)) {
			t.Errorf("busy %s; got %+v", o.busy(), out)
		}
		if len(o.feed.asked) != 2 || o.feed.asked[0] != "" || o.feed.asked[1] == "" {
			t.Errorf("asked with %q", o.feed.asked)
		}
		o.feed.say(200, nil, "lunch 12:15 13:15")
		if out := o.sync(); out.Unchanged || out.Blocks != 1 || o.busy() != "12:15-13:15" {
			t.Errorf("busy %s; got %+v", o.busy(), out)
		}
		o.feed.say(200, nil)
		if out := o.sync(); out.Unchanged || o.busy() != "" {
			t.Errorf("busy %s; got %+v", o.busy(), out)
		}
		o.clock.Set(thu.Add(24 * time.Hour))
		o.sync()
		if last := o.feed.asked[len(o.feed.asked)-1]; last != "" {
			t.Errorf("on another day, whose window is another, it asks with %q", last)
		}
	})
	for _, c := range []struct {
		name   string
		status int
		header http.Header
		state  string
		code   string
		wait   time.Duration // at least
	}{
		{"a server that is away", 503, nil, models.ConnectionFailing, "ics_503", 4 * time.Minute},
		{"one that asks for patience", 429, http.Header{"Retry-After": {"1800"}}, models.ConnectionFailing, "ics_429",
			30 * time.Minute},
		{"refused credentials", 401, nil, models.ConnectionRevoked, "ics_401", 48 * time.Minute},
		{"a feed that is gone", 404, nil, models.ConnectionFailing, "ics_404", 4 * time.Minute},
	} {
		t.Run(c.name+": the last known busy times stay, and code and text are kept",
			func(t *testing.T) {
				t.Parallel()
				o := openOffice(t)
				o.feed.say(200, nil, "lunch 12:00 13:00")
				o.sync()
				o.feed.say(c.status, c.header)
				o.clock.Set(thu.Add(5 * time.Minute))
				out := o.sync()
				if out.State != c.state || out.Code != c.code || out.Unchanged || out.Wait < c.wait ||
					out.Owed != (c.state == models.ConnectionRevoked) || o.busy() != "12:00-13:00" {
					t.Errorf("busy %s; got %+v", o.busy(), out)
				}
				x := o.connection()
				if x.Code != c.code || !strings.Contains(x.Detail, "maintenance of (address) until noon") ||
					!x.FailedAt.Equal(thu.Add(5*time.Minute)) || !x.SyncedAt.Equal(thu) || x.Failures != 1 {
					t.Errorf("it is %+v", x.Connection)
				}
				o.feed.say(200, nil, "lunch 12:00 13:00")
				o.clock.Set(thu.Add(time.Hour))
				if out := o.sync(); out.State != models.ConnectionOK || out.Code != "" ||
					o.connection().FailingSince != nil {
					t.Errorf("healed it is %+v", out)
				}
			})
	}
	t.Run("a worker that is told to stop while it reads says nothing of the calendar", func(t *testing.T) {
		t.Parallel()
		o := openOffice(t)
		ctx, stop := context.WithCancel(t.Context())
		o.feed.say(503, nil)
		o.feed.during = stop
		var app *temporal.ApplicationError
		if out, err := o.SyncCalendar(ctx, o.ref); !errors.As(err, &app) || app.Type() != "canceled" {
			t.Errorf("got %+v, %v", out, err)
		}
		if c := o.connection(); c.FailingSince != nil || c.Failures != 0 {
			t.Errorf("it is %+v", c.Connection)
		}
	})
	t.Run("a quarter of an hour of failures is owed to the admins", func(t *testing.T) {
		t.Parallel()
		o := openOffice(t)
		o.feed.say(503, nil)
		o.sync()
		o.clock.Set(thu.Add(15*time.Minute - 1))
		if out := o.sync(); out.Owed {
			t.Errorf("too early: %+v", out)
		}
		o.clock.Set(thu.Add(15 * time.Minute))
		if out := o.sync(); !out.Owed || out.State != models.ConnectionBroken {
			t.Errorf("got %+v", out)
		}
	})
	t.Run("a calendar whose refresh token is rotated stays open", func(t *testing.T) {
		// Microsoft gives another one with every access token
		t.Parallel()
		o := openOffice(t)
		o.setup.Interviewers[0].Calendar = &models.CalendarAccount{Provider: models.CalendarMicrosoft, ClientID: "app",
			RefreshToken: "granted"}
		o.apply()
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
	t.Run("a private address is not called", func(t *testing.T) {
		t.Parallel()
		o := openOffice(t)
		o.Activities.Outbound = outbound.NewClients(nil).For
		if out := o.sync(); out.Code != "ics_address" || len(o.feed.asked) != 0 {
			t.Errorf("got %+v after %d requests", out, len(o.feed.asked))
		}
		if d := o.connection().Detail; !strings.Contains(d, "LITMUS_ALLOW_PRIVATE_NETWORKS") {
			t.Errorf("the operator reads %q", d)
		}
	})
	t.Run("a private address is called for the organization that names its network, and for no other",
		func(t *testing.T) {
			t.Parallel()
			o := openOffice(t)
			if out := o.sync(); out.State != models.ConnectionOK {
				t.Fatalf("got %+v", out)
			}
			other := acme()
			other.Organization.Slug = "beta"
			other.Interviewers[0].Calendar = o.setup.Interviewers[0].Calendar
			applied, err := o.Store.Setups.Apply(t.Context(), other, setups.Options{})
			o.must(err)
			theirs, err := o.Store.Availability.ConnectionOf(t.Context(), applied.Organization, ann)
			o.must(err)
			sync := func() activities.Synced {
				out, err := o.SyncCalendar(t.Context(), models.Ref{OrgID: applied.Organization, ID: theirs.ID})
				o.must(err)
				return out
			}
			asked := len(o.feed.asked)
			if out := sync(); out.Code != "ics_address" || len(o.feed.asked) != asked {
				t.Errorf("the other organization: got %+v and %d requests, want a refusal and none",
					out, len(o.feed.asked)-asked)
			}
			before, err := o.Store.Availability.ConnectionOf(t.Context(), applied.Organization, ann)
			o.must(err)
			other.Organization.AllowPrivateNetworks = loopback
			_, err = o.Store.Setups.Apply(t.Context(), other, setups.Options{})
			o.must(err)
			if after, err := o.Store.Availability.ConnectionOf(t.Context(), applied.Organization, ann); err != nil ||
				after.Revision != before.Revision+1 {
				t.Errorf("its calendar is not read anew after its file was changed: revision %d, then %d (%v)",
					before.Revision, after.Revision, err)
			}
			if out := sync(); out.State != models.ConnectionOK || len(o.feed.asked) != asked+1 {
				t.Errorf("once it names the network: got %+v and %d requests, want it read",
					out, len(o.feed.asked)-asked)
			}
		})
	t.Run("credentials that cannot be opened, or make no sense, are for somebody to mend", func(t *testing.T) {
		t.Parallel()
		o := openOffice(t)
		if _, err := o.db.ExecContext(t.Context(), "update calendars set sealed = x'01000000000000'"); err != nil {
			t.Fatal(err)
		}
		if out := o.sync(); out.Code != "calendar_sealed" || out.State != models.ConnectionRevoked || !out.Owed {
			t.Errorf("got %+v", out)
		}
		o.setup.Interviewers[0].Calendar = &models.CalendarAccount{Provider: models.CalendarICS,
			URL: "ftp://acme.example/ann.ics"}
		o.apply()
		if out := o.sync(); out.Code != "calendar_account" || out.State != models.ConnectionRevoked {
			t.Errorf("got %+v", out)
		}
	})
	t.Run("an account that is changed while the old one is read is read instead", func(t *testing.T) {
		t.Parallel()
		o := openOffice(t)
		other := newFeed(t)
		other.say(200, nil, "dinner 18:00 19:00")
		o.feed.say(200, nil, "lunch 12:00 13:00")
		o.feed.during = func() {
			o.setup.Interviewers[0].Calendar = &models.CalendarAccount{Provider: models.CalendarICS,
				URL: other.URL + "/ann.ics"}
			o.apply()
		}
		if out := o.sync(); out.State != models.ConnectionOK || o.busy() != "18:00-19:00" {
			t.Errorf("busy %s; got %+v", o.busy(), out)
		}
	})
	t.Run("one that was disconnected is gone", func(t *testing.T) {
		t.Parallel()
		o := openOffice(t)
		o.setup.Interviewers[0].Calendar = nil
		if _, err := o.Store.Setups.Apply(t.Context(), o.setup, setups.Options{Prune: true}); err != nil {
			t.Fatal(err)
		}
		if out := o.sync(); !out.Gone {
			t.Errorf("got %+v", out)
		}
		if out, err := o.TellAdmins(t.Context(), o.ref); err != nil || out.Sent != 0 {
			t.Errorf("got %+v, %v", out, err)
		}
	})
	t.Run("the log names nobody", func(t *testing.T) {
		t.Parallel()
		o := openOffice(t)
		o.feed.say(503, nil)
		o.sync()
		if words := o.log.String(); strings.Contains(words, "@") || strings.Contains(words, "http") ||
			!strings.Contains(words, "ics_503") {
			t.Errorf("the log is\n%s", words)
		}
	})
}

func TestTellAdmins(t *testing.T) {
	t.Parallel()
	broken := func(t *testing.T) *office {
		o := openOffice(t)
		o.feed.say(401, nil)
		if out := o.sync(); !out.Owed {
			t.Fatalf("got %+v", out)
		}
		return o
	}
	tell := func(t *testing.T, o *office, sent int) {
		t.Helper()
		if out, err := o.TellAdmins(t.Context(), o.ref); err != nil || out.Sent != sent {
			t.Fatalf("got %+v, %v; want %d letters", out, err, sent)
		}
	}
	heal := func(o *office) {
		o.feed.say(200, nil)
		o.clock.Set(o.clock.Now().Add(time.Hour))
		o.sync()
	}
	t.Run("one letter each when it breaks, and one when it heals", func(t *testing.T) {
		t.Parallel()
		o := broken(t)
		tell(t, o, 2)
		tell(t, o, 0)
		o.clock.Set(thu.Add(time.Hour))
		o.sync()
		tell(t, o, 0)
		heal(o)
		tell(t, o, 2)
		tell(t, o, 0)
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
		o.feed.say(401, nil)
		o.clock.Set(o.clock.Now().Add(time.Hour))
		o.sync()
		tell(t, o, 2) // the next break
	})
	t.Run("who cannot be told now holds up nobody, and is told when they can", func(t *testing.T) {
		t.Parallel()
		o := broken(t)
		o.server.says(ada, "451")
		out, err := o.TellAdmins(t.Context(), o.ref)
		o.post.failed("to the admins", "smtp_451", activities.Outcome{Failed: out.Failed}, err)
		if len(o.server.to(eve)) != 1 || out.Sent != 1 {
			t.Errorf("eve got %d letters", len(o.server.to(eve)))
		}
		o.server.says(ada, "")
		tell(t, o, 1)
	})
	t.Run("who refuses for good is not asked again, and hears nothing of the end", func(t *testing.T) {
		t.Parallel()
		o := broken(t)
		o.server.says(ada, "550")
		if out, err := o.TellAdmins(t.Context(), o.ref); err != nil || out.Sent != 1 || out.Failed != "smtp_550" {
			t.Fatalf("got %+v, %v", out, err)
		}
		tell(t, o, 0)
		o.server.says(ada, "")
		heal(o)
		tell(t, o, 1)
		if len(o.server.to(ada)) != 0 || len(o.server.to(eve)) != 2 {
			t.Errorf("ada got %d, eve %d letters", len(o.server.to(ada)), len(o.server.to(eve)))
		}
	})
	t.Run("a worker that dies between the server's word and its note sends the same letter once more at the most",
		func(t *testing.T) {
			t.Parallel()
			o := broken(t)
			tell(t, o, 2)
			if _, err := o.db.ExecContext(t.Context(), "update effects set state = 'intent', "+
				"lease_until = ? where target = ?", thu.Add(16*time.Second).UnixMicro(),
				models.AdminTarget(ada)); err != nil {
				t.Fatal(err)
			}
			if _, err := o.TellAdmins(t.Context(), o.ref); err == nil {
				t.Error("an attempt that is in flight was taken")
			}
			o.clock.Set(thu.Add(16 * time.Second))
			tell(t, o, 1)
			tell(t, o, 0)
			letters := o.server.to(ada)
			if len(letters) != 2 || letters[0].data != letters[1].data || letters[0].header("Message-ID") == "" {
				t.Errorf("ada got %d letters, want the same one twice", len(letters))
			}
			heal(o)
			tell(t, o, 2)
		})
	t.Run("a crash before the letter left loses none", func(t *testing.T) {
		t.Parallel()
		o := broken(t)
		o.server.says(ada, "unread") // the server takes it and keeps none: as if it had never left
		tell(t, o, 2)
		if _, err := o.db.ExecContext(t.Context(), "update effects set state = 'intent', "+
			"lease_until = ? where target = ?", thu.UnixMicro(), models.AdminTarget(ada)); err != nil {
			t.Fatal(err)
		}
		o.server.says(ada, "")
		tell(t, o, 1)
		if len(o.server.to(ada)) != 1 {
			t.Errorf("ada got %d letters", len(o.server.to(ada)))
		}
	})
	t.Run("one that heals while the letter is about to leave is told as it is", func(t *testing.T) {
		t.Parallel()
		o := broken(t)
		o.server.mu.Lock()
		o.server.during = func() { heal(o) } // while the first admin is told
		o.server.mu.Unlock()
		tell(t, o, 2) // ada: it broke, and it healed; eve: nothing
		if len(o.server.to(ada)) != 2 || len(o.server.to(eve)) != 0 {
			t.Errorf("ada got %d, eve %d letters", len(o.server.to(ada)), len(o.server.to(eve)))
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
