package store_test

import (
	"strings"
	"testing"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/timetable"
	"litmus/testdb"
)

func TestConnect(t *testing.T) { // D16
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := openOwned(t, url, acme(), bolt())
		caldav := timetable.CalendarAccount{Provider: timetable.CalendarCalDAV, URL: "https://dav.example/grace/",
			Username: "grace", Password: "hunter2"}
		c := must(f.Availability.Connect(ctx, act.By{}, f.org.ID, grace, caldav))(t)
		if c.Provider != timetable.CalendarCalDAV || !c.Asked() || c.SyncedAt != nil {
			t.Errorf("got %+v", c)
		}
		if stored := f.connection(grace); stored.Account != caldav {
			t.Errorf("the account is %+v", stored.Account)
		}
		if p, err := f.Availability.Person(ctx, f.org.ID, grace); err != nil || !p.Personal() || p.Name != "Grace" {
			t.Errorf("its owner is %+v (%v)", p, err)
		}
		f.sync(grace, timetable.Range{From: at(15, 0), To: at(16, 0)})
		revision := f.connection(grace).Revision

		again := must(f.Availability.Connect(ctx, act.By{}, f.org.ID, grace, caldav))(t)
		if again.ID != c.ID || again.SyncedAt == nil || again.Revision != revision {
			t.Errorf("connected again with the same account it is %+v", again)
		}
		feed := timetable.CalendarAccount{Provider: timetable.CalendarICS, URL: "https://feeds.example/grace.ics"}
		other := must(f.Availability.Connect(ctx, act.By{}, f.org.ID, grace, feed))(t)
		if other.ID != c.ID || other.Provider != timetable.CalendarICS || other.SyncedAt != nil || !other.Asked() ||
			f.scalar("select count(*) from busy_blocks") != 0 {
			t.Errorf("with another account it is %+v", other)
		}

		o := f.orderWith(grace, cleo, at(18, 0))
		f.book(o)
		if owned, err := f.Availability.CalendarOf(ctx, f.org.ID,
			grace); err != nil || owned.Copies != 0 || owned.ID != c.ID {
			t.Errorf("a feed has no copies: %+v (%v)", owned, err)
		}
		f.done(f.Availability.Connect(ctx, act.By{}, f.org.ID, grace, caldav))
		o = f.orderWith(grace, candidate(1), at(20, 0))
		f.book(o)
		if owned, err := f.Availability.CalendarOf(ctx, f.org.ID, grace); err != nil || owned.Copies != 1 {
			t.Errorf("after a booking: %+v (%v)", owned, err)
		}

		before := f.dump()
		for doing, call := range map[string]func() error{
			"somebody who is not a member": func() error {
				return failure(f.Availability.Connect(ctx, act.By{}, f.org.ID, "nobody@acme.example", caldav))
			},
			"disconnecting where nothing is connected": func() error {
				return f.Availability.Disconnect(ctx, act.By{}, f.org.ID, alan)
			},
		} {
			f.refused(call(), models.NotFound, doing)
		}
		f.refused(failure(f.Availability.Connect(ctx, act.By{}, f.org.ID, grace,
			timetable.CalendarAccount{Provider: timetable.CalendarCalDAV})), models.Invalid,
			"an account without an address")
		bolt := must(f.Team.Organization(ctx, "bolt"))(t)
		f.refused(f.Availability.Disconnect(ctx, act.By{}, bolt.ID, grace), models.NotFound,
			"another organization's (D3)")
		f.unchanged(before)

		f.must(f.Availability.Disconnect(ctx, act.By{}, f.org.ID, grace))
		if owned, err := f.Availability.CalendarOf(ctx, f.org.ID, grace); err != nil || owned != nil {
			t.Errorf("disconnected it is %+v (%v)", owned, err)
		}
		if p, err := f.Availability.Person(ctx, f.org.ID, grace); err != nil || p.Personal() {
			t.Errorf("its owner is %+v (%v)", p, err)
		}
		if _, err := f.Availability.Connect(ctx, act.By{}, f.org.ID, "ada@acme.example", feed); err != nil {
			t.Errorf("a member who was never an interviewer: %v", err)
		}
	})
}

func TestDrafts(t *testing.T) { // D16
	t.Parallel()
	f := openOwned(t, testdb.SQLite(t), acme())
	a := timetable.CalendarAccount{Provider: timetable.CalendarICS, URL: "https://feeds.example/hunter2.ics"}
	draft := must(f.Availability.SealDraft(f.org.ID, grace, a))(t)
	if strings.Contains(draft, "hunter2") {
		t.Errorf("the draft is readable: %s", draft)
	}
	if got, err := f.Availability.OpenDraft(f.org.ID, grace, draft); err != nil || got != a {
		t.Errorf("got %+v (%v)", got, err)
	}
	for owner, text := range map[string]string{alan: draft, grace: draft + "x", "": "%"} {
		if got, err := f.Availability.OpenDraft(f.org.ID, owner, text); err == nil {
			t.Errorf("%s opens %q as %+v", owner, text, got)
		}
	}
}
