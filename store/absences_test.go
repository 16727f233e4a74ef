package store_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/setup"
	"litmus/models/timetable"
	"litmus/store/setups"
	"litmus/testdb"
)

// offers says of each free start who offers it: "15:00 alan grace 2".
func (f *fixture) offers() string {
	f.t.Helper()
	to := at(23, 0)
	var out []string
	for _, s := range f.slots(noon, &to) {
		line := s.StartAt.Format("15:04")
		for _, e := range s.InterviewerEmails {
			name, _, _ := strings.Cut(e, "@")
			line += " " + name
		}
		out = append(out, fmt.Sprint(line, " ", s.Capacity))
	}
	return strings.Join(out, ", ")
}

// away makes somebody away on the Monday of the tests.
func (f *fixture) away(email, why string) {
	f.t.Helper()
	a := absent
	a.Reason = why
	f.must(f.Availability.EnterAbsence(ctx, act.By{}, f.org.ID, email, a))
}

// absent is on the Monday of the tests and the day after it.
var absent = timetable.Absence{First: "2031-03-03", Last: "2031-03-04"}

// TestAway proves that a day off and an absence count for a painted interviewer, in what is offered, picked and
// explained, and change nothing of what is painted.
func TestAway(t *testing.T) { // D14, D15, ADR absences-need-no-person
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := openOwned(t, url, acme())
		const kit = "kit@elsewhere.example" // who is only painted for
		f.paint(kit, at(15, 0))
		candidate := f.invitee(cleo)
		painted := f.scalar("select count(*) from slots")
		want := func(when, want string) {
			t.Helper()
			if got := f.offers(); got != want {
				t.Errorf("%s: %s is offered, want %s", when, got, want)
			}
		}
		want("at first", "15:00 alan grace kit 3, 16:00 grace 1")
		o, err := timetable.DatesRequest{First: "2031-03-03"}.Validate()
		f.must(err)
		f.done(f.Availability.SetDates(ctx, act.By{}, f.org.ID, grace, o))
		want("grace has the day off", "15:00 alan kit 2")
		if w := f.why(f.question(), at(16, 0), grace); w.Reason != timetable.ReasonDayOff {
			t.Errorf("grace at 16:00: %+v", w)
		}
		f.refused(failure(f.Bookings.Pick(ctx, candidate, at(16, 0), "UTC", false)), models.Conflict, "her day off")
		f.done(f.Availability.RemoveDate(ctx, act.By{}, f.org.ID, grace, "2031-03-03"))

		few := f.count(func() { want("she works again", "15:00 alan grace kit 3, 16:00 grace 1") })
		f.away(grace, "Skiing")
		f.away(kit, "")
		if many := f.count(func() { want("grace and kit are away", "15:00 alan 1") }); many != few {
			t.Errorf("with absences %d queries, without %d", many, few)
		}
		if w := f.why(f.question(), at(15, 0), kit); w.Reason != timetable.ReasonAway {
			t.Errorf("kit at 15:00: %+v", w)
		}
		if b := f.pick(candidate, at(15, 0)); b.Interview.InterviewerEmail != alan {
			t.Errorf("%s was chosen, who is away", b.Interview.InterviewerEmail)
		}
		f.refused(f.Availability.EnterAbsence(ctx, act.By{}, f.org.ID, "nobody@acme.example", absent), models.NotFound,
			"of somebody unknown")
		f.refused(failure(f.Team.Member(ctx, f.org.ID, kit)), models.NotFound, "a member by being away")
		f.must(f.Availability.TakeBackAbsence(ctx, act.By{}, f.org.ID, grace, absent))
		f.must(f.Availability.TakeBackAbsence(ctx, act.By{}, f.org.ID, grace, absent))
		want("grace is back", "15:00 grace 1, 16:00 grace 1")
		if n := f.scalar("select count(*) from slots"); n != painted {
			t.Errorf("%d starts are painted, want %d", n, painted)
		}
		f.keptIn(models.OriginFile)
		f.refused(f.Availability.EnterAbsence(ctx, act.By{}, f.org.ID, grace, absent), models.Conflict,
			"of somebody whom the file keeps")
	})
}

// TestAwayIsBooked proves §4 rule 3: whoever is named outright is booked, with a warning, in plans and commits alike.
func TestAwayIsBooked(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := openOwned(t, url, acme())
		f.away(grace, "Skiing")
		i := f.book(f.orderWith(alan, candidate(2), at(18, 0)))
		o := f.orderWith(grace, cleo, at(15, 0))
		planned := must(f.Bookings.PreviewBooking(ctx, f.org, o))(t)
		booked := must(f.Bookings.Book(ctx, act.By{}, f.org, o))(t)
		plan := must(f.Bookings.PreviewReassign(ctx, act.By{}, f.org.ID, i.ID, grace))(t)
		row, _ := must2(f.Bookings.Reassign(ctx, act.By{}, f.org.ID, i.ID, grace))(t)
		for doing, warnings := range map[string][]models.Warning{"the plan of a booking": planned.Warnings,
			"a booking": booked.Warnings, "the plan of a change": plan.Warnings, "a change": row.Warnings} {
			if !slices.ContainsFunc(warnings, func(w models.Warning) bool {
				return w.Code == models.WarnInterviewerAway
			}) {
				t.Errorf("%s warns of %v", doing, warnings)
			}
		}
		w := must(f.Availability.PersonWeek(ctx, f.org.ID, grace, at(0, 0).AddDate(0, 0, 20), at(0, 0).AddDate(0, 0,
			21)))(t)
		if len(w.Falling) != 2 || len(w.Absences) != 1 {
			t.Errorf("of grace fall on her absences %v: %+v", w.Absences, w.Falling)
		}
	})
}

// TestAbsencesOfTheFile proves D24 for absences, and that an export brings them back.
func TestAbsencesOfTheFile(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		const kit = "kit@elsewhere.example"
		file := acme()
		absence := func(email, first, last, why string) setup.Absence {
			return setup.Absence{Email: email, Absence: timetable.Absence{First: first, Last: last, Reason: why}}
		}
		file.Absences = []setup.Absence{absence(grace, "2031-03-03", "2031-03-04", "Skiing"),
			absence(kit, "2031-03-05", "2031-03-05", "")}
		f := open(t, url, file)
		want := func(when, want string) {
			t.Helper()
			var out []string
			for _, a := range must(f.Setups.Export(ctx, "acme"))(t).Absences {
				name, _, _ := strings.Cut(a.Email, "@")
				out = append(out, strings.TrimSpace(name+" "+a.Days()+" "+a.Reason))
			}
			if got := strings.Join(out, ", "); got != want {
				t.Errorf("%s: %s, want %s", when, got, want)
			}
		}
		want("at first", "grace 2031-03-03 to 2031-03-04 Skiing, kit 2031-03-05")
		if got := f.offers(); got != "15:00 alan 1" {
			t.Errorf("%s is offered", got)
		}
		f.apply(must(f.Setups.Export(ctx, "acme"))(t))
		before := f.dump()
		f.apply(must(f.Setups.Export(ctx, "acme"))(t))
		f.unchanged(before)
		f.paint(kit, at(20, 0))
		f.away(kit, "")
		file.Absences = []setup.Absence{absence(grace, "2031-03-06", "2031-03-06", "")}
		f.apply(file)
		want("another one of grace", "grace 2031-03-06, kit 2031-03-03 to 2031-03-04, kit 2031-03-05")
		file.Absences = nil
		f.apply(file)
		want("a file without any", "grace 2031-03-06, kit 2031-03-03 to 2031-03-04, kit 2031-03-05")
		f.keptIn(models.OriginDashboard)
		f.away(grace, "")
		file.Absences = []setup.Absence{absence(grace, "2031-03-20", "2031-03-20", "")}
		applied := must(f.Setups.Apply(ctx, file, setups.Options{Prune: true}))(t)
		want("she is kept in the dashboard", "grace 2031-03-03 to 2031-03-04, grace 2031-03-06, "+
			"kit 2031-03-03 to 2031-03-04, kit 2031-03-05")
		if !slices.Contains(applied.Kept, setups.KeptRecord{Kind: "absences", Key: grace}) {
			t.Errorf("kept are %v", applied.Kept)
		}
		f.keptIn(models.OriginFile)
		file.Absences = nil
		f.done(f.Setups.Apply(ctx, file, setups.Options{Prune: true}))
		want("pruned", "kit 2031-03-03 to 2031-03-04, kit 2031-03-05")
	})
}

// TestAbsencesAreNoted proves D4: who entered an absence and who took it back, and never why.
func TestAbsencesAreNoted(t *testing.T) {
	t.Parallel()
	f := openOwned(t, testdb.SQLite(t), acme())
	got := f.noted(func() {
		f.away(grace, "Skiing")
		f.away(grace, "Skiing") // the form twice
		f.clock.Set(noon.Add(time.Second))
		f.must(f.Availability.TakeBackAbsence(ctx, act.By{}, f.org.ID, grace, absent))
	})
	if want := []string{
		"person entered as away for 2031-03-03 to 2031-03-04: a reason was given by Litmus",
		"person absence taken back: 2031-03-03 to 2031-03-04 by Litmus"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestAbsencesAreBounded: absences of somebody who is only painted for do not gather by applying files. Those that are
// over are forgotten, and more than a person may have are refused and nothing is written.
func TestAbsencesAreBounded(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		const kit = "kit@elsewhere.example"
		f := open(t, url, acme())
		naming := func(from, count int) setup.Setup {
			file := acme()
			for n := range count {
				day := noon.AddDate(0, 0, from+n).Format(time.DateOnly)
				file.Absences = append(file.Absences, setup.Absence{Email: kit,
					Absence: timetable.Absence{First: day, Last: day}})
			}
			return file
		}
		f.apply(naming(-2, 4)) // two days that are over, today and tomorrow
		f.apply(naming(2, timetable.MaxAbsences-2))
		exported := must(f.Setups.Export(ctx, "acme"))(t)
		if got := exported.Absences; len(got) != timetable.MaxAbsences || got[0].First != "2031-03-03" {
			t.Errorf("%d absences are stored, from %+v, want %d from today on", len(got), got[0], timetable.MaxAbsences)
		}
		before := f.dump()
		f.refusedSaying(failure(f.Setups.Apply(ctx, naming(timetable.MaxAbsences, 1), setups.Options{})),
			models.Invalid, "absences of "+kit+": 101 absences would be entered", "an absence too many")
		f.done(f.Setups.Apply(ctx, naming(0, timetable.MaxAbsences), setups.Options{}))
		f.unchanged(before)
	})
}
