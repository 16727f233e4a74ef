package store_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/effect"
	"litmus/models/timetable"
	"litmus/store/availability"
	"litmus/store/bookings"
	"litmus/store/effects"
	"litmus/testdb"
)

// roomID is the id of the room of that key.
func (f *fixture) roomID(key string) string {
	f.t.Helper()
	return query[string](f, "select id from rooms where org_id = ? and key = ?", f.org.ID, key)
}

// roomAccount is a calendar of a room that can be written.
func roomAccount() timetable.CalendarAccount {
	return timetable.CalendarAccount{Provider: timetable.CalendarCalDAV, URL: "https://dav.example/room",
		Username: "room", Password: "secret of the room"}
}

// TestRoomCalendar: what stands in a room's own calendar keeps it busy wherever it is offered or chosen, in the same
// transaction as a booking; and a calendar that was never read leaves it free at no time (P1).
func TestRoomCalendar(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := roomed(t, url)
		f.exec("delete from rooms where key = 'four'") // Berlin 3 alone holds four people
		by, room, start := f.as(models.ActorMember, ada), f.roomID("three"), at(18, 0)
		capacity := func() int {
			for _, s := range f.slots(start, &start) {
				return s.Capacity
			}
			return 0
		}
		auto := f.orderWith("", candidate(1), start)
		auto.Auto = true
		refused := func(says string) {
			t.Helper()
			if n := capacity(); n != 0 {
				t.Errorf("%d are offered, want none since Berlin 3 %s", n, says)
			}
			_, err := f.Bookings.Book(ctx, act.By{}, f.org, auto)
			f.refusedSaying(err, models.Conflict, "Berlin 3 "+says, "a booking")
			x := must(f.Availability.Explain(ctx, f.org.ID, availability.Question{PostingID: auto.PostingID,
				RoundID: auto.RoundID}, start))(t)
			if words := x.Explanations[0].WhyNot("", time.UTC); !strings.Contains(words, "Berlin 3 "+says) {
				t.Errorf("why not says %s, want that Berlin 3 %s", words, says)
			}
		}
		if n := capacity(); n != 1 {
			t.Fatalf("%d are offered before it has a calendar", n)
		}
		f.refused(f.Availability.ConnectRoom(ctx, by, f.org.ID, room, timetable.CalendarAccount{
			Provider: timetable.CalendarCalDAV}), models.Invalid, "half an account")
		got := f.noted(func() { f.must(f.Availability.ConnectRoom(ctx, by, f.org.ID, room, roomAccount())) })
		slices.Sort(got)
		if len(got) != 2 || !strings.Contains(got[0], "connected") || !strings.Contains(got[1], "Berlin 3") {
			t.Errorf("connecting notes %q", got)
		}
		if got := f.noted(func() { f.must(f.Availability.ConnectRoom(ctx, by, f.org.ID, room, roomAccount())) }); len(
			got) > 0 {
			t.Errorf("once more notes %q", got)
		}
		if c := f.connection(room); c.Account != roomAccount() || c.Zone != f.org.TimeZone || c.RoomID != room {
			t.Errorf("it is connected as %+v", c)
		}
		refused("is not offered, because its calendar has not been read yet")
		f.sync(room, timetable.Range{From: at(18, 15), To: at(18, 30)})
		refused("is busy in its calendar from 18:15 to 18:30 UTC")
		f.sync(room, timetable.Range{From: at(17, 0), To: at(18, 0)}, timetable.Range{From: at(19, 0), To: at(19, 30)})
		if n := capacity(); n != 1 {
			t.Errorf("%d are offered between two meetings, want 1", n)
		}
		f.fails(room, timetable.SyncFailure{Code: "caldav_401", Revoked: true})
		all := must(f.Availability.Connections(ctx, f.org.ID))(t)
		n := slices.IndexFunc(all, func(c availability.ListedConnection) bool { return c.Connection.Email == room })
		if n < 0 || all[n].Room != "Berlin 3" || all[n].Blocks != 2 {
			t.Errorf("it is listed as %+v", all)
		}
		acct := must(f.Availability.ConnectionLedger(ctx, models.Ref{OrgID: f.org.ID, ID: f.connection(room).ID}))(t)
		if acct.Room != "Berlin 3" || len(acct.OwedNotices(acct.Admins, acct.Told, f.Now())) == 0 {
			t.Errorf("the admins are told of %q: %+v", acct.Room, acct.Admins)
		}
		f.sync(room)

		i := must(f.Bookings.Book(ctx, act.By{}, f.org, auto))(t).Interview
		if s := i.RoomOf(room); s == nil || !s.CalendarCopy {
			t.Fatalf("it is booked in %+v", i.Panel)
		}
		if c := must(f.Availability.CalendarOf(ctx, f.org.ID, room))(t); c == nil || c.Copies != 1 {
			t.Errorf("its calendar is shown as %+v", c)
		}
		owed := f.owedOutside(i)
		if !slices.ContainsFunc(owed, func(e effect.Effect) bool {
			return e.Kind == effect.EventWritten && e.Target == effect.EventTarget(room)
		}) {
			t.Errorf("it owes %+v, and no copy in the room's calendar", owed)
		}
		for _, r := range effect.Recipients(i, candidate(1)) {
			if r.Email == room {
				t.Error("the room gets a letter")
			}
		}

		// In another zone other times of the calendar are busy: it is read anew.
		f.exec("update calendars set sync_token = 'known', synced_revision = revision where email = ?", room)
		page := must(f.Pools.Page(ctx, f.org.ID, query[string](f, "select pool_id from rooms where id = ?", room)))(t)
		f.exec("update pools set origin = 'dashboard' where id = ?", page.ID)
		moved := *page.Room(room)
		moved.TimeZone = "Asia/Tokyo"
		f.must(f.Pools.SetRoom(ctx, by, f.org.ID, page.ID, page.Version, moved))
		if c := f.connection(room); c.Zone != "Asia/Tokyo" || c.SyncToken != "" || !c.Asked() {
			t.Errorf("in another zone its calendar is %+v", c)
		}

		f.must(f.Availability.DisconnectRoom(ctx, by, f.org.ID, room))
		f.refused(f.Availability.DisconnectRoom(ctx, by, f.org.ID, room), models.NotFound, "disconnecting it twice")
		f.must(f.Availability.ConnectRoom(ctx, by, f.org.ID, room, roomAccount()))
		f.sync(room, timetable.Range{From: at(18, 15), To: at(18, 30)})
		f.must(f.Pools.RemoveRoom(ctx, by, f.org.ID, page.ID, room))
		if n := f.scalar("select count(*) from calendars where email = '" + room + "'"); n != 0 {
			t.Error("the calendar of a room that is gone stays")
		}
		if n := f.scalar("select count(*) from busy_blocks where email = '" + room + "'"); n != 0 {
			t.Error("the busy times of a room that is gone stay")
		}
		if n := f.scalar("select count(*) from history where subject = 'calendar'"); n != 0 {
			t.Error("the history of the calendar of a room that is gone stays")
		}
	})
}

// roomWithCalendar is [roomed] with a calendar of its own, which was read, for the smallest room.
func roomWithCalendar(t *testing.T, url string) (f *fixture, room string) {
	t.Helper()
	f = roomed(t, url)
	room = f.roomID("three")
	f.must(f.Availability.ConnectRoom(ctx, f.as(models.ActorMember, ada), f.org.ID, room, roomAccount()))
	f.sync(room)
	return f, room
}

// TestRoomDeclines: the calendar of a room declines what is written into it, as that of a person does. The interview
// says so, and so does the first page; another room takes its place by itself where the organization wants that, and by
// hand; everybody is told where the interview is held then (P1, P10, P11).
func TestRoomDeclines(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f, small := roomWithCalendar(t, url)
		book := func(n int, start time.Time) models.Interview {
			o := f.orderWith("", candidate(n), start)
			o.Auto = true
			return must(f.Bookings.Book(ctx, act.By{}, f.org, o))(t).Interview
		}
		declines := func(i models.Interview) models.Interview {
			t.Helper()
			e := effect.EntryOf(i, effect.Effect{Target: effect.EventTarget(small), Kind: effect.EventWritten})
			e.ProviderID = "/room/" + i.ID + ".ics"
			f.intends("the copy in the room's calendar", e, i.Revision, effects.IntentWritten, 1)
			f.settles(e, effect.Done, effects.MadeLink{})
			f.clock.Set(f.Now().Add(effect.Settling))
			did := must(f.Bookings.NoteCopy(ctx, f.connection(small), bookings.Sighting{InterviewID: i.ID,
				Revision: i.Revision, Begun: f.Now(), Seen: []booking.SeenCopy{{Start: i.StartsAt,
					Response: models.Declined}}}))(t)
			if did != models.ChangeCopyDeclined {
				t.Fatalf("a copy that was declined is noted as %q", did)
			}
			return f.interview(i.ID).Interview
		}
		first := book(1, at(18, 0))
		if f.where(first) != "Berlin 3" {
			t.Fatalf("it is held in %s", f.where(first))
		}
		after := declines(first)
		asked := after.ReplacementsAskedAt(f.Now())
		if f.where(first) != "Berlin 3" || after.ResponseOf(small) != models.Declined || len(asked) != 1 ||
			len(asked[0].To) > 0 || after.AnnounceRevision != first.AnnounceRevision {
			t.Errorf("it is left where it is with %+v", asked)
		}
		home := f.home(f.span())
		if len(home.Asked) != 1 || home.Names.Person(small) != "Berlin 3" {
			t.Errorf("the first page lists %d, and the room is %q", len(home.Asked), home.Names.Person(small))
		}
		c := booking.PanelChange{Leaves: small, Joins: booking.Anybody}
		row, changed, err := f.Bookings.ChangePanel(ctx, f.as(models.ActorMember, ada), f.org.ID, first.ID, c)
		f.must(err)
		if !changed || f.where(first) != "Berlin 4" || row.AnnounceRevision != row.Revision ||
			len(row.ReplacementsAskedAt(f.Now())) > 0 {
			t.Errorf("by hand it is held in %s: %+v", f.where(first), row.Panel)
		}

		f.exec("update organizations set refill_hours = 2 where id = ?", f.org.ID)
		second := book(2, at(20, 0))
		after = declines(second)
		if f.where(second) != "Berlin 4" || after.AnnounceRevision != after.Revision ||
			after.Refilled(after.Panel[len(after.Panel)-1].Email) != 1 {
			t.Errorf("by itself it is held in %s: %+v", f.where(second), after.Panel)
		}
		third := book(3, at(18, 0)) // Berlin 4 has the first then
		if got := fmt.Sprint(f.where(third)); got != "Berlin 3" {
			t.Fatalf("a third is held in %s", got)
		}
		if after = declines(third); f.where(third) != "Berlin 3" || len(after.ReplacementsAskedAt(f.Now())) != 1 {
			t.Errorf("with no other room it is held in %s: %+v", f.where(third), after.Replacements)
		}
		starts := must(f.Bookings.Elsewhere(ctx, after, small))(t)
		if len(starts) == 0 || slices.ContainsFunc(starts, func(s time.Time) bool { return s.Equal(third.StartsAt) }) {
			t.Errorf("there would be another room at %v", starts)
		}
	})
}

// TestRoomDeletes: a room whose copy is deleted again has declined, so another one takes its place as if it were booked
// then: it waits for whoever takes a room of the pool at its limit (P1, P5, P11).
func TestRoomDeletes(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f, small := roomWithCalendar(t, url)
		f.exec("update organizations set refill_hours = 2 where id = ?", f.org.ID)
		f.limitPool("rooms", models.InterviewLimits{Day: 1})
		i := must(f.bookAuto(1, at(18, 0)))(t).Interview
		deleted := func() func() (models.ChangeKind, error) {
			i := f.interview(i.ID).Interview
			e := effect.EntryOf(i, effect.Effect{Target: effect.EventTarget(small), Kind: effect.EventWritten})
			e.ProviderID = "/room/" + i.ID + ".ics"
			f.intends("the copy in the room's calendar", e, i.Revision, effects.IntentWritten, 1)
			f.settles(e, effect.Done, effects.MadeLink{})
			f.clock.Set(f.Now().Add(effect.Settling))
			own, seen := f.connection(small), bookings.Sighting{InterviewID: i.ID, Revision: i.Revision, Begun: f.Now()}
			return func() (models.ChangeKind, error) { return f.Bookings.NoteCopy(ctx, own, seen) }
		}
		if did := must(deleted()())(t); did != models.ChangeCopyMended || f.where(i) != "Berlin 3" {
			t.Fatalf("deleted once it is %q, held in %s", did, f.where(i))
		}
		again, note := make(chan string, 1), deleted()
		told := func() {
			did, err := note()
			again <- fmt.Sprint(did, err)
		}
		if f.Postgres() {
			f.must(f.Transaction(ctx, func(exec func(string) error) error {
				if err := exec("select 1 from pools where key = 'rooms' for no key update"); err != nil {
					return err
				}
				go told()
				f.waitsForLock(again)
				return nil
			}))
		} else {
			told()
		}
		if got := <-again; got != "copy_deleted<nil>" || f.where(i) != "Berlin 4" {
			t.Errorf("deleted again it is %q, held in %s", got, f.where(i))
		}
	})
}
