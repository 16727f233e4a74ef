package store_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/act"
	"litmus/models/effect"
	"litmus/models/setup"
	"litmus/models/timetable"
	"litmus/store/availability"
	"litmus/store/effects"
	"litmus/store/setups"
	"litmus/testdb"
)

// account is a feed of the person's own.
func account(email string) *timetable.CalendarAccount {
	return &timetable.CalendarAccount{Provider: timetable.CalendarICS, URL: "https://feeds.example/" + email}
}

// connected is acme where Grace, who alone is assigned, has a connected calendar and no working hours.
func connected() setup.Setup {
	setup := acme()
	setup.Interviewers[0].Calendar = account(grace)
	setup.Postings[0].Interviewers = setup.Postings[0].Interviewers[:1]
	return setup
}

func (f *fixture) connection(email string) availability.Connected {
	f.t.Helper()
	return must(f.Availability.ConnectionOf(ctx, f.org.ID, email))(f.t)
}

// sync is a successful reading of a person's calendar at the clock's time.
func (f *fixture) sync(email string, busy ...timetable.Range) {
	f.t.Helper()
	c := f.connection(email)
	window := timetable.SyncWindow(f.Now())
	current := must(f.Availability.SaveSync(ctx, c, c.AfterSync(f.Now(), window.To, "token"), timetable.BusyTimes(busy,
		window)))(f.t)
	if !current {
		f.t.Fatal("the connection changed while it was read")
	}
}

// fails is an attempt to read a person's calendar that failed at the clock's time.
func (f *fixture) fails(email string, failure timetable.SyncFailure) availability.Connected {
	f.t.Helper()
	c := f.connection(email)
	current := must(f.Availability.SaveSync(ctx, c, c.AfterFailure(f.Now(), failure), nil))(f.t)
	if !current {
		f.t.Fatal("the connection changed while it was read")
	}
	return f.connection(email)
}

// day says the free starts of a day as "14:00 14:30".
func (f *fixture) day(y int, m time.Month, d int) string {
	f.t.Helper()
	from := time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
	to := from.Add(24*time.Hour - time.Millisecond)
	var out []string
	for _, s := range f.slots(from, &to) {
		out = append(out, s.StartAt.Format("15:04"))
	}
	return strings.Join(out, " ")
}

func (f *fixture) free(when, want string) {
	f.t.Helper()
	if got := f.day(2031, 3, 3); got != want {
		f.t.Errorf("%s: free at %q, want %q", when, got, want)
	}
}

func TestBusyTimes(t *testing.T) {
	t.Parallel()
	organizations{connected()}.each(t, func(t *testing.T, f *fixture) {
		// 09:00 to 17:00 in New York
		const all = "14:00 14:30 15:00 15:30 16:00 16:30 17:00 17:30 18:00 18:30 19:00 19:30 20:00 20:30 21:00"
		f.free("never read: never all free", "")
		f.sync(grace)
		f.free("read, and without a meeting", all)
		f.sync(grace, timetable.Range{From: at(14, 0), To: at(18, 10)}, timetable.Range{From: at(17, 0), To: at(19, 0)},
			timetable.Range{From: at(20, 30), To: at(20, 45)})
		f.free("half hours that fit between meetings", "19:00 19:30 21:00")
		f.sync(grace, timetable.Range{From: at(15, 0), To: at(22, 0)})
		f.free("meetings that were moved", "14:00")
		f.clock.Set(noon)
		f.sync(grace)
		if got := f.day(2031, 6, 2); !strings.HasPrefix(got, "13:00 13:30 ") {
			t.Errorf("91 days from now: free at %q", got)
		}
		if got := f.day(2031, 6, 3) + f.day(2031, 2, 28); got != "" {
			t.Errorf("further ahead, or before what was read: free at %q, want never", got)
		}
	})
}

func TestSaveSync(t *testing.T) {
	t.Parallel()
	organizations{connected(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		blocks := func() int { return f.scalar("select count(*) from busy_blocks") }
		c := f.connection(grace)
		byID := must(f.Availability.Connection(ctx, models.Ref{OrgID: f.org.ID, ID: c.ID}))(t)
		if !reflect.DeepEqual(byID, c) || c.Account != *account(grace) || c.Zone != "America/New_York" {
			t.Errorf("just connected it is %+v, by its id %+v", c, byID)
		}
		f.sync(grace, timetable.Range{From: at(14, 0), To: at(15, 0)}, timetable.Range{From: at(16, 0), To: at(17, 0)})
		read := f.connection(grace)
		if blocks() != 2 || read.SyncToken != "token" || !read.SyncedAt.Equal(noon) || read.Asked() {
			t.Errorf("%d blocks; read it is %+v", blocks(), read)
		}
		f.clock.Set(noon.Add(time.Hour))
		failed := f.fails(grace, timetable.SyncFailure{Code: "ics_503", Detail: "busy"})
		if blocks() != 2 || !failed.SyncedAt.Equal(noon) || failed.Code != "ics_503" || failed.Failures != 1 {
			t.Errorf("%d blocks; failed it is %+v", blocks(), failed)
		}
		late := func(old availability.Connected, busy ...timetable.Range) {
			t.Helper()
			next := old.AfterSync(f.Now(), timetable.SyncWindow(f.Now()).To, "old")
			if must(f.Availability.SaveSync(ctx, old, next, busy))(t) {
				t.Error("what was read before the change is written")
			}
		}

		t.Run("what was read of an account that was changed meanwhile is not written", func(t *testing.T) {
			old := f.connection(grace)
			setup := connected()
			setup.Interviewers[0].Calendar.Username = "grace"
			f.apply(setup)
			changed := f.connection(grace)
			verify.Each(t, "changed", verify.Fields{
				"ID": {changed.ID, old.ID}, "blocks()": {blocks(), 0}, "SyncedAt": {changed.SyncedAt, nil},
				"SyncToken": {changed.SyncToken, ""}, "Asked": {changed.Asked(), true},
				"Username": {changed.Account.Username, "grace"}})
			late(old, timetable.Range{From: at(9, 0), To: at(10, 0)})
			f.must(f.Availability.KeepToken(ctx, old, "rotated"))
			if now := f.connection(grace); blocks() != 0 || !reflect.DeepEqual(now, changed) {
				t.Errorf("%d blocks; it is %+v", blocks(), now)
			}
			f.must(f.Availability.KeepToken(ctx, changed, "rotated"))
			before := f.connection(grace)
			f.apply(setup)
			if now := f.connection(grace); now.Account.RefreshToken != "rotated" || !reflect.DeepEqual(now, before) {
				t.Errorf("the file says what it said, and it is %+v", now)
			}
		})
		t.Run("another zone has it read anew", func(t *testing.T) {
			f.sync(grace, timetable.Range{From: at(14, 0), To: at(15, 0)})
			old := f.connection(grace)
			setup := connected()
			setup.Interviewers[0].Calendar.Username, setup.Interviewers[0].TimeZone = "grace", "Asia/Tokyo"
			f.apply(setup)
			c := f.connection(grace)
			verify.Each(t, "in another zone", verify.Fields{"SyncToken": {c.SyncToken, ""}, "Asked": {c.Asked(), true},
				"SyncedAt": {c.SyncedAt, verify.Some}, "blocks()": {blocks(), 1}, "Zone": {c.Zone, "Asia/Tokyo"}})
			late(old)
		})
		t.Run("one that is gone", func(t *testing.T) {
			gone := f.connection(grace)
			setup := connected()
			setup.Interviewers[0].Calendar, setup.Interviewers[0].TimeZone = nil, "Asia/Tokyo"
			f.done(f.Setups.Apply(ctx, setup, setups.Options{Prune: true}))
			f.refused(failure(f.Availability.Connection(ctx, models.Ref{OrgID: f.org.ID, ID: gone.ID})),
				models.NotFound, "removed by --prune")
			if late(gone, timetable.Range{From: at(9, 0), To: at(10, 0)}); blocks() != 0 {
				t.Errorf("%d blocks are left", blocks())
			}
			f.refused(failure(f.Availability.SyncNow(ctx, act.By{}, f.org.ID, gone.ID)), models.NotFound,
				"sync what is gone")
		})
	})
}

func TestOwnCopies(t *testing.T) { // our events are told by their UIDs
	t.Parallel()
	organizations{acme(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		i := f.book(f.order(cleo, at(18, 0)))
		foreign := query[string](f, "select id from interviews where org_id <> ? limit 1", f.org.ID)
		got := must(f.Availability.OwnCopies(ctx, f.org.ID, []string{i.ID + "@hire.example", i.ID + "@old.example",
			i.ID, "int_none@hire.example", foreign + "@hire.example", "lunch@hire.example", "", "@"}))(t)
		if want := map[string]bool{i.ID + "@hire.example": true,
			i.ID + "@old.example": true}; !reflect.DeepEqual(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
		var many []string
		for n := range 1200 {
			many = append(many, fmt.Sprintf("int_%d@hire.example", n))
		}
		if got, err := f.Availability.OwnCopies(ctx, f.org.ID, append(many, i.ID+"@x")); err != nil || len(got) != 1 {
			t.Errorf("of many: %v, %v", got, err)
		}
	})
}

func TestConnections(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		other := bolt()
		other.Interviewers[1].Calendar = account(alan)
		f := open(t, url, connected(), other)
		f.sync(grace, timetable.Range{From: at(14, 0), To: at(15, 0)}, timetable.Range{From: at(16, 0), To: at(17, 0)})
		say := func(orgID string) string {
			list := must(f.Availability.Connections(ctx, orgID))(t)
			var out []string
			for _, c := range list {
				out = append(out, fmt.Sprintf("%s %s %s %d",
					c.Organization, c.Connection.Email, c.Connection.State(noon), c.Blocks))
			}
			return strings.Join(out, ", ")
		}
		if got, want := say(f.org.ID), "acme grace@acme.example ok 2"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if got, want := say(""), "acme grace@acme.example ok 2, bolt alan@acme.example waiting 0"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
}

func TestCalendarsWake(t *testing.T) {
	t.Parallel()
	organizations{connected()}.each(t, func(t *testing.T, f *fixture) {
		c := f.connection(grace)
		wake := models.PendingWake{Entity: models.EntityCalendar, OrgID: f.org.ID, ID: c.ID, Revision: 1}
		sleeping := func(when string, unwoken, overdue bool) {
			t.Helper()
			f.must(f.Flush(ctx)) // what nobody waits for is written before
			a := must(f.Wakes.ClaimUnwoken(ctx, f.Now(), 0, 10))(t)
			b := must(f.Wakes.ClaimOverdue(ctx, f.Now().Add(-5*time.Minute), 0, 10))(t)
			if slices.Contains(a, wake) != unwoken || slices.Contains(b, wake) != overdue {
				t.Errorf("%s: unwoken %v, overdue %v; want %t and %t of %+v", when, a, b, unwoken, overdue, wake)
			}
		}
		ask := func() (before models.PendingWake) {
			t.Helper()
			before, wake = wake, must(f.Availability.SyncNow(ctx, act.By{}, f.org.ID, c.ID))(t)
			return before
		}
		saved := func(begun availability.Connected) bool {
			t.Helper()
			return must(f.Availability.SaveSync(ctx, begun, begun.AfterSync(f.Now(), f.Now().Add(time.Hour), ""),
				nil))(t)
		}
		sleeping("just connected", true, false)
		f.Wakes.MarkWoken(wake)
		sleeping("woken", false, false)
		f.clock.Set(noon.Add(5 * time.Minute))
		sleeping("woken, and nothing came of it", false, true)
		f.sync(grace)
		f.Wakes.MarkWoken(wake)
		sleeping("read", false, false)
		if next := f.connection(grace).NextSyncAt; !next.After(f.Now().Add(3 * time.Minute)) {
			t.Errorf("a late mark moved the next reading to %s", next)
		}
		f.clock.Set(noon.Add(17 * time.Minute))
		sleeping("to be read again, and nothing came of it", false, true)
		f.sync(grace)

		ask()
		sleeping("asked for", true, false)
		earlier := f.connection(grace)
		f.Wakes.MarkWoken(ask())
		sleeping("asked for again while it was read, and while it was noted that it was woken", true, false)
		if !saved(earlier) || !f.connection(grace).Asked() {
			t.Error("a reading that began before the second question is not saved, or answers it")
		}
		f.Wakes.MarkWoken(wake)
		sleeping("the second reading has begun", false, false)
		if !saved(f.connection(grace)) || saved(earlier) || f.connection(grace).Asked() {
			t.Error("a reading that ends late takes the answer back")
		}
	})
}

func TestNoticesOfAConnection(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		setup := connected()
		setup.Organization.Admins = []string{ada, grace}
		f := open(t, url, setup)
		ref := models.Ref{OrgID: f.org.ID, ID: f.connection(grace).ID}
		ledger := func() availability.ConnectionLedger {
			t.Helper()
			return must(f.Availability.ConnectionLedger(ctx, ref))(t)
		}
		want := func(when, want string) {
			t.Helper()
			a := ledger()
			var out []string
			for _, n := range a.OwedNotices(a.Admins, a.Told, f.Now()) {
				out = append(out, n.Kind+" "+n.Email)
			}
			if got := strings.Join(out, ", "); got != want {
				t.Errorf("%s: owed is %q, want %q", when, got, want)
			}
		}
		attempt := func(a availability.ConnectionLedger, admin, kind, state, want string) {
			t.Helper()
			e := a.Entry(effect.Effect{Target: effect.AdminTarget(admin), Kind: kind, BrokeAt: noon})
			e.ProviderID, e.Permanent = "id", state == effect.Failed
			outcome, tries := must2(f.Effects.Intend(ctx, e, a.NoticeRevision(), 16*time.Second))(t)
			if got := fmt.Sprint(outcome, tries); got != want {
				t.Errorf("%s to %s: %s, want %s", kind, admin, got, want)
			}
			if outcome == effects.IntentWritten && state != effect.Intent {
				f.settles(e, state, effects.MadeLink{})
			}
		}
		f.sync(grace)
		healthy := ledger()
		f.fails(grace, timetable.SyncFailure{Code: "ics_401", Revoked: true})
		want("revoked", "calendar_broken ada@acme.example, calendar_broken grace@acme.example")
		attempt(healthy, grace, effect.LetterCalendarBroken, effect.Done, effects.IntentStale+"0")
		attempt(ledger(), ada, effect.LetterCalendarBroken, effect.Intent, effects.IntentWritten+"1")
		attempt(ledger(), ada, effect.LetterCalendarBroken, effect.Intent, effects.IntentLeased+"0")
		f.clock.Set(noon.Add(17 * time.Second)) // the worker of the first died
		attempt(ledger(), ada, effect.LetterCalendarBroken, effect.Done, effects.IntentWritten+"2")
		attempt(ledger(), grace, effect.LetterCalendarBroken, effect.Failed, effects.IntentWritten+"1")
		want("ada was told, and grace's mailbox refuses", "")
		f.sync(grace)
		want("healed", "calendar_healed ada@acme.example")
		attempt(ledger(), ada, effect.LetterCalendarHealed, effect.Done, effects.IntentWritten+"1")
		want("told", "")
	})
}
