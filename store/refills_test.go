package store_test

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/effect"
	"litmus/models/timetable"
	"litmus/testdb"
)

// cannot has the person ask for a replacement of theirs.
func (f *fixture) cannot(i models.Interview, name string) models.Interview {
	f.t.Helper()
	email := name + "@acme.example"
	row, changed := must2(f.Bookings.AskForReplacement(ctx, f.as(models.ActorMember, email), f.org.ID, i.ID, email,
		"I am ill."))(f.t)
	if !changed {
		f.t.Errorf("%s asked for nothing", name)
	}
	if stored := f.interview(i.ID); seated(stored.Interview) != seated(row.Interview) {
		f.t.Errorf("the answer has %s, and stored is %s", seated(row.Interview), seated(stored.Interview))
	}
	return row.Interview
}

// TestRefill: where the organization wants it, who cannot interview is replaced in the same transaction, by whoever is
// chosen as it is, never by who refused before, and at most three times for one seat. Nobody is asked then. Else the
// request stays (P11).
func TestRefill(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := paneled(t, url)
		auto := func(n int, start time.Time) models.Interview {
			o := f.orderWith("", candidate(n), start)
			o.Auto = true
			return f.book(o)
		}
		asked := func(about string, i models.Interview, want ...string) {
			t.Helper()
			var of []string
			for _, a := range i.ReplacementsAskedAt(f.Now()) {
				of = append(of, strings.TrimSuffix(a.Interviewer, "@acme.example"))
			}
			if !slices.Equal(of, want) {
				t.Errorf("%s: asked for are replacements of %v, want %v", about, of, want)
			}
		}
		asks := f.cannot(auto(0, at(18, 0)), "m0")
		asked("by default", asks, "m0")
		f.exec("update organizations set refill_hours = 4")
		i := auto(1, at(22, 0))
		preview := must(f.Bookings.PreviewAskForReplacement(ctx, f.as(models.ActorMember, "m1@acme.example"),
			f.org.ID, i.ID, "m1@acme.example"))(t)
		if got := seated(preview.After); got != "b2 b3 m0 trainee" {
			t.Errorf("the preview of m1's request has %s", got)
		}
		before := i.Revision
		var log []string
		for _, one := range []struct{ who, panel string }{{"m1", "b2 b3 m0 trainee"}, {"b3", "b2 b4 m0 trainee"},
			{"b4", "b2 b0 m0 trainee"}, {"b0", "b2 b1 m0 trainee"}, {"b2", "b1 m0 trainee"}} {
			log = f.noted(func() { i = f.cannot(i, one.who) })
			if one.who == "b2" {
				break
			}
			if got := seated(i); got != one.panel {
				t.Errorf("%s cannot: the panel is %s, want %s", one.who, got, one.panel)
			}
			asked(one.who, i)
			if len(log) != 2 || !strings.Contains(log[0], "replacement asked for") ||
				!strings.HasSuffix(log[0], " by "+one.who) || !strings.Contains(log[1], "somebody else has the seat") ||
				!strings.HasSuffix(log[1], "by Litmus") {
				t.Errorf("%s: the history has %q", one.who, log)
			}
		}
		// Everybody of the seat has refused, or sits in it.
		asked("nobody is left", i, "b2")
		if i.InterviewerEmail != "b2@acme.example" || len(log) != 1 || i.Revision != before+9 {
			t.Errorf("nobody is left: led by %s at revision %d after %d, %q", i.InterviewerEmail, i.Revision, before, log)
		}
		if i = f.cannot(i, "b1"); seated(i) != "b2 b1 m0 trainee" {
			t.Errorf("b1 was replaced a fourth time: %s", seated(i))
		}
		asked("after three times", i, "b2", "b1")

		f.exec("insert into pool_members (org_id, pool_id, email, state, done) select org_id, pool_id, " +
			"'grace@acme.example', state, done from pool_members where email = 'b0@acme.example'")
		late := auto(2, at(15, 30))
		asked("too late", f.cannot(late, strings.Fields(seated(late))[1]), strings.Fields(seated(late))[1])

		f.exec("update organizations set refill_hours = 1")
		answers := auto(5, at(19, 30))
		who := strings.Fields(seated(answers))[1]
		log = f.noted(func() {
			given := booking.Given{Email: who + "@acme.example", Start: answers.StartsAt, Response: models.Declined,
				By: models.AnsweredByLink}
			row, changed := must2(f.Bookings.Answer(ctx, f.org.ID, answers.ID, given))(t)
			if !changed || strings.Contains(seated(row.Interview), who) || row.ReplacementsAskedAt(f.Now()) != nil {
				t.Errorf("%s declined by the link, and the panel is %s", who, seated(row.Interview))
			}
		})
		if len(log) != 2 || !strings.Contains(log[1], "somebody else has the seat") {
			t.Errorf("after an answer the history has %q", log)
		}
		plain := f.book(f.orderWith("b0@acme.example", candidate(3), at(17, 0)))
		plain = f.cannot(plain, "b0")
		if plain.InterviewerEmail == "b0@acme.example" || len(plain.Panel) > 0 {
			t.Errorf("a plain interview in a round with seats is led by %s, %v", plain.InterviewerEmail, plain.Panel)
		}
		o := f.orderWith(grace, candidate(4), at(9, 0).AddDate(0, 0, 1))
		o.RoundID = f.round("backend", "default", "design")
		if moved := f.book(o); moved.Departures != nil {
			t.Errorf("a new interview has %v", moved.Departures)
		}
	})
}

// TestRefillsAtOnce: of two interviews at one time whose managers decline at once, one gets the last who is free; the
// other one's request stays, and nobody sits in both.
func TestRefillsAtOnce(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := paneled(t, url)
		f.exec("delete from pool_members where email = 'b4@acme.example'")
		f.exec("update organizations set refill_hours = 1")
		var all []models.Interview
		for n := range 2 {
			o := f.orderWith("", candidate(n), at(18, 0))
			o.Auto = true
			all = append(all, f.book(o))
		}
		f.exec(`insert into pool_members (org_id, pool_id, email, state, done) select org_id, pool_id,
			'b4@acme.example', state, done from pool_members where email = 'm0@acme.example'`)
		f.exec("update pool_members set state = 'paused', resumes = 'qualified' where email like 'm%'")
		var wait sync.WaitGroup
		for n, who := range []string{"m0", "m1"} {
			wait.Go(func() { f.cannot(all[n], who) })
		}
		wait.Wait()
		refilled, asked := 0, 0
		for _, i := range all {
			row := f.interview(i.ID)
			if row.InPanel("b4@acme.example") != nil {
				refilled++
			}
			asked += len(row.ReplacementsAskedAt(f.Now()))
		}
		if refilled != 1 || asked != 1 {
			t.Errorf("%d got the last who is free, and %d ask on", refilled, asked)
		}
	})
}

// TestRefillOfDeclined: who declines in their calendar is replaced by the reading that finds it, and their copy is to
// be removed; nobody is asked.
func TestRefillOfDeclined(t *testing.T) {
	t.Parallel()
	setup := withCalendars(map[string]string{alan: timetable.CalendarCalDAV})
	testdb.Each(t, func(t *testing.T, url string) {
		f := open(t, url, setup)
		f.exec("update organizations set refill_hours = 1")
		i := f.copied(cleo, at(18, 0))
		f.clock.Set(f.Now().Add(effect.Settling))
		f.exec("insert into slots (org_id, posting_id, email, start_at) select org_id, posting_id, ?, ? from "+
			"posting_interviewers where email = ?", grace, at(18, 0), grace)
		f.sees("declined", i, models.ChangeCopyDeclined, booking.SeenCopy{Start: i.StartsAt, Response: models.Declined})
		row := f.interview(i.ID).Interview
		if row.InterviewerEmail != grace || len(row.ReplacementsAskedAt(f.Now())) > 0 || row.Refilled(grace) != 1 {
			t.Errorf("after that it is %+v", row)
		}
		var kinds []string
		for _, e := range f.owedOutside(row) {
			kinds = append(kinds, e.Kind)
		}
		if !slices.Contains(kinds, effect.EventRemoved) {
			t.Errorf("owed are %v", kinds)
		}
		if h := f.history(models.SubjectInterview, i.ID); h[0].Kind != models.ChangeRefilled ||
			h[1].Kind != models.ChangeCopyDeclined || h[1].Actor.ID != alan {
			t.Errorf("the history has %+v", h[:2])
		}
	})
}

// TestUndoRefillsNothing: whoever takes back that a seat was given to somebody has the interview as it was before, with
// the request that stood, though somebody is free by now.
func TestUndoRefillsNothing(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := paneled(t, url)
		o := f.orderWith("", candidate(1), at(22, 0))
		o.Auto = true
		i := f.cannot(f.book(o), "m0")
		f.exec("update organizations set refill_hours = 4")
		was := f.interview(i.ID)
		row := must(first(f.Bookings.ChangePanel(ctx, undoable(was), f.org.ID, i.ID, booking.PanelChange{
			Leaves: "m0@acme.example", Joins: "m1@acme.example"})))(t)
		back := must(f.Bookings.Undo(ctx, undoable(row), f.org.ID, i.ID))(t)
		if seated(back.Interview) != seated(was.Interview) || back.ReplacementOf("m0@acme.example", f.Now()) == nil {
			t.Errorf("taken back it has %s, want %s", seated(back.Interview), seated(was.Interview))
		}
	})
}

// TestAskingIsKnown: an act that asks for somebody else is one of those that lock who may be chosen, or nothing comes
// of it. So nobody adds an act whose requests stand though somebody is free (P11).
func TestAskingIsKnown(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := paneled(t, url)
		f.exec("update organizations set refill_hours = 1")
		o := f.orderWith("", candidate(1), at(22, 0))
		o.Auto = true
		i := f.book(o)
		asks := func(kind models.ChangeKind) error {
			_, _, err := f.Bookings.Change(ctx, act.By{}, f.org.ID, i.ID, booking.Act{Kind: kind, Decide: func(
				i models.Interview, _ models.Policy, now time.Time) (models.Interview, bool, error) {
				i.Revise(now)
				i.SetReplacement(models.Replacement{Interviewer: i.InterviewerEmail, AskedAt: i.UpdatedAt,
					Revision: i.Revision})
				return i, true, nil
			}})
			return err
		}
		for _, kind := range []models.ChangeKind{models.ChangeCanceled, models.ChangeCallEnded, models.ChangeAnswered,
			models.ChangeCopyMended, models.ChangeReplacementEnded, models.ChangeMoved, models.ChangePanelChanged,
			models.ChangeReassigned, models.ChangeTakenBack, models.ChangeNoShow, models.ChangeLinkIssued} {
			if err := asks(kind); err == nil || !strings.Contains(err.Error(), "locked") {
				t.Errorf("a change %q asks for somebody else: %v", kind, err)
			}
		}
		for _, kind := range []models.ChangeKind{models.ChangeReplacementAsked, models.ChangeDeclined} {
			before := f.interview(i.ID).InterviewerEmail
			f.must(asks(kind))
			if row := f.interview(i.ID); row.InterviewerEmail == before || row.ReplacementsAskedAt(f.Now()) != nil {
				t.Errorf("a change %q asked for somebody, and the panel is %s", kind, seated(row.Interview))
			}
		}
	})
}

// TestRefillKeepsLimits: nobody who is at a limit of theirs, or of those that the organization has for each, is chosen
// for a seat (P5, P11).
func TestRefillKeepsLimits(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := paneled(t, url)
		f.exec("update organizations set refill_hours = 1")
		named := f.orderWith("m1@acme.example", candidate(1), at(14, 0))
		f.book(named)
		auto := func(n, hour int) models.Interview {
			o := f.orderWith("", candidate(n), at(hour, 0))
			o.Auto = true
			return f.book(o)
		}
		has := func(about string, i models.Interview, email string, want bool) {
			t.Helper()
			if i.Attends(email+"@acme.example") != want || (i.ReplacementsAskedAt(f.Now()) == nil) != want {
				t.Errorf("%s: the panel is %s, asked for are %+v", about, seated(i), i.ReplacementsAskedAt(f.Now()))
			}
		}
		first := auto(2, 18)
		f.exec(`update people set limits = '{"day": 1}' where email like 'm1%'`)
		has("at their own limit", f.cannot(first, "m0"), "m1", false)
		f.exec("update people set limits = null")
		has("without it", f.cannot(auto(3, 20), "m0"), "m1", true)
		f.exec(`update organizations set limits = '{"before": 90}'`)
		third := auto(4, 22)
		has("at the limit of each", f.cannot(third, "m0"), "m1", false)
	})
}
