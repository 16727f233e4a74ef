package store_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/effect"
	"litmus/models/setup"
	"litmus/models/timetable"
	"litmus/store"
	"litmus/store/bookings"
	"litmus/store/effects"
	"litmus/testdb"
)

// withCalendars is the fixture's organization in which these have a connected calendar, and nobody else a link.
func withCalendars(providers map[string]string) setup.Setup {
	s := acme()
	s.Interviewers = append(s.Interviewers, setup.Person{Email: mae, Name: "Mae"})
	for n := range s.Postings[0].Interviewers {
		s.Postings[0].Interviewers[n].MeetingLink = ""
	}
	for n := range s.Interviewers {
		p := &s.Interviewers[n]
		p.MeetingLink = ""
		if provider := providers[p.Email]; provider != "" {
			p.Calendar = &timetable.CalendarAccount{Provider: provider, URL: "https://dav.example/" + p.Email,
				Username: "u", Password: "p", ClientID: "c", ClientSecret: "s", RefreshToken: "r"}
		}
	}
	return s
}

// calendarOf is a person's connected calendar in the setup.
func calendarOf(s setup.Setup, email string) *timetable.CalendarAccount {
	return s.Interviewers[slices.IndexFunc(s.Interviewers,
		func(p setup.Person) bool { return p.Email == email })].Calendar
}

const mae = "mae@acme.example" // a person who is assigned to no posting

// TestBookCalendarCopy: who has a writable connection when they are named has a copy, whichever query finds it.
func TestBookCalendarCopy(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := open(t, url, withCalendars(map[string]string{alan: timetable.CalendarCalDAV, grace: timetable.CalendarICS,
			mae: timetable.CalendarGoogle}))
		book := func(email string) models.Interview {
			o := f.order(cleo, at(18, 0))
			o.InterviewerEmail, o.Replace = email, true
			return f.book(o)
		}
		for _, c := range []struct {
			email, maker string
			copied       bool
		}{{"", "", false}, {alan, "", true}, {grace, "", false}, {mae, models.MakerCalendar, true},
			{"stranger@acme.example", "", false}} {
			i := book(c.email)
			if row := f.interview(i.ID); row.CalendarCopy != c.copied || row.LinkMaker != c.maker ||
				row.Awaits() != c.copied {
				t.Errorf("%q: copy %t, maker %q", c.email, row.CalendarCopy, row.LinkMaker)
			}
		}
		i := book(grace)
		row, _ := must2(f.Bookings.Reassign(ctx, act.By{}, f.org.ID, i.ID, mae))(t)
		if !row.CalendarCopy || row.LinkMaker != models.MakerCalendar {
			t.Errorf("reassigned: %+v", row.Interview)
		}
		link := f.linkOrder(candidate(1))
		link.InterviewerEmail = alan
		if x := f.book(link); x.CalendarCopy || x.LinkMaker != "" {
			t.Errorf("an external session: %+v", x)
		}
	})
}

// put is the intent of writing the copy in Alan's calendar.
func put(i models.Interview) effect.Entry {
	return effect.Entry{
		OrgID: i.OrgID, InterviewID: i.ID, Target: effect.EventTarget(alan), Kind: effect.EventWritten,
		Revision: i.Revision, Start: i.StartsAt, MeetingLink: i.MeetingLink, Interviewer: i.InterviewerEmail,
		Stamp: i.UpdatedAt,
	}
}

func (f *fixture) account(id string) effects.InterviewLedger {
	f.t.Helper()
	return must(f.Effects.InterviewLedger(ctx, models.Ref{OrgID: f.org.ID, ID: id}))(f.t)
}

func (f *fixture) intends(doing string, e effect.Entry, revision int64, want string, tries int) {
	f.t.Helper()
	got, n, err := f.Effects.Intend(ctx, e, revision, time.Minute)
	if err != nil || got != want || n != tries {
		f.t.Errorf("%s: got %q, try %d (%v), want %q, try %d", doing, got, n, err, want, tries)
	}
}

// owedOutside is what the interview owes now besides letters.
func (f *fixture) owedOutside(i models.Interview) []effect.Effect {
	a := f.account(i.ID)
	owed := effect.Owed(a.Interview, a.CandidateEmail, a.Ledger, models.DefaultPolicy, f.Now())
	return slices.DeleteFunc(owed, effect.Effect.Letter)
}

func (f *fixture) settles(e effect.Entry, state string, made effects.MadeLink) int64 {
	f.t.Helper()
	e.State = state
	return must(f.Effects.Settle(ctx, e, made))(f.t)
}

func TestOutsideLedger(t *testing.T) {
	t.Parallel()
	organizations{withCalendars(map[string]string{alan: timetable.CalendarCalDAV})}.each(t, func(t *testing.T,
		f *fixture) {
		o := f.order(cleo, at(18, 0))
		o.InterviewerEmail, o.MeetingLink = alan, "https://meet.example/room"
		i := f.book(o)
		e := put(i)
		f.intends("an attempt", e, 1, effects.IntentWritten, 1)
		f.intends("a second one while it runs", e, 1, effects.IntentLeased, 0)
		remove := e
		remove.Kind = effect.EventRemoved
		f.intends("another effect on the same target while it runs", remove, 1, effects.IntentLeased, 0)
		f.clock.Set(noon.Add(time.Minute))
		f.intends("one after the lease ran out", e, 1, effects.IntentWritten, 2)
		e.ProviderID, e.ETag, e.Code, e.Detail = "/cal/1.ics", `"7"`, "caldav_503", "try later"
		f.settles(e, effect.Intent, effects.MadeLink{})
		read := func(kind string, revision int64) effect.Entry {
			t.Helper()
			for _, x := range f.account(i.ID).Ledger {
				if x.Target == e.Target && x.Kind == kind && x.Revision == revision {
					return x
				}
			}
			t.Fatalf("the ledger has no %s of revision %d", kind, revision)
			return effect.Entry{}
		}
		got := read(e.Kind, 1)
		verify.Each(t, "the entry", verify.Fields{"State": {got.State, effect.Intent},
			"LeaseUntil": {got.LeaseUntil, nil}, "ProviderID": {got.ProviderID, "/cal/1.ics"},
			"ETag": {got.ETag, `"7"`}, "Code": {got.Code, "caldav_503"}, "Invitation": {got.Invitation, false}})
		f.intends("another try", e, 1, effects.IntentWritten, 3)
		e.Code, e.Detail = "", ""
		f.settles(e, effect.Done, effects.MadeLink{})
		// What is done can be undone and done again at the same revision, and is told apart by when.
		f.intends("the other way", remove, 1, effects.IntentWritten, 1)
		f.settles(remove, effect.Done, effects.MadeLink{})
		f.intends("and back", e, 1, effects.IntentWritten, 4)
		if was, is := read(remove.Kind, 1), read(e.Kind, 1); !is.CreatedAt.After(was.CreatedAt) {
			t.Errorf("begun at %s, after %s", is.CreatedAt, was.CreatedAt)
		}
		f.settles(e, effect.Intent, effects.MadeLink{})
		// One that is done ends older attempts whose end was not known.
		o.Start, o.Replace = at(19, 0), true
		i = f.book(o)
		newer := put(i)
		f.intends("of the next revision", newer, 2, effects.IntentWritten, 1)
		f.settles(newer, effect.Done, effects.MadeLink{})
		if got := read(e.Kind, 1); got.State != effect.Obsolete {
			t.Errorf("the older attempt is %+v", got)
		}
		// Two processes at once.
		second := f.another()
		outcomes := make([]string, 4)
		remove.Revision = 2
		written := 0
		each(4, func(n int) (err error) {
			outcomes[n], _, err = []*store.Store{f.Store, second}[n%2].Effects.Intend(ctx,
				[]effect.Entry{newer, remove}[n/2], 2, time.Minute)
			return err
		}, func(n int, err error) {
			if f.must(err); outcomes[n] == effects.IntentWritten {
				written++
			}
		})
		if written != 1 {
			t.Errorf("%d attempts are in flight at one target", written)
		}
	})
}

// TestMadeLink: a link is written with the note of who made it, or not at all.
func TestMadeLink(t *testing.T) {
	t.Parallel()
	organizations{withCalendars(map[string]string{alan: timetable.CalendarGoogle,
		mae: timetable.CalendarGoogle})}.each(t,
		func(t *testing.T, f *fixture) {
			i := f.book(f.orderWith(alan, cleo, at(18, 0)))
			e := put(i)
			made := effects.MadeLink{Maker: models.MakerCalendar, Link: "https://meet.example/made"}
			f.intends("an attempt", e, 1, effects.IntentWritten, 1)
			if revision := f.settles(e, effect.Intent, made); revision != 0 {
				t.Errorf("what is not done made revision %d", revision)
			}
			e.MeetingLink = made.Link
			if revision := f.settles(e, effect.Done, made); revision != 2 {
				t.Errorf("it made revision %d", revision)
			}
			row := f.interview(i.ID)
			verify.Each(t, "the row", verify.Fields{"MeetingLink": {row.MeetingLink, made.Link},
				"LinkSource": {row.LinkSource, models.LinkAutomatic}, "Revision": {row.Revision, 2},
				"WokenRevision": {row.WokenRevision, 2}, "AnnounceRevision": {row.AnnounceRevision, 1},
				"row.UpdatedAt.After(i.UpdatedAt)": {row.UpdatedAt.After(i.UpdatedAt), true}})
			if owed := f.owedOutside(i); len(owed) != 0 {
				t.Errorf("owed: %+v", owed)
			}
			if revision := f.settles(e, effect.Done, made); revision != 0 {
				t.Errorf("the same again made revision %d", revision)
			}
			// Made for one, it does not land on another.
			f.done(f.Bookings.Reassign(ctx, act.By{}, f.org.ID, i.ID, mae))
			before := f.interview(i.ID)
			e.Revision = 2
			f.settles(e, effect.Done, effects.MadeLink{Maker: models.MakerCalendar,
				Link: "https://meet.example/late"})
			if after := f.interview(i.ID); after.MeetingLink != "" || after.Revision != before.Revision ||
				!after.UpdatedAt.Equal(before.UpdatedAt) {
				t.Errorf("the row is %+v", after.Interview)
			}
		})
}

// TestReopenEvents: what was given up in a calendar is tried again when the calendar heals or is another one.
func TestReopenEvents(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		setup := withCalendars(map[string]string{alan: timetable.CalendarCalDAV, mae: timetable.CalendarCalDAV})
		f := open(t, url, setup)
		give := func(email string, n int, start time.Time) models.Interview {
			o := f.order(candidate(n), start)
			o.InterviewerEmail, o.MeetingLink = email, "https://meet.example/room"
			i := f.book(o)
			e := put(i)
			e.Target, e.Permanent, e.Code = effect.EventTarget(email), true, "caldav_401"
			f.intends("an attempt", e, 1, effects.IntentWritten, 1)
			f.settles(e, effect.Failed, effects.MadeLink{})
			f.Wakes.MarkWoken(models.PendingWake{Entity: models.EntityInterview, OrgID: f.org.ID, ID: i.ID,
				Revision: 1})
			f.Wakes.MarkConverged(i, nil)
			return i
		}
		coming, over, elses := give(alan, 1, at(18, 0)), give(alan, 2, at(13, 0)), give(mae, 3, at(18, 0))
		f.must(f.Flush(ctx))
		f.clock.Set(at(14, 30))
		owed := func(i models.Interview) bool { return len(f.owedOutside(i)) > 0 }
		woken := func() []string {
			found := must(f.Wakes.ClaimUnwoken(ctx, f.Now(), 0, 10))(t)
			var ids []string
			for _, s := range found {
				if s.Entity == models.EntityInterview {
					ids = append(ids, s.ID)
				}
			}
			return ids
		}
		f.must(f.Availability.NoteCalendarFailure(ctx, f.org.ID, alan, "caldav_401", "no"))
		c := must(f.Availability.ConnectionOf(ctx, f.org.ID, alan))(t)
		if c.FailingSince == nil || c.Code != "caldav_401" || c.Detail != "no" || c.Revoked {
			t.Errorf("the connection is %+v", c.Connection)
		}
		sync := func(after timetable.Connection) {
			t.Helper()
			current := must(f.Availability.SaveSync(ctx, c, after, nil))(t)
			if !current {
				t.Fatal("not current")
			}
		}
		sync(c.AfterFailure(f.Now(), timetable.SyncFailure{Code: "caldav_401", Revoked: true}))
		if owed(coming) {
			t.Error("it fails on, and what was given up is tried again")
		}
		sync(c.AfterSync(f.Now(), f.Now().AddDate(0, 6, 0), ""))
		if !owed(coming) || owed(over) || owed(elses) {
			t.Errorf("healed: owed %t, of what is over %t, of another's %t", owed(coming), owed(over), owed(elses))
		}
		if ids := woken(); !slices.Equal(ids, []string{coming.ID}) {
			t.Errorf("woken: %v", ids)
		}
		calendarOf(setup, mae).Password = "another"
		f.apply(setup)
		if !owed(elses) {
			t.Error("a calendar connected anew: what was given up is not owed")
		}
	})
}

// TestReopenedUnknownEnd: an event that may be there stays one that may be, also when its interview is canceled before
// it is tried again.
func TestReopenedUnknownEnd(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		setup := withCalendars(map[string]string{alan: timetable.CalendarCalDAV})
		f := open(t, url, setup)
		give := func(n int, start time.Time, tries int) models.Interview {
			o := f.order(candidate(n), start)
			o.InterviewerEmail, o.MeetingLink = alan, "https://meet.example/room"
			i := f.book(o)
			e := put(i)
			e.Target = effect.EventTarget(alan)
			for try := 1; try <= tries; try++ {
				f.intends("an attempt", e, 1, effects.IntentWritten, try)
				f.settles(e, effect.Intent, effects.MadeLink{})
			}
			f.intends("one that is refused", e, 1, effects.IntentWritten, tries+1)
			e.Permanent = true
			f.settles(e, effect.Failed, effects.MadeLink{})
			return i
		}
		unknown, refused := give(1, at(18, 0), 1), give(2, at(19, 0), 0)
		calendarOf(setup, alan).Password = "another"
		f.apply(setup)
		for _, i := range []models.Interview{unknown, refused} {
			f.done(f.Bookings.Change(ctx, act.By{}, f.org.ID, i.ID, booking.Cancel))
			for _, e := range f.account(i.ID).Ledger { // as Load does with what surely was not accepted
				if e.State == effect.Failed && !e.Permanent {
					f.must(f.Effects.Supersede(ctx, []effect.Entry{e}))
				}
			}
		}
		owed := func(i models.Interview) (kinds []string) {
			for _, e := range f.owedOutside(i) {
				kinds = append(kinds, e.Kind)
			}
			return kinds
		}
		if got := owed(unknown); !slices.Equal(got, []string{effect.EventRemoved}) {
			t.Errorf("of one that may be there %v is owed", got)
		}
		if got := owed(refused); len(got) != 0 {
			t.Errorf("of one that is not there %v is owed", got)
		}
	})
}

// TestAnotherAccount: what the old account called a copy names nothing in the new one, and its UID finds it again.
func TestAnotherAccount(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		setup := withCalendars(map[string]string{alan: timetable.CalendarCalDAV, mae: timetable.CalendarCalDAV})
		f := open(t, url, setup)
		book := func(email string, n int) models.Interview {
			o := f.order(candidate(n), at(18, 0))
			o.InterviewerEmail, o.MeetingLink = email, "https://meet.example/room"
			i := f.book(o)
			e := put(i)
			e.Target, e.ProviderID, e.ETag = effect.EventTarget(email), "/"+email+"/1.ics", `"7"`
			f.intends("an attempt", e, 1, effects.IntentWritten, 1)
			f.settles(e, effect.Done, effects.MadeLink{})
			return i
		}
		held := func(i models.Interview) string {
			if e := effect.LastObject(f.account(i.ID).Ledger, effect.EventTarget(i.InterviewerEmail)); e != nil {
				return e.ProviderID + " " + e.ETag
			}
			return ""
		}
		alans, maes := book(alan, 1), book(mae, 2)
		f.apply(setup)
		if held(alans) == "" {
			t.Error("the same account again, and its copies are forgotten")
		}
		calendarOf(setup, alan).URL = "https://other.example/alan"
		f.apply(setup)
		if got := held(alans); got != "" {
			t.Errorf("of another account %s is held", got)
		}
		if held(maes) == "" {
			t.Error("another person's copies are forgotten")
		}
	})
}

func TestDeliver(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		o := f.order(cleo, at(13, 0))
		o.InterviewerEmail, o.MeetingLink = alan, "https://meet.example/room"
		i := f.book(o)
		ref := models.Ref{OrgID: f.org.ID, ID: i.ID}
		deliver := func(d bookings.Delivery) (ended, repeated bool, err error) {
			_, ended, repeated, err = f.Bookings.Deliver(ctx, ref, d)
			return ended, repeated, err
		}
		if _, _, err := deliver(bookings.Delivery{EventID: "evt_1",
			NotetakerID: "nt_1"}); models.KindOf(err) != models.NotFound {
			t.Errorf("no notetaker was asked: %v", err)
		}
		e := put(i)
		e.Target, e.Kind = effect.TargetNotetaker, effect.NotetakerInvited
		f.intends("an invitation", e, 1, effects.IntentWritten, 1)
		if _, _, err := deliver(bookings.Delivery{EventID: "evt_0", NotetakerID: "nt_1"}); err != nil {
			t.Errorf("the answer to its invitation was lost: %v", err)
		}
		e.ProviderID = "nt_1"
		f.settles(e, effect.Done, effects.MadeLink{})
		for id, known := range map[string]bool{"": true, "nt_1": true, "nt_2": false} {
			_, _, err := deliver(bookings.Delivery{EventID: "of " + id, NotetakerID: id})
			if got := err == nil; got != known || !known && models.KindOf(err) != models.NotFound {
				t.Errorf("from %q: %v", id, err)
			}
		}
		f.clock.Set(at(14, 30))
		received := f.Now()
		talk := &booking.Transcript{Text: "Hello.",
			Segments: []booking.Segment{{Speaker: "Alan", EndMS: 900, Text: "Hello."}}, ReceivedAt: &received}
		first := bookings.Delivery{EventID: "evt_1", Artifacts: booking.Artifacts{Transcript: talk}}
		if ended, repeated, err := deliver(first); err != nil || ended || repeated {
			t.Errorf("a transcript: %t, %t, %v", ended, repeated, err)
		}
		if _, repeated, err := deliver(bookings.Delivery{EventID: "evt_1",
			Artifacts: booking.Artifacts{Transcript: &booking.Transcript{Text: "Other."}}}); err != nil || !repeated {
			t.Errorf("the same event again: %t, %v", repeated, err)
		}
		a := must(f.Bookings.Artifacts(ctx, ref.OrgID, ref.ID))(t)
		if a.Transcript == nil || a.Transcript.Text != "Hello." || len(a.Transcript.Segments) != 1 ||
			a.Recording != nil {
			t.Errorf("the artifacts are %+v", a)
		}
		if row := f.interview(i.ID); row.Revision != 1 || !row.UpdatedAt.Equal(i.UpdatedAt) {
			t.Errorf("artifacts changed the row: %+v", row.Interview)
		}
		if ended, _, err := deliver(bookings.Delivery{EventID: "evt_3",
			CallEndedAt: instant(at(13, 50))}); err != nil || !ended {
			t.Errorf("the call's end: %t, %v", ended, err)
		}
		row := f.interview(i.ID)
		if row.CallEndedAt == nil || !row.CallEndedAt.Equal(at(13, 50)) || row.Revision != 2 ||
			row.StatusAt(f.Now()) != models.StatusCompleted {
			t.Errorf("the row is %+v", row.Interview)
		}
		// The same event many times at once is taken once.
		taken := 0
		repeats := make([]bool, 6)
		each(len(repeats), func(n int) (err error) {
			_, _, repeats[n], err = f.Bookings.Deliver(ctx, ref, bookings.Delivery{EventID: "evt_5",
				Artifacts: booking.Artifacts{InterviewerNotes: &booking.InterviewerNotes{Text: strings.Repeat("x",
					n+1)}}})
			return err
		}, func(n int, err error) {
			if f.must(err); !repeats[n] {
				taken++
			}
		})
		if taken != 1 {
			t.Errorf("taken %d times", taken)
		}
	})
}

func TestPutArtifacts(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		i := f.book(f.order(cleo, at(13, 0)))
		ref := models.Ref{OrgID: f.org.ID, ID: i.ID}
		f.must(f.Bookings.PutArtifacts(ctx, act.By{}, ref,
			booking.Artifacts{Recording: &booking.Recording{Available: true},
				InterviewerNotes: &booking.InterviewerNotes{Text: "first"}}))
		f.must(f.Bookings.PutArtifacts(ctx, act.By{}, ref,
			booking.Artifacts{InterviewerNotes: &booking.InterviewerNotes{Text: "second"}}))
		a := must(f.Bookings.Artifacts(ctx, ref.OrgID, ref.ID))(t)
		if a.Transcript != nil || a.Recording == nil || a.InterviewerNotes == nil ||
			a.InterviewerNotes.Text != "second" {
			t.Errorf("got %+v", a)
		}
		if err := f.Bookings.PutArtifacts(ctx, act.By{}, models.Ref{OrgID: "org_other", ID: i.ID},
			booking.Artifacts{Recording: &booking.Recording{}}); models.KindOf(err) != models.NotFound {
			t.Errorf("of another organization: %v", err)
		}
	})
}
