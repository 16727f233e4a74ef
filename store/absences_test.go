package store_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/history"
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
	f.must(f.Availability.EnterAbsence(ctx, act.By{}, f.org.ID, email, timetable.Absence{First: "2031-03-03",
		Last: "2031-03-04", Reason: why}))
}

// TestAway proves that a day off and an absence count for a painted interviewer, in what is offered, picked and
// explained, and change nothing of what is painted.
func TestAway(t *testing.T) { // D14, D15, ADR absences-need-no-person
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := openOwned(t, url, acme())
		const kit = "kit@elsewhere.example" // who is only painted for
		f.paint(kit, at(15, 0))
		candidate := f.invitee(cleo)
		want := func(when, want string) {
			t.Helper()
			if got := f.offers(); got != want {
				t.Errorf("%s: %s is offered, want %s", when, got, want)
			}
			list := must(f.Availability.Interviewers(ctx, f.org.ID, f.posting("backend")))(t)
			painted := 0
			for _, i := range list {
				painted += len(i.Slots)
			}
			if painted != 4 {
				t.Errorf("%s: %d starts are painted, want 4", when, painted)
			}
		}
		want("at first", "15:00 alan grace kit 3, 16:00 grace 1")

		o, err := timetable.DatesRequest{First: "2031-03-03"}.Validate()
		f.must(err)
		f.done(f.Availability.SetDates(ctx, act.By{}, f.org.ID, grace, o))
		want("grace has the day off", "15:00 alan kit 2")
		if w := f.why(f.question(), at(16, 0), grace); w.Reason != timetable.ReasonDayOff || !w.Painted {
			t.Errorf("grace at 16:00: %+v", w)
		}
		if _, err := f.Bookings.Pick(ctx, candidate, at(16, 0), "UTC", false); models.KindOf(err) != models.Conflict {
			t.Errorf("a start on her day off is picked: %v", err)
		}
		f.done(f.Availability.RemoveDate(ctx, act.By{}, f.org.ID, grace, "2031-03-03"))
		want("she works again", "15:00 alan grace kit 3, 16:00 grace 1")

		few := f.count(func() { f.offers() })
		f.away(grace, "Skiing")
		f.away(kit, "")
		want("grace and kit are away", "15:00 alan 1")
		if many := f.count(func() { f.offers() }); many != few {
			t.Errorf("with absences %d queries, without %d", many, few)
		}
		if w := f.why(f.question(), at(15, 0), kit); w.Reason != timetable.ReasonAway ||
			!w.Span.Overlaps(timetable.Range{From: at(15, 0), To: at(15, 1)}) {
			t.Errorf("kit at 15:00: %+v", w)
		}
		if shown := shown(f.picking(candidate, noon, at(23, 0))); shown != "03 15:00" {
			t.Errorf("the candidate can pick %s", shown)
		}
		if b := f.pick(candidate, at(15, 0)); b.Interview.InterviewerEmail != alan {
			t.Errorf("%s was chosen, who is away", b.Interview.InterviewerEmail)
		}
		f.refused(f.Availability.EnterAbsence(ctx, act.By{}, f.org.ID, "nobody@acme.example",
			timetable.Absence{First: "2031-03-03", Last: "2031-03-03"}), models.NotFound, "of somebody unknown")
		f.refused(f.Availability.EnterAbsence(ctx, act.By{}, f.org.ID, grace, timetable.Absence{First: "2031-03-01",
			Last: "2031-03-02"}), models.Invalid, "that is over")
		if members, err := f.Team.Members(ctx, f.org.ID); err != nil || slices.ContainsFunc(members,
			func(m models.Member) bool { return m.Email == kit }) {
			t.Errorf("kit is a member by being away (%v)", err)
		}
		f.must(f.Availability.TakeBackAbsence(ctx, act.By{}, f.org.ID, grace, timetable.Absence{First: "2031-03-03",
			Last: "2031-03-04"}))
		f.must(f.Availability.TakeBackAbsence(ctx, act.By{}, f.org.ID, grace, timetable.Absence{First: "2031-03-03",
			Last: "2031-03-04"}))
		want("grace is back", "15:00 grace 1, 16:00 grace 1")
		f.keptIn(models.OriginFile)
		f.refused(f.Availability.EnterAbsence(ctx, act.By{}, f.org.ID, grace, timetable.Absence{First: "2031-03-03",
			Last: "2031-03-03"}), models.Conflict, "of somebody whom the file keeps")
	})
}

// TestAwayIsBooked proves §4 rule 3: whoever is named outright is booked, with a warning, in plans and commits alike.
func TestAwayIsBooked(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := openOwned(t, url, acme())
		f.paint("kit@elsewhere.example", at(15, 0))
		for n, email := range []string{grace, "kit@elsewhere.example"} {
			f.away(email, "Skiing")
			o := f.orderWith(email, candidate(n), at(15, 0))
			p := must(f.Bookings.PreviewBooking(ctx, f.org, o))(t)
			b := must(f.Bookings.Book(ctx, act.By{}, f.org, o))(t)
			if !warns(p.Warnings) || !warns(b.Warnings) || p.Offered.Interviewer {
				t.Errorf("%s: the plan warns of %v, the booking of %v; they offer it: %v", email, p.Warnings,
					b.Warnings,
					p.Offered.Interviewer)
			}
		}
		i := f.book(f.orderWith(alan, candidate(2), at(18, 0)))
		p := must(f.Bookings.PreviewReassign(ctx, f.org.ID, i.ID, grace))(t)
		row, _ := must2(f.Bookings.Reassign(ctx, act.By{}, f.org.ID, i.ID, grace))(t)
		if !warns(p.Warnings) || !warns(row.Warnings) {
			t.Errorf("the plan of a change warns of %v, the change of %v", p.Warnings, row.Warnings)
		}
		row, changed, err := f.Bookings.Reassign(ctx, act.By{}, f.org.ID, i.ID, grace)
		if err != nil || changed || row.Warnings != nil {
			t.Errorf("the same again: changed %v, warns of %v (%v)", changed, row.Warnings, err)
		}
		row, _, err = f.Bookings.Reassign(ctx, act.By{}, f.org.ID, i.ID, alan)
		if err != nil || row.Warnings != nil {
			t.Errorf("to somebody who is there it warns of %v (%v)", row.Warnings, err)
		}

		w := must(f.Availability.PersonWeek(ctx, f.org.ID, grace, at(0, 0).AddDate(0, 0, 20), at(0, 0).AddDate(0, 0,
			21)))(t)
		if len(w.Falling) != 1 || !w.Falling[0].StartsAt.Equal(at(15, 0)) || len(w.Absences) != 1 {
			t.Errorf("of grace fall on her absences %v: %+v", w.Absences, w.Falling)
		}
	})
}

func warns(ws []models.Warning) bool {
	return slices.ContainsFunc(ws, func(w models.Warning) bool { return w.Code == models.WarnInterviewerAway })
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
		absences := func() string {
			s := must(f.Setups.Export(ctx, "acme"))(t)
			var out []string
			for _, a := range s.Absences {
				name, _, _ := strings.Cut(a.Email, "@")
				out = append(out, strings.TrimSpace(name+" "+a.Days()+" "+a.Reason))
			}
			return strings.Join(out, ", ")
		}
		want := func(when, want string) {
			t.Helper()
			if got := absences(); got != want {
				t.Errorf("%s: %s, want %s", when, got, want)
			}
		}
		want("at first", "grace 2031-03-03 to 2031-03-04 Skiing, kit 2031-03-05")
		if got := f.offers(); got != "15:00 alan 1" {
			t.Errorf("%s is offered", got)
		}
		exported := must(f.Setups.Export(ctx, "acme"))(t)
		before := f.dump()
		f.apply(exported)
		after := f.dump()
		for _, table := range []string{"absences", "people", "history"} {
			if after[table] != before[table] {
				t.Errorf("the export changes %s from %s to %s", table, before[table], after[table])
			}
		}

		f.paint(kit, at(20, 0))
		f.must(f.Availability.EnterAbsence(ctx, act.By{}, f.org.ID, kit, timetable.Absence{First: "2031-03-10",
			Last: "2031-03-10"}))
		file.Absences = []setup.Absence{absence(grace, "2031-03-06", "2031-03-06", "")}
		f.apply(file)
		want("another one of grace", "grace 2031-03-06, kit 2031-03-05, kit 2031-03-10")
		file.Absences = nil
		f.apply(file)
		want("a file without any", "grace 2031-03-06, kit 2031-03-05, kit 2031-03-10")
		f.keptIn(models.OriginDashboard)
		f.away(grace, "")
		file.Absences = []setup.Absence{absence(grace, "2031-03-20", "2031-03-20", "")}
		applied := must(f.Setups.Apply(ctx, file, setups.Options{Prune: true}))(t)
		want("she is kept in the dashboard", "grace 2031-03-03 to 2031-03-04, grace 2031-03-06, kit 2031-03-05, "+
			"kit 2031-03-10")
		if !slices.Contains(applied.Kept, setups.KeptRecord{Kind: "absences", Key: grace}) {
			t.Errorf("kept are %v", applied.Kept)
		}
		f.keptIn(models.OriginFile)
		file.Absences = nil
		f.done(f.Setups.Apply(ctx, file, setups.Options{Prune: true}))
		want("pruned", "kit 2031-03-05, kit 2031-03-10")
	})
}

// TestAbsencesAreNoted proves D4: who entered an absence and who took it back, and never why.
func TestAbsencesAreNoted(t *testing.T) {
	t.Parallel()
	f := openOwned(t, testdb.SQLite(t), acme())
	f.away(grace, "Skiing")
	f.away(grace, "Skiing") // the form twice
	f.clock.Set(noon.Add(time.Second))
	f.must(f.Availability.TakeBackAbsence(ctx, act.By{}, f.org.ID, grace, timetable.Absence{First: "2031-03-03",
		Last: "2031-03-04"}))
	var got []string
	for _, c := range f.history(models.SubjectPerson, grace) {
		got = append(got, history.Did(c, time.UTC, noon))
		if strings.Contains(fmt.Sprint(c), "Skiing") {
			t.Errorf("it says why: %+v", c)
		}
	}
	if want := []string{"absence taken back: 2031-03-03 to 2031-03-04",
		"entered as away for 2031-03-03 to 2031-03-04: a reason was given"}; !slices.Equal(got[:2], want) {
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
