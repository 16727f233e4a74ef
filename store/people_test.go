package store_test

import (
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/act"
	"litmus/models/setup"
	"litmus/models/timetable"
	"litmus/testdb"
)

// hoursOf reads a form of working hours as it was shown to somebody.
func hoursOf(f *fixture, p timetable.Person, monday string) timetable.HoursOrder {
	f.t.Helper()
	day := timetable.DayRequest{On: monday != "", Spans: []timetable.SpanRequest{{From: monday}}}
	o, err := timetable.HoursRequest{TimeZone: "Europe/Berlin", Days: [7]timetable.DayRequest{1: day}, Shown: p.HoursVersion()}.
		Validate()
	f.must(err)
	return o
}

func TestSetHours(t *testing.T) { // D14
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := openOwned(t, url, acme(), bolt())
		before := must(f.Availability.Person(ctx, f.org.ID, grace))(t)
		after := must(f.Availability.SetHours(ctx, act.By{}, f.org.ID, grace, hoursOf(f, before, "09:00-12:00")))(t)
		read := must(f.Availability.Person(ctx, f.org.ID, grace))(t)
		verify.Each(t, "the person", verify.Fields{"HoursVersion": {read.HoursVersion(), after.HoursVersion()},
			"TimeZone": {read.TimeZone, "Europe/Berlin"}, "Name": {read.Name, "Grace"},
			"MeetingLink": {read.MeetingLink, "https://meet.example/grace"}, "Personal": {read.Personal(), true}})
		f.refused(failure(f.Availability.SetHours(ctx, act.By{}, f.org.ID, grace, hoursOf(f, before,
			"10:00-12:00"))), models.Conflict, "a form that showed the hours before")

		f.refused(failure(f.Availability.SetHours(ctx, act.By{}, f.org.ID, "nobody@acme.example", hoursOf(f,
			timetable.Person{}, "09:00-12:00"))), models.NotFound, "somebody who is not a member")

		other := must(f.Team.Organization(ctx, "bolt"))(t)
		if there, err := f.Availability.Person(ctx, other.ID, grace); err != nil || there.Personal() {
			t.Errorf("in the other organization: %+v (%v)", there, err)
		}
		if _, err := f.Availability.PersonBy(ctx, other.ID, f.Availability.PersonID(f.org.ID,
			grace)); models.KindOf(err) != models.NotFound {
			t.Errorf("by the other organization's name of her: %v (D3)", err)
		}
		if p, err := f.Availability.PersonBy(ctx, f.org.ID, f.Availability.PersonID(f.org.ID,
			grace)); err != nil || p.Email != grace {
			t.Errorf("by her name: %+v (%v)", p, err)
		}
	})
}

// TestZoneOfCalendar proves that a calendar is read anew once its owner's zone is another: whole days have moved.
func TestZoneOfCalendar(t *testing.T) { // D14
	t.Parallel()
	f := openOwned(t, testdb.SQLite(t), crowd(1))
	email := "interviewer000@acme.example"
	f.sync(email)
	p := must(f.Availability.Person(ctx, f.org.ID, email))(t)
	f.done(f.Availability.SetHours(ctx, act.By{}, f.org.ID, email, hoursOf(f, p, "09:00-12:00")))
	if c := f.connection(email); !c.Asked() || c.SyncToken != "" {
		t.Errorf("got %+v, want it to be read anew", c.Connection)
	}
}

func TestSetDates(t *testing.T) { // D14
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		setup := acme()
		setup.Postings[0].Interviewers = setup.Postings[0].Interviewers[:1]
		setup.Interviewers[0].WorkingHours = timetable.WeeklyHours{time.Monday: {{From: 540, To: 600}}}
		f := openOwned(t, url, setup)
		dates := func(first, last, hours string) {
			t.Helper()
			o, err := timetable.DatesRequest{First: first, Last: last, Hours: hours}.Validate()
			f.must(err)
			f.done(f.Availability.SetDates(ctx, act.By{}, f.org.ID, grace, o))
		}
		want := func(when string, want ...time.Time) {
			t.Helper()
			to := at(0, 0).AddDate(0, 0, 14)
			got := f.slots(noon, &to)
			same := len(got) == len(want)
			for n := range got {
				same = same && got[n].StartAt.Equal(want[n])
			}
			if !same {
				t.Errorf("%s: got %v, want %v", when, got, want)
			}
		}
		want("by the week", at(14, 0), at(13, 0).AddDate(0, 0, 7)) // New York changes its clocks on the 9th
		dates("2031-03-10", "2031-03-11", "")
		want("with a holiday", at(14, 0))
		dates("2031-03-05", "", "12:00-13:00")
		want("with extra hours", at(14, 0), at(17, 0).AddDate(0, 0, 2))
		f.done(f.Availability.RemoveDate(ctx, act.By{}, f.org.ID, grace, "2031-03-10"))
		// A file that says nothing of dates leaves them; one that names some replaces them all.
		f.keptIn(models.OriginFile)
		f.apply(setup)
		want("after a file without dates", at(14, 0), at(17, 0).AddDate(0, 0, 2), at(13, 0).AddDate(0, 0, 7))
		setup.Interviewers[0].Dates = timetable.DatedHours{"2031-03-03": {}}
		f.apply(setup)
		want("after a file with dates", at(13, 0).AddDate(0, 0, 7))
	})
}

func TestPeople(t *testing.T) { // D14
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		file := acme()
		file.Interviewers = append(file.Interviewers, setup.Person{Email: "kay@acme.example", Name: "Kay",
			WorkingHours: timetable.WeeklyHours{time.Monday: {{From: 540, To: 600}}}})
		f := openOwned(t, url, file)
		if n := f.count(func() { must(f.Availability.People(ctx, f.org.ID))(t) }); n > 3 {
			t.Errorf("it takes %d statements", n)
		}
		found := map[string]timetable.Person{}
		for _, p := range must(f.Availability.People(ctx, f.org.ID))(t) {
			found[p.Email] = p
		}
		if kay := found["kay@acme.example"]; kay.Name != "Kay" || kay.Hours().Short() != "Mon 9–10" || !kay.Personal() {
			t.Errorf("kay is %+v", kay)
		}
		for _, m := range must(f.Team.Team(ctx, f.org.ID))(t) {
			if p, ok := found[m.Email]; !ok || p.OrgID != f.org.ID || p.Name != m.Name {
				t.Errorf("of the team %s is %+v (%v)", m.Email, p, ok)
			}
		}
		if list := must(f.Availability.People(ctx, "org_other"))(t); len(list) > 0 {
			t.Errorf("another organization has %+v", list)
		}
	})
}

func TestPersonWeek(t *testing.T) { // D14
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		setup := crowd(2)
		f := openOwned(t, url, setup)
		email := "interviewer000@acme.example" // 09:00 to 12:00 and 13:00 to 17:30 in New York
		f.sync(email, timetable.Range{From: at(15, 0), To: at(15, 30)})
		i := f.book(f.orderWith(email, cleo, at(18, 0)))
		var w map[time.Time]timetable.Verdict
		read := func() {
			t.Helper()
			week := must(f.Availability.PersonWeek(ctx, f.org.ID, email, at(0, 0), at(23, 30)))(t)
			if len(week.Explanations) != 48 || week.Connection == nil || week.Person.Email != email ||
				week.Bookings[i.ID].Title != "Backend" {
				t.Errorf("got %+v", week)
			}
			w = map[time.Time]timetable.Verdict{}
			for _, e := range week.Explanations {
				w[e.Start.UTC()] = e.Interviewers[0]
			}
		}
		read()
		for start, want := range map[time.Time]timetable.Reason{at(13, 30): timetable.ReasonOutsideHours,
			at(14, 0): timetable.ReasonFree, at(15, 0): timetable.ReasonBusy, at(18, 30): timetable.ReasonBooked} {
			if got := w[start].Reason; got != want {
				t.Errorf("%s is %s, want %s", start, got, want)
			}
		}
		f.refused(failure(f.Availability.PersonWeek(ctx, f.org.ID, "nobody@acme.example", at(0, 0), at(23, 30))),
			models.NotFound, "somebody who is not a member")
	})
}
