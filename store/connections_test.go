package store_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/candidacy"
	"litmus/models/effect"
	"litmus/models/setup"
	"litmus/models/timetable"
	"litmus/ports/calendar"
	"litmus/store"
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

		f.clock.Set(noon.Add(24 * time.Hour))
		f.fails(grace, timetable.SyncFailure{Code: "ics_503"})
		f.free("a day after it was read last", "14:00")
		f.clock.Set(noon.Add(24*time.Hour + time.Millisecond))
		f.free("for longer than a day not read", "")
		f.sync(grace, timetable.Range{From: at(15, 0), To: at(22, 0)})
		f.free("read again", "14:00")
		f.clock.Set(noon)

		f.sync(grace)
		// 92 days from now is a Tuesday at noon, two hours before she begins.
		if got := f.day(2031, 6, 2); got != "13:00 13:30 14:00 14:30 15:00 15:30 16:00 16:30 17:00 17:30 18:00 18:30 "+
			"19:00 19:30 20:00" {
			t.Errorf("the day before the last one that is offered: free at %q", got)
		}
		if got := f.day(2031, 6, 3); got != "" {
			t.Errorf("further ahead: free at %q, want never", got)
		}
		if got := f.day(2031, 2, 28); got != "" {
			t.Errorf("before what was read: free at %q, want never", got)
		}
	})
}

func TestBusyTimesInBookings(t *testing.T) {
	t.Parallel()
	organizations{connected()}.each(t, func(t *testing.T, f *fixture) {
		f.sync(grace, timetable.Range{From: at(15, 0), To: at(16, 0)})
		f.book(f.order(candidate(0), at(14, 0)))
		o := f.order(candidate(1), at(14, 0))
		f.refused(failure(f.Bookings.Book(ctx, act.By{}, f.org, o)), models.Conflict,
			"a start that she offers and that is full")
		o = f.order(candidate(2), at(15, 0))
		f.book(o) // not offered: accepted (§4 rule 3)
		o = f.orderWith(grace, candidate(3), at(15, 30))
		f.book(o) // named, and busy by their calendar only: accepted; bookings alone refuse
		f.free("less what is booked with her by name", "16:30 17:00 17:30 18:00 18:30 19:00 19:30 20:00 20:30 21:00")

		f.clock.Set(noon.Add(25 * time.Hour))
		for n := range 2 {
			// nobody offers it while her calendar is not known: never full
			f.book(f.order(candidate(4+n), at(18, 0).AddDate(0, 0, 7)))
		}
	})
}

func TestBusyTimesInPicks(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		setup := connected()
		setup.Interviewers[1].Calendar = account(alan)
		setup.Postings[0].Interviewers = acme().Postings[0].Interviewers
		f := open(t, url, setup)
		f.sync(grace, timetable.Range{From: at(14, 0), To: at(15, 0)})
		f.sync(alan, timetable.Range{From: at(14, 0), To: at(14, 30)}) // in London it is the same hour
		ref := f.picker("pia@candidate.example")
		f.refused(failure(f.Bookings.Pick(ctx, ref, at(14, 0), "UTC", false)), models.Conflict, "both have a meeting")
		b := must(f.Bookings.Pick(ctx, ref, at(14, 30), "UTC", false))(t)
		if b.Interview.InterviewerEmail != alan {
			t.Errorf("%s interviews, want Alan, who is free", b.Interview.InterviewerEmail)
		}
		f.clock.Set(noon.Add(24*time.Hour + time.Minute))
		f.sync(grace, timetable.Range{From: at(14, 0).AddDate(0, 0, 7), To: at(15, 0).AddDate(0, 0, 7)})
		other := f.picker("pol@candidate.example")
		f.refused(failure(f.Bookings.Pick(ctx, other, at(14, 0).AddDate(0, 0, 7), "UTC", false)), models.Conflict,
			"one has a meeting, and the other's calendar is not known any more")
		p := must(f.Bookings.Picking(ctx, other, at(14, 0).AddDate(0, 0, 7), at(16, 0).AddDate(0, 0, 7)))(t)
		for _, s := range p.Slots {
			if !slices.Equal(s.InterviewerEmails, []string{grace}) || s.StartAt.Before(at(15, 0).AddDate(0, 0, 7)) {
				t.Errorf("the page shows %v", s)
			}
		}
		if len(p.Slots) == 0 {
			t.Error("the page shows nothing")
		}
	})
}

// picker is a candidate who may pick a time for the design round.
func (f *fixture) picker(email string) models.Ref {
	f.t.Helper()
	i := must(f.Candidates.Invite(ctx, act.By{}, f.org, candidacy.InviteOrder{PostingID: f.posting("backend"),
		AssessmentID: f.applied.Assessments["design"], CandidateEmail: email, CandidateName: "P"}))(f.t)
	return models.Ref{OrgID: f.org.ID, ID: i.Candidate.ID}
}

func TestSaveSync(t *testing.T) {
	t.Parallel()
	organizations{connected(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		blocks := func() int { return f.scalar("select count(*) from busy_blocks") }
		c := f.connection(grace)
		if !c.Asked() || c.NextSyncAt != nil || c.SyncedAt != nil || !strings.HasPrefix(c.ID, "cal_") ||
			c.Account != *account(grace) || c.Zone != "America/New_York" {
			t.Errorf("just connected it is %+v", c)
		}
		if byID, err := f.Availability.Connection(ctx, models.Ref{OrgID: f.org.ID, ID: c.ID}); err != nil ||
			!reflect.DeepEqual(byID, c) {
			t.Errorf("by its id it is %+v (%v)", byID, err)
		}
		f.sync(grace, timetable.Range{From: at(14, 0), To: at(15, 0)}, timetable.Range{From: at(16, 0), To: at(17, 0)})
		read := f.connection(grace)
		if blocks() != 2 || read.SyncToken != "token" || !read.SyncedAt.Equal(noon) ||
			!read.SyncedUntil.Equal(timetable.SyncWindow(noon).To) || read.NextSyncAt == nil || read.Asked() {
			t.Errorf("%d blocks; read it is %+v", blocks(), read)
		}
		f.clock.Set(noon.Add(time.Hour))
		failed := f.fails(grace, timetable.SyncFailure{Code: "ics_503", Detail: "busy"})
		if blocks() != 2 || !failed.SyncedAt.Equal(noon) || failed.Code != "ics_503" || failed.Detail != "busy" ||
			!failed.FailingSince.Equal(noon.Add(time.Hour)) || failed.Failures != 1 || failed.SyncToken != "token" {
			t.Errorf("%d blocks; failed it is %+v", blocks(), failed)
		}
		current, err := f.Availability.SaveSync(ctx, failed, failed.AfterSync(f.Now(), timetable.SyncWindow(f.Now()).To,
			"newer"), nil)
		healed := f.connection(grace)
		if err != nil || !current || blocks() != 2 || healed.FailingSince != nil || healed.Failures != 0 ||
			healed.Code != "ics_503" || healed.SyncToken != "newer" {
			t.Errorf("unchanged: %d blocks, current %t (%v), it is %+v", blocks(), current, err, healed)
		}

		t.Run("what was read of an account that was changed meanwhile is not written", func(t *testing.T) {
			old := f.connection(grace)
			setup := connected()
			setup.Interviewers[0].Calendar.Username = "grace"
			f.apply(setup)
			changed := f.connection(grace)
			if changed.ID != old.ID || blocks() != 0 || changed.SyncedAt != nil || changed.SyncToken != "" ||
				!changed.Asked() || changed.Account.Username != "grace" {
				t.Errorf("changed, with %d blocks, it is %+v", blocks(), changed)
			}
			if current, err := f.Availability.SaveSync(ctx, old,
				old.AfterSync(f.Now(), timetable.SyncWindow(f.Now()).To,
					"old"), []timetable.Range{{From: at(9, 0), To: at(10, 0)}}); err != nil || current {
				t.Errorf("written all the same: %t, %v", current, err)
			}
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
			if c := f.connection(grace); c.SyncToken != "" || !c.Asked() || c.SyncedAt == nil || blocks() != 1 ||
				c.Zone != "Asia/Tokyo" {
				t.Errorf("it is %+v, with %d blocks", c, blocks())
			}
			if current, err := f.Availability.SaveSync(ctx, old,
				old.AfterSync(f.Now(), timetable.SyncWindow(f.Now()).To,
					"old"), nil); err != nil || current {
				t.Errorf("what was read by the old zone is written: %t, %v", current, err)
			}
		})
		t.Run("one that is gone", func(t *testing.T) {
			gone := f.connection(grace)
			setup := connected()
			setup.Interviewers[0].Calendar, setup.Interviewers[0].TimeZone = nil, "Asia/Tokyo"
			f.apply(setup)
			if f.connection(grace).ID != gone.ID {
				t.Error("without --prune it is another")
			}
			if _, err := f.Setups.Apply(ctx, setup, setups.Options{Prune: true}); err != nil {
				t.Fatal(err)
			}
			f.refused(failure(f.Availability.Connection(ctx, models.Ref{OrgID: f.org.ID, ID: gone.ID})),
				models.NotFound, "removed by --prune")
			if current, err := f.Availability.SaveSync(ctx, gone,
				gone.AfterSync(f.Now(), timetable.SyncWindow(f.Now()).To,
					""), []timetable.Range{{From: at(9, 0), To: at(10, 0)}}); err != nil || current || blocks() != 0 {
				t.Errorf("written all the same: %t, %v, %d blocks", current, err, blocks())
			}
			f.refused(failure(f.Availability.SyncNow(ctx, act.By{}, f.org.ID, gone.ID)), models.NotFound,
				"sync what is gone")
		})
	})
}

func TestConnectionUnderAnotherSecret(t *testing.T) {
	t.Parallel()
	f := open(t, testdb.SQLite(t), connected())
	other := must(store.Open(ctx, f.url, store.Options{Secret: models.Secret("another secret of 32 bytes or so")}))(t)
	defer other.Close()
	if c, err := other.Availability.ConnectionOf(ctx, f.org.ID, grace); !errors.Is(err, availability.ErrSealed) ||
		c.ID == "" || c.Account.URL != "" || !strings.Contains(err.Error(), "another LITMUS_SECRET") {
		t.Errorf("got %+v, %v", c, err)
	}
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
		ask := func() models.PendingWake {
			t.Helper()
			before := wake
			wake = must(f.Availability.SyncNow(ctx, act.By{}, f.org.ID, c.ID))(t)
			return before
		}
		save := func(when string, begun availability.Connected, asked bool) {
			t.Helper()
			if current, err := f.Availability.SaveSync(ctx, begun, begun.AfterSync(f.Now(), f.Now().Add(time.Hour), ""),
				nil); err != nil || !current {
				t.Errorf("%s it is saved: %t, %v", when, current, err)
			}
			if c := f.connection(grace); c.Asked() != asked || c.SyncedRevision != begun.Revision {
				t.Errorf("%s it is answered up to %d of %d", when, c.SyncedRevision, c.Revision)
			}
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
		save("begun before the second question,", earlier, true)
		f.Wakes.MarkWoken(wake)
		sleeping("the second reading has begun", false, false)
		later := f.connection(grace)
		save("begun after both,", later, false)
		if current, err := f.Availability.SaveSync(ctx, earlier, earlier.AfterSync(f.Now(), f.Now().Add(time.Hour), ""),
			nil); err != nil || current {
			t.Errorf("what was read before the second question is written over what was read after it: %t, %v",
				current, err)
		}
		if c := f.connection(grace); c.Asked() {
			t.Error("a reading that ends late takes the answer back")
		}
		f.clock.Set(noon.Add(19 * time.Minute))
		f.Wakes.MarkWoken(ask())
		f.Wakes.MarkWoken(wake)
		f.clock.Set(noon.Add(24 * time.Minute))
		sleeping("asked for, woken, and nothing came of it", false, true)
	})
}

func TestNoticesOfAConnection(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		setup := connected()
		setup.Organization.Admins = []string{"ada@acme.example", grace}
		f := open(t, url, setup)
		ref := models.Ref{OrgID: f.org.ID, ID: f.connection(grace).ID}
		account := func() availability.ConnectionLedger {
			t.Helper()
			return must(f.Availability.ConnectionLedger(ctx, ref))(t)
		}
		owed := func() string {
			t.Helper()
			a := account()
			var out []string
			for _, n := range a.OwedNotices(a.Admins, a.Told, f.Now()) {
				out = append(out, n.Kind+" "+n.Email)
			}
			return strings.Join(out, ", ")
		}
		want := func(when, what string) {
			t.Helper()
			if got := owed(); got != what {
				t.Errorf("%s: owed is %q, want %q", when, got, what)
			}
		}
		attempt := func(a availability.ConnectionLedger, admin, kind, state string, brokeAt time.Time) (string, int) {
			t.Helper()
			e := a.Entry(effect.Effect{Target: effect.AdminTarget(admin), Kind: kind, BrokeAt: brokeAt})
			e.ProviderID, e.Permanent = "id", state == effect.Failed
			outcome, tries := must2(f.Effects.Intend(ctx, e, a.NoticeRevision(), 16*time.Second))(t)
			if outcome == effects.IntentWritten && state != effect.Intent {
				f.settles(e, state, effects.MadeLink{})
			}
			return outcome, tries
		}
		a := account()
		if a.OrganizationName != "Acme" || a.MailFrom != "hiring@acme.example" || a.TimeZone != "America/New_York" ||
			a.People[grace].Name != "Grace" || len(a.Told) != 0 {
			t.Errorf("the account is %+v", a)
		}
		f.sync(grace)
		healthy := account()
		f.fails(grace, timetable.SyncFailure{Code: "ics_401", Revoked: true})
		want("revoked", "calendar_broken ada@acme.example, calendar_broken grace@acme.example")
		if outcome, _ := attempt(healthy, grace, effect.LetterCalendarBroken, effect.Done,
			noon); outcome != effects.IntentStale {
			t.Errorf("an attempt by what was true before is %s", outcome)
		}
		if outcome, tries := attempt(account(), "ada@acme.example", effect.LetterCalendarBroken, effect.Intent,
			noon); outcome != effects.IntentWritten || tries != 1 {
			t.Errorf("an attempt is %s, the %d.", outcome, tries)
		}
		if outcome, _ := attempt(account(), "ada@acme.example", effect.LetterCalendarBroken, effect.Intent,
			noon); outcome != effects.IntentLeased {
			t.Errorf("an attempt beside another is %s", outcome)
		}
		f.clock.Set(noon.Add(17 * time.Second))
		if outcome, tries := attempt(account(), "ada@acme.example", effect.LetterCalendarBroken, effect.Done,
			noon); outcome != effects.IntentWritten || tries != 2 {
			t.Errorf("an attempt after one whose worker died is %s, the %d.", outcome, tries)
		}
		if outcome, _ := attempt(account(), "ada@acme.example", effect.LetterCalendarBroken, effect.Done,
			noon); outcome != effects.IntentLeased {
			t.Errorf("an attempt at what was told is %s", outcome)
		}
		attempt(account(), grace, effect.LetterCalendarBroken, effect.Failed, noon)
		want("ada was told, and grace's mailbox refuses", "")
		f.sync(grace)
		want("healed", "calendar_healed ada@acme.example")
		if outcome, tries := attempt(account(), "ada@acme.example", effect.LetterCalendarHealed, effect.Done,
			noon); outcome != effects.IntentWritten || tries != 1 {
			t.Errorf("another letter is %s, the %d.", outcome, tries)
		}
		want("told", "")
		f.clock.Set(noon.Add(time.Hour))
		f.fails(grace, timetable.SyncFailure{Code: "ics_401", Revoked: true})
		want("broken again", "calendar_broken ada@acme.example, calendar_broken grace@acme.example")
	})
}

// TestRecurringMeetingOverAClockChange: busy times come from a real calendar object through the port, and the starts
// they leave are right on both sides of the change.
func TestRecurringMeetingOverAClockChange(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		feed := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprint(w, strings.ReplaceAll(`BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//test//EN
BEGIN:VEVENT
UID:standup
DTSTAMP:20310101T000000Z
DTSTART;TZID=America/New_York:20310106T090000
DTEND;TZID=America/New_York:20310106T160000
RRULE:FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR
END:VEVENT
BEGIN:VEVENT
UID:abroad
DTSTAMP:20310101T000000Z
DTSTART;TZID=Europe/Berlin:20310106T220000
DTEND;TZID=Europe/Berlin:20310106T223000
RRULE:FREQ=WEEKLY;BYDAY=MO,FR
END:VEVENT
END:VCALENDAR
`, "\n", "\r\n"))
		}))
		defer feed.Close()
		setup := connected()
		setup.Interviewers[0].Calendar = &timetable.CalendarAccount{Provider: timetable.CalendarICS, URL: feed.URL}
		setup.Postings[0].Tracks[0].Steps[2].DurationMinutes = 30
		f := open(t, url, setup)
		c := f.connection(grace)
		port := must(calendar.New(c.Account.Provider,
			calendar.Source{URL: c.Account.URL, Zone: models.Location(c.Zone)}, feed.Client()))(t)
		window := timetable.SyncWindow(noon)
		busy := must(port.Busy(ctx, window.From, window.To, ""))(t)
		var blocks []timetable.Range
		for _, b := range busy.Blocks {
			blocks = append(blocks, timetable.Range{From: b.From, To: b.To})
		}
		f.sync(grace, blocks...)
		for day, want := range map[int]string{
			7: "21:30", // Friday: 16:00 to 17:00 is 21:00 to 22:00 in UTC, and Berlin's 22:00 is 21:00
			// Monday after the change in New York: 20:00 to 21:00, and in Berlin it is still winter: 21:00
			10: "20:00 20:30",
			31: "20:30", // both in summer: Berlin's 22:00 is 20:00
		} {
			if got := f.day(2031, 3, day); got != want {
				t.Errorf("on 2031-03-%02d free at %q, want %q", day, got, want)
			}
		}
	})
}
