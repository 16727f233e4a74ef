package store_test

import (
	"strings"
	"testing"

	"litmus/internal/verify"
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
		if stored := f.connection(grace); stored.Account != caldav || !c.Asked() {
			t.Errorf("the account is %+v of %+v", stored.Account, c)
		}
		f.sync(grace, timetable.Range{From: at(15, 0), To: at(16, 0)})
		revision := f.connection(grace).Revision

		again := must(f.Availability.Connect(ctx, act.By{}, f.org.ID, grace, caldav))(t)
		if again.ID != c.ID || again.SyncedAt == nil || again.Revision != revision {
			t.Errorf("connected again with the same account it is %+v", again)
		}
		feed := timetable.CalendarAccount{Provider: timetable.CalendarICS, URL: "https://feeds.example/grace.ics"}
		other := must(f.Availability.Connect(ctx, act.By{}, f.org.ID, grace, feed))(t)
		verify.Each(t, "with another account it", verify.Fields{"ID": {other.ID, c.ID},
			"Provider": {other.Provider, timetable.CalendarICS}, "SyncedAt": {other.SyncedAt, nil},
			"Asked": {other.Asked(), true}, "scalar": {f.scalar("select count(*) from busy_blocks"), 0}})

		f.book(f.orderWith(grace, cleo, at(18, 0)))
		if owned := must(f.Availability.CalendarOf(ctx, f.org.ID, grace))(t); owned.Copies != 0 || owned.ID != c.ID {
			t.Errorf("a feed has no copies: %+v", owned)
		}
		f.done(f.Availability.Connect(ctx, act.By{}, f.org.ID, grace, caldav))
		f.book(f.orderWith(grace, candidate(1), at(20, 0)))
		if owned := must(f.Availability.CalendarOf(ctx, f.org.ID, grace))(t); owned.Copies != 1 {
			t.Errorf("after a booking: %+v", owned)
		}

		before := f.dump()
		f.refused(failure(f.Availability.Connect(ctx, act.By{}, f.org.ID, "nobody@acme.example", caldav)),
			models.NotFound,
			"somebody who is not a member")
		f.refused(f.Availability.Disconnect(ctx, act.By{}, f.org.ID, alan), models.NotFound,
			"disconnecting where nothing is connected")
		bolt := must(f.Team.Organization(ctx, "bolt"))(t)
		f.refused(f.Availability.Disconnect(ctx, act.By{}, bolt.ID, grace), models.NotFound,
			"another organization's (D3)")
		f.unchanged(before)

		f.must(f.Availability.Disconnect(ctx, act.By{}, f.org.ID, grace))
		if owned := must(f.Availability.CalendarOf(ctx, f.org.ID, grace))(t); owned != nil {
			t.Errorf("disconnected it is %+v", owned)
		}
		if p := must(f.Availability.Person(ctx, f.org.ID, grace))(t); p.Personal() {
			t.Errorf("its owner is %+v", p)
		}
		f.done(f.Availability.Connect(ctx, act.By{}, f.org.ID, ada, feed)) // who was never an interviewer
	})
}

func TestDrafts(t *testing.T) { // D16
	t.Parallel()
	f := openOwned(t, testdb.SQLite(t), acme())
	a := timetable.CalendarAccount{Provider: timetable.CalendarICS, URL: "https://feeds.example/hunter2.ics"}
	draft := f.Availability.SealDraft(f.org.ID, grace, a)
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
