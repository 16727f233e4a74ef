package store_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/effect"
	"litmus/models/history"
	"litmus/models/timetable"
	"litmus/store/bookings"
	"litmus/store/effects"
	"litmus/store/setups"
	"litmus/testdb"
)

// copied books an interview with Alan, whose copy is in his calendar since now.
func (f *fixture) copied(candidate string, start time.Time) models.Interview {
	f.t.Helper()
	i := f.book(f.orderWith(alan, candidate, start))
	f.writes(i, 1)
	return f.interview(i.ID).Interview
}

// writes is an attempt that writes the copy.
func (f *fixture) writes(i models.Interview, tries int) {
	f.t.Helper()
	e := put(i)
	e.ProviderID = "/alan/" + i.ID + ".ics"
	f.intends("the copy", e, i.Revision, effects.IntentWritten, tries)
	f.settles(e, effect.Done, effects.MadeLink{})
}

// sees has Alan's calendar read from now on, and checks what follows from what it has of the copy.
func (f *fixture) sees(about string, i models.Interview, want models.ChangeKind, seen ...booking.SeenCopy) {
	f.t.Helper()
	did, err := f.Bookings.NoteCopy(ctx, f.connection(alan), bookings.Sighting{InterviewID: i.ID,
		Revision: i.Revision, Begun: f.Now(), Seen: seen})
	if err != nil || did != want {
		f.t.Errorf("%s: it is %q (%v), want %q", about, did, err, want)
	}
}

// TestNoteCopy proves that what a reading found of a copy counts for the interview and the calendar as they were read,
// and that the first page lists what differs (D10).
func TestNoteCopy(t *testing.T) {
	t.Parallel()
	setup := withCalendars(map[string]string{alan: timetable.CalendarCalDAV})
	testdb.Each(t, func(t *testing.T, url string) {
		f := open(t, url, setup)
		lists := func(about string, want ...string) {
			t.Helper()
			if got := idsOf(f.home(f.span()).Drifted); !slices.Equal(got, want) {
				t.Errorf("%s: the first page lists %v, want %v", about, got, want)
			}
		}
		i := f.copied(cleo, at(18, 0))
		other := f.copied(candidate(1), at(20, 0))
		f.sees("too soon", i, "")
		f.clock.Set(f.Now().Add(effect.Settling))
		if got := must(f.Effects.Copies(ctx, f.org.ID, alan, f.Now(), at(20, 0)))(t); len(got) != 1 ||
			got[0].ID != i.ID || len(got[0].Ledger) != 1 {
			t.Errorf("looked after are %+v", got)
		}
		right := booking.SeenCopy{Start: i.StartsAt}
		f.sees("as it should be", i, "", right)
		f.sees("deleted", i, models.ChangeCopyMended)
		i = f.interview(i.ID).Interview
		f.sees("before it is put back", i, "")
		if owed := f.owedOutside(i); len(owed) != 1 || owed[0].Kind != effect.EventWritten {
			t.Errorf("it owes %+v", owed)
		}
		f.sees("moved", other, models.ChangeCopyMoved, booking.SeenCopy{Start: at(21, 0)})
		lists("one of them was moved", other.ID)
		f.sees("of an older revision", other, "", booking.SeenCopy{Start: other.StartsAt})
		span := f.span()
		if span.Own = grace; len(f.home(span).Drifted) != 0 {
			t.Error("it is another member's")
		}
		other = f.interview(other.ID).Interview
		f.sees("declined", other, models.ChangeCopyDeclined, booking.SeenCopy{Start: at(20, 0), Response: models.Declined})
		lists("it was declined")
		if h := f.home(f.span()); !slices.Equal(idsOf(h.Asked), []string{other.ID}) {
			t.Errorf("a replacement is asked for %v", idsOf(h.Asked))
		}
		other = f.interview(other.ID).Interview
		f.sees("moved again", other, models.ChangeCopyMoved, booking.SeenCopy{Start: at(22, 0)})
		lists("moved again", other.ID)
		f.done(f.Bookings.Change(ctx, f.as(models.ActorMember, grace), f.org.ID, other.ID, booking.PutCopyBack(alan)))
		lists("put back")
		var told []string
		past, _ := must2(f.Audit.History(ctx, f.org.ID, models.SubjectInterview, other.ID, nil, 10))(t)
		for _, c := range past {
			told = append(told, history.Did(c, time.UTC, f.Now())+" by "+c.Actor.String())
		}
		if got := strings.Join(told[:4], "\n"); got != `put right in the calendar by Grace
moved in the calendar to Mon 3 Mar 22:00 UTC by Litmus
declined in the calendar by Alan
moved in the calendar to Mon 3 Mar 21:00 UTC by Litmus` {
			t.Errorf("its history says\n%s", got)
		}
		f.done(f.Bookings.Reassign(ctx, act.By{}, f.org.ID, other.ID, grace))
		lists("of another interviewer")

		last := f.copied(candidate(2), at(22, 0))
		f.clock.Set(f.Now().Add(effect.Settling))
		was := f.connection(alan)
		anew := withCalendars(map[string]string{alan: timetable.CalendarCalDAV})
		calendarOf(anew, alan).URL = "https://dav.example/another/"
		must(f.Setups.Apply(ctx, anew, setups.Options{}))(t)
		f.sees("in a calendar in which it never was", last, "")
		f.writes(last, 2)
		f.clock.Set(f.Now().Add(effect.Settling))
		before := f.dump()
		if did, err := f.Bookings.NoteCopy(ctx, was, bookings.Sighting{InterviewID: last.ID,
			Revision: last.Revision, Begun: f.Now()}); did != "" || err != nil {
			t.Errorf("of a calendar that is another one since: %q, %v", did, err)
		}
		f.unchanged(before)
	})
}

// TestNoteCopy_panel proves P10: the copy of somebody beside the lead is looked after, and the first page lists it and
// what they ask for.
func TestNoteCopy_panel(t *testing.T) {
	t.Parallel()
	setup := withCalendars(map[string]string{alan: timetable.CalendarCalDAV})
	testdb.Each(t, func(t *testing.T, url string) {
		f := open(t, url, setup)
		o := f.orderWith(grace, cleo, at(18, 0))
		o.Panel = []string{grace, alan}
		i := f.book(o)
		e := put(i)
		e.Target, e.ProviderID = effect.EventTarget(alan), "/alan/"+i.ID+".ics"
		f.intends("his copy", e, i.Revision, effects.IntentWritten, 1)
		f.settles(e, effect.Done, effects.MadeLink{})
		f.clock.Set(f.Now().Add(effect.Settling))
		lists := func(about string, drifted, asked int) {
			t.Helper()
			span := f.span()
			if h := f.home(span); len(h.Drifted) != drifted || len(h.Asked) != asked {
				t.Errorf("%s: the first page lists %d copies and %d requests", about, len(h.Drifted), len(h.Asked))
			}
			if span.Own = grace; len(f.home(span).Drifted) != 0 {
				t.Errorf("%s: it lists his copy as hers", about)
			}
			if span.Own = alan; len(f.home(span).Drifted) != drifted {
				t.Errorf("%s: it does not list it as his", about)
			}
		}
		if got := must(f.Effects.Copies(ctx, f.org.ID, alan, f.Now(), at(20, 0)))(t); len(got) != 1 ||
			got[0].ID != i.ID || len(got[0].Ledger) != 1 {
			t.Errorf("looked after are %+v", got)
		}
		f.sees("moved", i, models.ChangeCopyMoved, booking.SeenCopy{Start: at(21, 0)})
		lists("moved", 1, 0)
		i = f.interview(i.ID).Interview
		f.sees("declined", i, models.ChangeCopyDeclined, booking.SeenCopy{Start: at(18, 0), Response: models.Declined})
		lists("declined", 0, 1)
		past, _ := must2(f.Audit.History(ctx, f.org.ID, models.SubjectInterview, i.ID, nil, 1))(t)
		if got := history.Did(past[0], time.UTC, f.Now()); got !=
			"declined in the calendar: it is about "+alan {
			t.Errorf("its history says %s", got)
		}
		f.done(f.Bookings.AskForReplacement(ctx, f.as(models.ActorMember, grace), f.org.ID, i.ID, grace, "ill"))
		if got := f.interview(i.ID).ReplacementsAskedAt(f.Now()); len(got) != 2 || got[0].Reason != "ill" {
			t.Errorf("both ask: %+v", got)
		}
		f.done(f.Bookings.Change(ctx, act.By{}, f.org.ID, i.ID, booking.WithdrawReplacement(alan, alan)))
		f.done(f.Bookings.Change(ctx, act.By{}, f.org.ID, i.ID, booking.WithdrawReplacement(grace, grace)))
		lists("taken back", 0, 0)
	})
}
