package store_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/effect"
	"litmus/models/timetable"
	"litmus/store/effects"
	"litmus/store/interviews"
	"litmus/store/pages"
	"litmus/testdb"
)

// span is what the first page asks for at the clock's time: until tomorrow night, and links that end within a day.
func (f *fixture) span() pages.HomeSpan {
	today := f.Now().Truncate(24 * time.Hour)
	return pages.HomeSpan{From: today, To: today.AddDate(0, 0, 2), LinksEnd: f.Now().Add(24 * time.Hour),
		Postings: true, Reassigns: true}
}

func (f *fixture) home(span pages.HomeSpan) pages.Home {
	f.t.Helper()
	return must(f.Pages.Home(ctx, f.org.ID, span))(f.t)
}

func idsOf(rows []interviews.InterviewRow) (ids []string) {
	for _, r := range rows {
		ids = append(ids, r.ID)
	}
	return ids
}

// TestHome proves what the first page of the dashboard lists, and that each list is the viewer's own where they ask for
// that (D10).
func TestHome(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		setup := connected()
		setup.Imports = nil
		f := open(t, url, setup, bolt())
		own := f.book(f.orderWith(grace, candidate(1), at(18, 0))).ID
		tomorrow := f.book(f.order(candidate(2), at(9, 0).AddDate(0, 0, 1))).ID
		f.book(f.order(candidate(3), at(9, 0).AddDate(0, 0, 7)))
		canceled := f.book(f.order(candidate(4), at(19, 0))).ID
		f.done(f.Bookings.Change(ctx, act.By{}, f.org.ID, canceled, booking.Cancel))
		link, _ := f.bookLink(f.linkOrder(candidate(5)))
		f.clock.Set(noon.Add(time.Hour))
		f.bookLink(f.linkOrder(candidate(6))) // its link ends a moment later than is asked for
		f.clock.Set(noon)

		h := f.home(f.span())
		if got, want := idsOf(h.Coming), []string{own, tomorrow}; !slices.Equal(got, want) || h.More {
			t.Errorf("coming: %v, want %v; more %t", got, want, h.More)
		}
		span := f.span()
		span.LinksEnd = span.LinksEnd.Add(time.Millisecond)
		if got, want := idsOf(f.home(span).Links), []string{link.ID}; !slices.Equal(got, want) {
			t.Errorf("links: %v, want %v", got, want)
		}
		if h.Names.Person(grace) != "Grace" || h.Names.Postings[link.PostingID] != "Backend" {
			t.Errorf("the names are %v", h.Names)
		}
		span.Own, span.OwnEffect, span.Postings = alan, alan, false
		if h := f.home(span); len(h.Coming)+len(h.Links)+len(h.Failing)+len(h.Broken)+len(h.Waiting) > 0 {
			t.Errorf("Alan, who has no interview, sees %+v", h)
		}
		other := must(f.Team.Organization(ctx, "bolt"))(t)
		if h, err := f.Pages.Home(ctx, other.ID, f.span()); err != nil || len(h.Coming)+len(h.Links) > 0 {
			t.Errorf("another organization sees %+v, %v (D3)", h, err)
		}
	})
}

// TestHomeFailingEffects proves that what failed for an interview or invitation that is still to come is listed, and
// nothing that is over, was done since, or is under way (D10).
func TestHomeFailingEffects(t *testing.T) {
	t.Parallel()
	organizations{inviting()}.each(t, func(t *testing.T, f *fixture) {
		i := f.book(f.orderWith(alan, cleo, at(18, 0)))
		settle := func(e effect.Entry, state, code string, permanent bool) {
			t.Helper()
			f.done(f.Effects.Intend(ctx, e, i.Revision, time.Minute))
			e.State, e.Code, e.Permanent = state, code, permanent
			f.done(f.Effects.Settle(ctx, e, effects.MadeLink{}))
		}
		letter := entry(i, alan)
		f.done(f.Effects.Intend(ctx, letter, i.Revision, time.Minute))
		if h := f.home(f.span()); len(h.Failing) != 0 {
			t.Errorf("an attempt that is under way counts as failing: %+v", h.Failing)
		}
		f.clock.Set(noon.Add(2 * time.Minute))
		settle(letter, effect.Failed, "smtp_550", true)
		settle(put(i), effect.Intent, "caldav_timeout", false)
		var got []string
		for _, e := range f.home(f.span()).Failing {
			got = append(got, fmt.Sprint(e.InterviewID == i.ID, e.Kind, e.Code, e.Permanent, e.StartsAt))
		}
		slices.Sort(got)
		want := []string{fmt.Sprint(true, "briefing", "smtp_550", true, at(18, 0)),
			fmt.Sprint(true, "event", "caldav_timeout", false, at(18, 0))}
		if !slices.Equal(got, want) {
			t.Errorf("failing: %q, want %q", got, want)
		}
		span := f.span()
		if span.OwnEffect = grace; len(f.home(span).Failing) != 0 {
			t.Error("Grace sees what failed for Alan's interview (D2)")
		}
		if span.OwnEffect = alan; len(f.home(span).Failing) != 2 {
			t.Error("Alan does not see what failed for his interview")
		}
		settle(put(i), effect.Done, "", false)
		if h := f.home(f.span()); len(h.Failing) != 1 {
			t.Errorf("what was done since: %+v", h.Failing)
		}
		f.clock.Set(at(19, 0))
		if h := f.home(f.span()); len(h.Failing) != 0 {
			t.Errorf("of an interview that is over: %+v", h.Failing)
		}
	})
}

// TestHomeBrokenCalendars proves that a calendar is listed from the moment at which admins are told (D10, D16).
func TestHomeBrokenCalendars(t *testing.T) {
	t.Parallel()
	organizations{connected()}.each(t, func(t *testing.T, f *fixture) {
		f.fails(grace, timetable.SyncFailure{Code: "ics_503"})
		if h := f.home(f.span()); len(h.Broken) != 0 {
			t.Errorf("one failure is no break: %+v", h.Broken)
		}
		f.fails(grace, timetable.SyncFailure{Code: "ics_401", Revoked: true})
		h := f.home(f.span())
		if len(h.Broken) != 1 || h.Broken[0].Email != grace || h.Broken[0].Name != "Grace" ||
			h.Broken[0].State(f.Now()) != timetable.ConnectionRevoked {
			t.Errorf("broken: %+v", h.Broken)
		}
		span := f.span()
		if span.OwnEffect = alan; len(f.home(span).Broken) != 0 {
			t.Error("Alan sees Grace's calendar (D2)")
		}
		f.sync(grace)
		if h := f.home(f.span()); len(h.Broken) != 0 {
			t.Errorf("a calendar that works again: %+v", h.Broken)
		}
	})
}

// TestHomeWaitingInvitations proves that open invitations to pick a time are listed while nobody on the posting offers
// one (D10).
func TestHomeWaitingInvitations(t *testing.T) {
	t.Parallel()
	organizations{inviting()}.each(t, func(t *testing.T, f *fixture) {
		f.invited(f.inviteTo("design", cleo))
		f.invited(f.inviteTo("design", "second@candidate.example"))
		f.invited(f.inviteTo("takehome", "third@candidate.example")) // who picks no time
		waiting := func(when string, want int) {
			t.Helper()
			n := 0
			for _, w := range f.home(f.span()).Waiting {
				n += w.Candidates
			}
			if n != want {
				t.Errorf("%s: %d wait, want %d", when, n, want)
			}
		}
		waiting("slots are painted for this afternoon", 0)
		f.clock.Set(at(16, 30)) // all of them have begun
		waiting("no slot is ahead", 2)
		f.book(f.order(cleo, at(20, 0)))
		waiting("one of the two has an interview", 1)
		f.exec("update people set working_hours = '{}' where email = ?", grace)
		waiting("Grace's own schedule decides", 0)
	})
}

// TestHomeReplacements proves that interviews to come for which somebody asked for a replacement are listed until
// somebody else interviews (D10).
func TestHomeReplacements(t *testing.T) {
	t.Parallel()
	organizations{staffed(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		by := act.By{Actor: models.Actor{Kind: models.ActorMember, ID: alan}}
		ask := func(candidate string, start time.Time) string {
			i := f.book(f.orderWith(alan, candidate, start))
			_, changed := must2(f.Bookings.AskForReplacement(ctx, by, f.org.ID, i.ID, alan, "I am ill."))(t)
			if !changed {
				t.Fatal("nothing is asked")
			}
			return i.ID
		}
		asked := func(want ...string) {
			t.Helper()
			if got := idsOf(f.home(f.span()).Asked); !slices.Equal(got, want) {
				t.Errorf("asked for: %v, want %v", got, want)
			}
		}
		asked()
		later, first := ask(candidate(1), at(18, 0).AddDate(0, 0, 9)), ask(candidate(2), at(18, 0))
		canceled, given := ask(candidate(3), at(20, 0)), ask(candidate(4), at(22, 0))
		asked(first, canceled, given, later)
		span := f.span()
		if span.Reassigns = false; len(f.home(span).Asked) != 0 {
			t.Error("somebody who changes no interviewers is asked")
		}
		other := must(f.Team.Organization(ctx, "bolt"))(t)
		if h, err := f.Pages.Home(ctx, other.ID, f.span()); err != nil || len(h.Asked) != 0 {
			t.Errorf("another organization sees %v, %v (D3)", idsOf(h.Asked), err)
		}
		f.done(f.Bookings.Change(ctx, act.By{}, f.org.ID, canceled, booking.Cancel))
		f.done(f.Bookings.Reassign(ctx, act.By{}, f.org.ID, given, grace))
		asked(first, later)
		f.done(f.Bookings.Change(ctx, by, f.org.ID, later, booking.WithdrawReplacement(alan, alan)))
		asked(first)
		// However many requests were taken back, or are of another interviewer: they hide no other.
		for n := range 20 {
			o := f.orderWith(alan, candidate(10+n), at(14, 0).AddDate(0, 0, 1+n))
			was := fmt.Sprintf(`{"interviewer":%q,"times":1,"withdrawn":true}`, alan)
			if n%2 == 0 {
				was = fmt.Sprintf(`{"interviewer":%q,"times":1}`, grace)
			}
			f.exec("update interviews set replacement = ? where id = ?", was, f.book(o).ID)
		}
		last := ask(candidate(5), at(18, 0).AddDate(0, 0, 25))
		asked(first, last)
		f.clock.Set(at(18, 0)) // it begins
		asked(last)
	})
}

// TestHomeQueries proves that the first page takes as many queries however much there is (D10).
func TestHomeQueries(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		setup := acme()
		setup.Imports = nil
		f := open(t, url, setup)
		count := func() int { return f.count(func() { f.home(f.span()) }) }
		f.book(f.order(candidate(0), at(18, 0)))
		few := count()
		for n := range 60 {
			f.book(f.order(candidate(n+1), at(18, 0).Add(time.Duration(n)*time.Second)))
		}
		for n := range 30 {
			f.bookLink(f.linkOrder(candidate(n + 100)))
		}
		h := f.home(pages.HomeSpan{From: noon, To: noon.AddDate(0, 0, 2), LinksEnd: noon.AddDate(0, 0, 2)})
		if many := count(); many != few || few > 10 {
			t.Errorf("%d queries for one interview, %d for many", few, many)
		}
		if len(h.Coming) != 50 || !h.More || len(h.Links) != 20 {
			t.Errorf("%d interviews, more %t, %d links: the lists are not bounded", len(h.Coming), h.More, len(h.Links))
		}
	})
}
