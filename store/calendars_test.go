package store_test

import (
	"strings"
	"testing"

	"litmus/models"
	"litmus/testdb"
)

func TestConnect(t *testing.T) { // D16
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := openOwned(t, url, acme(), bolt())
		caldav := models.CalendarAccount{Provider: models.CalendarCalDAV, URL: "https://dav.example/grace/",
			Username: "grace", Password: "hunter2"}
		c, err := f.Availability.Connect(ctx, models.By{}, f.org.ID, grace, caldav)
		f.must(err)
		if c.Provider != models.CalendarCalDAV || !c.Asked() || c.SyncedAt != nil {
			t.Errorf("got %+v", c)
		}
		if stored := f.connection(grace); stored.Account != caldav {
			t.Errorf("the account is %+v", stored.Account)
		}
		if p, err := f.Availability.Person(ctx, f.org.ID, grace); err != nil || !p.Personal() || p.Name != "Grace" {
			t.Errorf("its owner is %+v (%v)", p, err)
		}
		f.sync(grace, models.Range{From: at(15, 0), To: at(16, 0)})
		revision := f.connection(grace).Revision

		again, err := f.Availability.Connect(ctx, models.By{}, f.org.ID, grace, caldav)
		f.must(err)
		if again.ID != c.ID || again.SyncedAt == nil || again.Revision != revision {
			t.Errorf("connected again with the same account it is %+v", again)
		}
		feed := models.CalendarAccount{Provider: models.CalendarICS, URL: "https://feeds.example/grace.ics"}
		other, err := f.Availability.Connect(ctx, models.By{}, f.org.ID, grace, feed)
		f.must(err)
		if other.ID != c.ID || other.Provider != models.CalendarICS || other.SyncedAt != nil || !other.Asked() ||
			f.scalar("select count(*) from busy_blocks") != 0 {
			t.Errorf("with another account it is %+v", other)
		}

		o := f.order(cleo, at(18, 0))
		o.InterviewerEmail = grace
		f.book(o)
		if owned, err := f.Availability.CalendarOf(ctx, f.org.ID,
			grace); err != nil || owned.Copies != 0 || owned.ID != c.ID {
			t.Errorf("a feed has no copies: %+v (%v)", owned, err)
		}
		_, err = f.Availability.Connect(ctx, models.By{}, f.org.ID, grace, caldav)
		f.must(err)
		o = f.order(candidate(1), at(20, 0))
		o.InterviewerEmail = grace
		f.book(o)
		if owned, err := f.Availability.CalendarOf(ctx, f.org.ID, grace); err != nil || owned.Copies != 1 {
			t.Errorf("after a booking: %+v (%v)", owned, err)
		}

		before := f.dump()
		for doing, call := range map[string]func() error{
			"somebody who is not a member": func() error {
				_, err := f.Availability.Connect(ctx, models.By{}, f.org.ID, "nobody@acme.example", caldav)
				return err
			},
			"disconnecting where nothing is connected": func() error { return f.Availability.Disconnect(ctx, models.By{}, f.org.ID, alan) },
		} {
			f.refused(call(), models.NotFound, doing)
		}
		_, err = f.Availability.Connect(ctx, models.By{}, f.org.ID, grace,
			models.CalendarAccount{Provider: models.CalendarCalDAV})
		f.refused(err, models.Invalid, "an account without an address")
		bolt, err := f.Team.Organization(ctx, "bolt")
		f.must(err)
		f.refused(f.Availability.Disconnect(ctx, models.By{}, bolt.ID, grace), models.NotFound,
			"another organization's (D3)")
		f.unchanged(before)

		f.must(f.Availability.Disconnect(ctx, models.By{}, f.org.ID, grace))
		if owned, err := f.Availability.CalendarOf(ctx, f.org.ID, grace); err != nil || owned != nil {
			t.Errorf("disconnected it is %+v (%v)", owned, err)
		}
		if p, err := f.Availability.Person(ctx, f.org.ID, grace); err != nil || p.Personal() {
			t.Errorf("its owner is %+v (%v)", p, err)
		}
		if _, err := f.Availability.Connect(ctx, models.By{}, f.org.ID, "ada@acme.example", feed); err != nil {
			t.Errorf("a member who was never an interviewer: %v", err)
		}
	})
}

func TestDrafts(t *testing.T) { // D16
	t.Parallel()
	f := openOwned(t, testdb.SQLite(t), acme())
	a := models.CalendarAccount{Provider: models.CalendarICS, URL: "https://feeds.example/hunter2.ics"}
	draft, err := f.Availability.SealDraft(f.org.ID, grace, a)
	f.must(err)
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
