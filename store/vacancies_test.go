package store_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/setup"
	"litmus/models/timetable"
	"litmus/testdb"
)

// auto books a panel for the candidate of that number.
func (f *fixture) auto(n int, start time.Time) models.Interview {
	f.t.Helper()
	return must(f.bookAuto(n, start))(f.t).Interview
}

// needed are those for whom somebody else is asked in the interview, with why: "b0:away m0".
func (f *fixture) needed(id string) string {
	f.t.Helper()
	var out []string
	for _, a := range f.interview(id).ReplacementsAskedAt(f.Now()) {
		word := strings.TrimSuffix(a.Interviewer, "@acme.example")
		for _, n := range a.Needs {
			word += ":" + string(n)
		}
		out = append(out, word)
	}
	return strings.Join(out, " ")
}

// apart reports whoever has two interviews at one time.
func (f *fixture) apart() {
	f.t.Helper()
	if twice := query[[]string](f, `select a.email from attendees a join attendees b on b.org_id = a.org_id
			and b.email = a.email and b.interview_id > a.interview_id and b.starts_at < a.ends_at
			and a.starts_at < b.ends_at
		where a.blocks and b.blocks`); len(twice) > 0 {
		f.t.Errorf("%v have two interviews at one time", twice)
	}
}

// TestAwayIsRefilled: an absence that is entered over interviews has each seat on its days be somebody else's, where
// the organization wants that by itself, and else asks for somebody until it is taken back. Other days, other people
// and interviews without a panel stay as they are (P11).
func TestAwayIsRefilled(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := paneled(t, url)
		f.keptIn(models.OriginDashboard)
		first, second := f.auto(0, at(18, 0)), f.auto(1, at(20, 0))
		if second.Attends("m1@acme.example") {
			f.done(f.Bookings.ChangePanel(ctx, act.By{}, f.org.ID, second.ID, booking.PanelChange{
				Leaves: "m1@acme.example", Joins: "m0@acme.example"}))
		}
		later := f.auto(2, at(18, 0).AddDate(0, 0, 2))
		plain := f.book(f.orderWith("m0@acme.example", candidate(3), at(16, 0)))
		leads := must(f.Interviews.Interview(ctx, f.org.ID, first.ID))(t).InterviewerEmail
		name := strings.TrimSuffix(leads, "@acme.example")
		want := func(about, id, asked string) {
			t.Helper()
			if got := f.needed(id); got != asked {
				t.Errorf("%s: somebody is needed for %q, want %q", about, got, asked)
			}
		}
		log := f.noted(func() {
			f.must(f.Availability.EnterAbsence(ctx, f.as(models.ActorMember, grace), f.org.ID, leads, absent))
		})
		want("by default", first.ID, name+":away")
		want("on another day", later.ID, "")
		asks := 0
		for _, line := range log {
			if strings.Contains(line, "somebody else is needed") && strings.HasSuffix(line, " by Grace") {
				asks++
			}
		}
		if asks == 0 || asks != len(log)-1 {
			t.Errorf("the history has %q", log)
		}
		f.must(f.Availability.EnterAbsence(ctx, act.By{}, f.org.ID, leads, timetable.Absence{First: absent.Last,
			Last: absent.Last}))
		f.must(f.Availability.TakeBackAbsence(ctx, act.By{}, f.org.ID, leads, timetable.Absence{First: absent.Last,
			Last: absent.Last}))
		want("with another absence taken back", first.ID, name+":away")
		f.must(f.Availability.TakeBackAbsence(ctx, act.By{}, f.org.ID, leads, absent))
		want("taken back", first.ID, "")
		f.must(f.Availability.EnterAbsence(ctx, act.By{}, f.org.ID, "m0@acme.example", absent))
		want("without a panel", plain.ID, "")
		f.must(f.Availability.TakeBackAbsence(ctx, act.By{}, f.org.ID, "m0@acme.example", absent))

		f.exec("update organizations set refill_hours = 1")
		log = f.noted(func() {
			f.must(f.Availability.EnterAbsence(ctx, act.By{}, f.org.ID, "m0@acme.example", absent))
		})
		for _, i := range []models.Interview{first, second} {
			row := f.interview(i.ID)
			if row.Attends("m0@acme.example") || !row.Attends("m1@acme.example") || row.ReplacementsAskedAt(f.Now()) != nil ||
				row.Refilled("m1@acme.example") != 1 {
				t.Errorf("m0 is away, and at %v the panel is %s", i.StartsAt, seated(row.Interview))
			}
		}
		if row := f.interview(later.ID); !row.Attends("m0@acme.example") && !row.Attends("m1@acme.example") {
			t.Errorf("two days later the panel is %s", seated(row.Interview))
		}
		if got := f.interview(plain.ID).InterviewerEmail; got == "m0@acme.example" || got == "" {
			t.Errorf("alone it is led by %q", got)
		}
		if n := strings.Count(strings.Join(log, "\n"), "somebody else has the seat"); n != 3 {
			t.Errorf("%d seats were refilled", n)
		}
		f.must(f.Availability.EnterAbsence(ctx, act.By{}, f.org.ID, "m1@acme.example", absent)) // both ask on
		want("nobody is left", first.ID, "m1:away")
		want("nobody is left", second.ID, "m1:away")
		week := must(f.Availability.PersonWeek(ctx, f.org.ID, "m1@acme.example", at(0, 0), at(23, 0)))(t)
		var falling []string
		for _, i := range week.Falling {
			falling = append(falling, i.ID)
		}
		if !slices.Equal(falling, []string{plain.ID, first.ID, second.ID}) {
			t.Errorf("on the absence of m1 fall %v", falling)
		}
		f.must(f.Availability.TakeBackAbsence(ctx, act.By{}, f.org.ID, "m1@acme.example", absent))
		want("back", first.ID, "")
		f.apart()
	})
}

// TestAwayKeepsLimits: whoever was given a seat by an absence counts for the next ones, so nobody passes a limit or
// sits in two places; what nobody can take is asked for (P5, P11).
func TestAwayKeepsLimits(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := paneled(t, url)
		f.keptIn(models.OriginDashboard)
		f.exec(`update people set limits = '{"day": 2}' where email like 'm1%'`)
		f.exec("update pool_members set state = 'paused', resumes = 'qualified' where email = 'm1@acme.example'")
		var all []models.Interview
		for n := range 4 {
			all = append(all, f.auto(n, at(14+2*n, 0)))
		}
		f.exec("update pool_members set state = 'qualified', resumes = '' where email = 'm1@acme.example'")
		enter := func(a timetable.Absence) {
			f.must(f.Availability.EnterAbsence(ctx, act.By{}, f.org.ID, "m0@acme.example", a))
		}
		none := f.count(func() { enter(timetable.Absence{First: "2031-04-01", Last: "2031-04-01"}) })
		if four := f.count(func() { enter(absent) }); four-none > len(all)+8 { // one for each
			t.Errorf("over %d interviews an absence takes %d queries, over none %d", len(all), four, none)
		}
		f.must(f.Availability.TakeBackAbsence(ctx, act.By{}, f.org.ID, "m0@acme.example", absent))
		f.exec("update organizations set refill_hours = 1")
		enter(absent)
		got := ""
		for _, i := range all {
			got += fmt.Sprint(f.interview(i.ID).Attends("m1@acme.example"), f.needed(i.ID), " ")
		}
		if want := "true true falsem0:away falsem0:away "; got != want {
			t.Errorf("m1 has the seats %q, want %q", got, want)
		}
		f.apart()
	})
}

// TestAwayLettersAreBounded: an absence over many interviews asks for somebody in each, and sends letters for as many
// as one person may ask for in a day; what they ask for by hand afterwards is not among them (P11, D2).
func TestAwayLettersAreBounded(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := paneled(t, url)
		f.keptIn(models.OriginDashboard)
		const many = models.MaxAsksOfPerson + 3
		var all []models.Interview
		for n := range many {
			i := f.auto(n, at(13+n, 0))
			if !i.Attends("m0@acme.example") {
				f.done(f.Bookings.ChangePanel(ctx, act.By{}, f.org.ID, i.ID, booking.PanelChange{
					Leaves: "m1@acme.example", Joins: "m0@acme.example"}))
			}
			all = append(all, i)
		}
		own := f.as(models.ActorMember, "m0@acme.example")
		f.must(f.Availability.EnterAbsence(ctx, own, f.org.ID, "m0@acme.example", absent))
		asked, told := 0, 0
		for _, i := range all {
			for _, a := range f.interview(i.ID).ReplacementsAskedAt(f.Now()) {
				if asked++; len(a.To) > 0 {
					told++
				}
			}
		}
		if asked != many || told != models.MaxAsksOfPerson {
			t.Errorf("somebody is needed in %d interviews, and letters tell of %d", asked, told)
		}
		f.cannot(f.book(f.orderWith("m0@acme.example", candidate(many), at(13, 0).AddDate(0, 0, 3))), "m0")
	})
}

// TestPausedIsRefilled: a pause in a pool asks for somebody in the seats from that pool until its end, and a pause that
// ends takes that back; the organization file does the same, with absences too (P11).
func TestPausedIsRefilled(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := paneled(t, url)
		first, later := f.auto(0, at(18, 0)), f.auto(1, at(18, 0).AddDate(0, 0, 3))
		who := first.Panel[1].Email
		name := strings.TrimSuffix(who, "@acme.example")
		f.exec("update pools set origin = 'dashboard'")
		id := f.pool("backend").ID
		set := func(m models.PoolMember) {
			t.Helper()
			m.Email = who
			page := must(f.Pools.Page(ctx, f.org.ID, id))(t)
			f.must(f.Pools.SetMember(ctx, act.By{}, f.org.ID, id, page.Version, m))
		}
		want := func(about, id, asked string) {
			t.Helper()
			if got := f.needed(id); got != asked {
				t.Errorf("%s: somebody is needed for %q, want %q", about, got, asked)
			}
		}
		if !later.Attends(who) {
			f.done(f.Bookings.ChangePanel(ctx, act.By{}, f.org.ID, later.ID, booking.PanelChange{
				Leaves: later.Panel[1].Email, Joins: who}))
		}
		set(models.PoolMember{State: models.PoolPaused, PausedUntil: "2031-03-05", Resumes: models.PoolQualified})
		want("paused until Wednesday", first.ID, name+":paused")
		want("after the pause", later.ID, "")
		set(models.PoolMember{State: models.PoolPaused, Resumes: models.PoolQualified})
		want("paused for longer", later.ID, name+":paused")
		set(models.PoolMember{State: models.PoolQualified})
		want("not paused", first.ID, "")
		want("not paused", later.ID, "")
	})
}

// TestFileRefills: what an organization file says of absences and pauses counts as what the dashboard enters (P11).
func TestFileRefills(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := paneled(t, url)
		first := f.auto(0, at(18, 0))
		lead := first.InterviewerEmail
		file := must(f.Setups.Export(ctx, f.org.Slug))(t)
		file.Absences = append(file.Absences, setup.Absence{Email: lead, Absence: absent})
		for n, m := range file.Pools[1].Members {
			if m.Email == "m0@acme.example" {
				file.Pools[1].Members[n].State = models.PoolPaused
				file.Pools[1].Members[n].Resumes = models.PoolQualified
			}
		}
		log := f.noted(func() { f.apply(file) })
		want := strings.TrimSuffix(lead, "@acme.example") + ":away m0:paused"
		if got := f.needed(first.ID); got != want {
			t.Errorf("somebody is needed for %q, want %q", got, want)
		}
		if !slices.ContainsFunc(log, func(s string) bool {
			return strings.Contains(s, "somebody else is needed") && strings.HasSuffix(s, "by the organization file")
		}) {
			t.Errorf("the history has %q", log)
		}
	})
}

// TestWhoLeftIsRefilled: somebody who is removed from the team has no seat any more, if somebody else can have it; who
// leads interviews to come is not removed, as ever (D1, P11).
func TestWhoLeftIsRefilled(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := paneled(t, url)
		f.keptIn(models.OriginDashboard)
		i := f.auto(0, at(18, 0))
		who := i.Panel[1].Email
		f.refusedSaying(failure(f.Team.RemoveMember(ctx, act.By{}, f.org.ID, i.InterviewerEmail)), models.Conflict,
			"to come", "who leads it")
		f.exec("update organizations set refill_hours = 1")
		f.exec("delete from pool_members where email = ?", who)
		f.done(f.Team.RemoveMember(ctx, act.By{}, f.org.ID, who))
		if row := f.interview(i.ID); row.Attends(who) || row.ReplacementsAskedAt(f.Now()) != nil ||
			len(row.Panel) != len(i.Panel) {
			t.Errorf("after %s left the panel is %s", who, seated(row.Interview))
		}
	})
}

// TestAwayAtOnce: two managers who are away at once, while panels are booked, leave nobody in two places, and every
// seat of theirs somebody else's or asked for (P11).
func TestAwayAtOnce(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := paneled(t, url)
		f.keptIn(models.OriginDashboard)
		f.exec("update organizations set refill_hours = 1")
		f.exec(`insert into pool_members (org_id, pool_id, email, state, done) select org_id, pool_id,
			'b4@acme.example', state, done from pool_members where email = 'm0@acme.example'`)
		var all []models.Interview
		for n := range 5 {
			all = append(all, f.auto(n, at(14+n, 0)))
		}
		var wait sync.WaitGroup
		for _, who := range []string{"m0@acme.example", "m1@acme.example", "b0@acme.example"} {
			wait.Go(func() { f.must(f.Availability.EnterAbsence(ctx, act.By{}, f.org.ID, who, absent)) })
		}
		for n := range 3 {
			wait.Go(func() {
				o := f.orderWith("", candidate(10+n), at(14+n, 0))
				o.Auto = true
				_, err := f.Bookings.Book(ctx, act.By{}, f.org, o)
				if err != nil && models.KindOf(err) != models.Conflict {
					t.Errorf("booked meanwhile: %v", err)
				}
			})
		}
		wait.Wait()
		for _, i := range all {
			row := f.interview(i.ID)
			for _, who := range []string{"m0@acme.example", "m1@acme.example", "b0@acme.example"} {
				if row.Attends(who) && row.ReplacementOf(who, f.Now()) == nil {
					t.Errorf("%s is away, and at %v the panel is %s", who, i.StartsAt, seated(row.Interview))
				}
			}
		}
		f.apart()
	})
}
