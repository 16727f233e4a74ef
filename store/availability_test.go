package store_test

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/setup"
	"litmus/models/timetable"
	"litmus/testdb"
)

// slots reads the free starts of the design round.
func (f *fixture) slots(from time.Time, to *time.Time) []timetable.Slot {
	f.t.Helper()
	_, slots := must2(f.Availability.Slots(ctx, f.org.ID, f.posting("backend"), f.round("backend", "default", "design"),
		from, to))(f.t)
	return slots
}

func (f *fixture) wantSlots(when string, want ...timetable.Slot) {
	f.t.Helper()
	if got := f.slots(noon, nil); !reflect.DeepEqual(got, want) {
		f.t.Errorf("%s:\ngot  %v\nwant %v", when, got, want)
	}
}

func TestSlots(t *testing.T) { // §4 Slots rule 7
	t.Parallel()
	organizations{acme(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		both := timetable.Slot{StartAt: at(15, 0), InterviewerEmails: []string{alan, grace}, Capacity: 2}
		four := timetable.Slot{StartAt: at(16, 0), InterviewerEmails: []string{grace}, Capacity: 1}
		f.wantSlots("at first", both, four)

		unnamed := f.book(f.order(candidate(0), at(15, 0)))
		one := both
		one.Capacity = 1
		f.wantSlots("a booking without an interviewer takes a place and no email", one, four)

		o := f.order(candidate(1), at(14, 30))
		o.InterviewerEmail, o.RoundID = grace, f.round("backend", "referral", "design")
		named := f.book(o)
		f.wantSlots("one of another round takes its interviewer; nobody is left at 15:00", four)

		f.done(f.Bookings.Change(ctx, act.By{}, f.org.ID, unnamed.ID, booking.Cancel))
		f.wantSlots("canceled, its place is free", timetable.Slot{StartAt: at(15, 0), InterviewerEmails: []string{alan},
			Capacity: 1}, four)
		f.done(f.Bookings.Change(ctx, act.By{}, f.org.ID, named.ID, booking.EndCall))
		f.wantSlots("ended, its interviewer is free", both, four)

		f.clock.Set(noon.Add(time.Hour))
		for doing, bounds := range map[string]struct {
			from time.Time
			to   *time.Time
			want []time.Time
		}{
			"inclusive bounds": {at(15, 0), instant(at(16, 0)), []time.Time{at(15, 0), at(16, 0)}},
			"after the first":  {at(15, 0).Add(time.Millisecond), nil, []time.Time{at(16, 0)}},
			"before the last":  {noon, instant(at(15, 59)), []time.Time{at(15, 0)}},
			"from after to":    {at(16, 0), instant(at(15, 0)), nil},
		} {
			var got []time.Time
			for _, s := range f.slots(bounds.from, bounds.to) {
				got = append(got, s.StartAt)
			}
			if !slices.Equal(got, bounds.want) {
				t.Errorf("%s: got %v, want %v", doing, got, bounds.want)
			}
		}
		f.refused(failure(f.Availability.Slots(ctx, f.org.ID, f.posting("backend"), "rnd_none", noon, nil)),
			models.NotFound, "an unknown round")
		f.refused(failure(f.Availability.Slots(ctx, f.org.ID, f.posting("backend"), f.round("backend", "default",
			"takehome"), noon, nil)), models.Invalid, "an async round")
	})
}

func TestSlotsOfOtherPostings(t *testing.T) { // an interviewer is one person anywhere in the organization
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		setup := acme()
		second := setup.Postings[0]
		second.Key, second.Interviewers = "frontend", nil
		setup.Postings = append(setup.Postings, second)
		f := open(t, url, setup)
		o := f.order(cleo, at(15, 30))
		o.PostingID, o.RoundID, o.InterviewerEmail = f.posting("frontend"),
			f.round("frontend", "default", "design"), grace
		f.book(o)
		o = f.order(candidate(1), at(15, 0))
		o.PostingID, o.RoundID = f.posting("frontend"), f.round("frontend", "default", "design")
		f.book(o) // names nobody, and takes no place of another posting
		f.wantSlots("Grace is busy on another posting",
			timetable.Slot{StartAt: at(15, 0), InterviewerEmails: []string{alan}, Capacity: 1})
	})
}

func TestPersonalSlots(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		day := func(y int, m time.Month, d, h, min int) time.Time { return time.Date(y, m, d, h, min, 0, 0, time.UTC) }
		setup := acme()
		setup.Postings[0].Interviewers = setup.Postings[0].Interviewers[:1]
		setup.Interviewers[0].WorkingHours = timetable.WeeklyHours{
			time.Saturday: {{From: 540, To: 630}}, // 09:00 to 10:30
			time.Sunday:   {{From: 0, To: 180}},   // midnight to 03:00, over both changes of the clock
			time.Monday:   {{From: 540, To: 630}, {From: 840, To: 885}},
		}
		f := open(t, url, setup)
		starts := func(from, to time.Time) (out []time.Time) {
			for _, s := range f.slots(from, &to) {
				out = append(out, s.StartAt)
			}
			return out
		}
		if got, want := starts(day(2031, 3, 8, 0, 0), day(2031, 3, 11, 0, 0)), []time.Time{
			day(2031, 3, 8, 14, 0), day(2031, 3, 8, 14, 30), // -5 h
			day(2031, 3, 9, 5, 0), day(2031, 3, 9, 5, 30), day(2031, 3, 9, 6, 0), // two hours that night
			day(2031, 3, 10, 13, 0), day(2031, 3, 10, 13, 30), // -4 h
		}; !slices.Equal(got, want) {
			t.Errorf("in March:\ngot  %v\nwant %v", got, want)
		}
		f.clock.Set(day(2031, 10, 1, 0, 0)) // nothing is offered 92 days ahead
		if got, want := starts(day(2031, 11, 1, 0, 0), day(2031, 11, 4, 0, 0)), []time.Time{
			day(2031, 11, 1, 13, 0), day(2031, 11, 1, 13, 30), // -4 h
			// four hours that night
			day(2031, 11, 2, 4, 0), day(2031, 11, 2, 4, 30), day(2031, 11, 2, 5, 0), day(2031, 11, 2, 5, 30),
			day(2031, 11, 2, 6, 0), day(2031, 11, 2, 6, 30), day(2031, 11, 2, 7, 0),
			day(2031, 11, 3, 14, 0), day(2031, 11, 3, 14, 30), // -5 h
		}; !slices.Equal(got, want) {
			t.Errorf("in November:\ngot  %v\nwant %v", got, want)
		}
		f.clock.Set(noon)
		f.book(f.orderWith(grace, cleo, day(2031, 3, 10, 13, 30)))
		if got := starts(day(2031, 3, 10, 0, 0), day(2031, 3, 11, 0, 0)); len(got) != 0 {
			t.Errorf("booked at 13:30 she is free at %v, want never that day", got)
		}
		full := f.order(candidate(1), day(2031, 3, 8, 14, 0))
		f.book(full)
		full.CandidateEmail = candidate(2)
		f.refused(failure(f.Bookings.Book(ctx, act.By{}, f.org, full)), models.Conflict,
			"a personal start that is full")
		if got := f.slots(noon, nil); got[len(got)-1].StartAt.After(noon.Add(timetable.PersonalHorizon)) {
			t.Errorf("without an upper bound the last start is %s, beyond 28 days", got[len(got)-1].StartAt)
		}
	})
}

func TestConnectedCalendarHasOfficeHours(t *testing.T) {
	t.Parallel()
	f := open(t, testdb.SQLite(t), acme())
	setup := acme()
	setup.Interviewers[0].Calendar = &timetable.CalendarAccount{Provider: "ics",
		URL: "https://calendar.example/grace.ics"}
	f.apply(setup)
	f.sync(grace)
	to := at(23, 0)
	if got := f.slots(at(0, 0), &to); len(got) != 15 || !got[0].StartAt.Equal(at(14, 0)) {
		t.Errorf("got %v, want 09:00 to 16:00 in New York, every half hour", got)
	}
}

func TestSetInterviewers(t *testing.T) { // §4 Slots rule 1
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		file := acme()
		file.Interviewers = append(file.Interviewers,
			setup.Person{Email: "kay@acme.example", WorkingHours: timetable.OfficeHours})
		f := open(t, url, file)
		got := must(f.Availability.SetInterviewers(ctx, act.By{}, f.org.ID, f.posting("backend"),
			[]timetable.PostingInterviewer{
				{Email: "kay@acme.example", MeetingLink: "https://meet.example/kay", Slots: []time.Time{at(15, 0)}},
				{Email: grace, Slots: []time.Time{at(20, 0), at(9, 0), at(20, 0)}},
				{Email: "Zed@acme.example"},
			}))(t)
		want := []timetable.PostingInterviewer{
			{Email: "Zed@acme.example"},
			{Email: grace, Slots: []time.Time{at(9, 0), at(20, 0)}},
			{Email: "kay@acme.example", MeetingLink: "https://meet.example/kay", Personal: true},
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("got  %+v\nwant %+v", got, want)
		}
		if read, err := f.Availability.Interviewers(ctx, f.org.ID, f.posting("backend")); err != nil ||
			!reflect.DeepEqual(read, want) {
			t.Errorf("read %+v (%v)", read, err)
		}
		if n := f.scalar("select count(*) from slots where email = 'kay@acme.example'"); n != 0 {
			t.Errorf("%d slots of a personal interviewer are stored", n)
		}
		if got, err := f.Availability.SetInterviewers(ctx, act.By{}, f.org.ID, f.posting("backend"),
			nil); err != nil || len(got) != 0 {
			t.Errorf("an empty list leaves %v (%v)", got, err)
		}
	})
}

func TestAddSlots(t *testing.T) { // §4 Slots rule 2
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		file := acme()
		file.Interviewers = append(file.Interviewers,
			setup.Person{Email: "kay@acme.example", WorkingHours: timetable.OfficeHours})
		f := open(t, url, file)
		write := func(email string, start time.Time) timetable.SlotWrite {
			return timetable.SlotWrite{InterviewerEmail: email, StartAt: start}
		}
		got := must(f.Availability.AddSlots(ctx, act.By{}, f.org.ID, f.posting("backend"), []timetable.SlotWrite{
			write("new@acme.example", at(9, 0)), write(grace, at(15, 0)), write(grace, at(9, 30)),
			write("kay@acme.example", at(9, 0)), write(grace, at(9, 30)),
		}))(t)
		want := []timetable.PostingInterviewer{
			{Email: grace, Slots: []time.Time{at(9, 30), at(15, 0), at(16, 0)}},
			{Email: "kay@acme.example", Personal: true},
			{Email: "new@acme.example", Slots: []time.Time{at(9, 0)}},
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("got  %+v\nwant %+v", got, want)
		}
		before := f.dump()
		f.refused(failure(f.Availability.AddSlots(ctx, act.By{}, f.org.ID, f.posting("backend"),
			[]timetable.SlotWrite{write(alan, at(9, 0)), write(grace, at(9, 10))})), models.Invalid,
			"a time off the grid")
		var all []timetable.PostingInterviewer
		for n := range models.MaxPostingInterviewers {
			all = append(all, timetable.PostingInterviewer{Email: candidate(n)})
		}
		f.unchanged(before)
		f.done(f.Availability.SetInterviewers(ctx, act.By{}, f.org.ID, f.posting("backend"), all))
		f.refused(failure(f.Availability.AddSlots(ctx, act.By{}, f.org.ID, f.posting("backend"),
			[]timetable.SlotWrite{write(alan, at(9, 0))})), models.Invalid, "the 201st interviewer")
		if n := f.scalar("select count(*) from posting_interviewers"); n != models.MaxPostingInterviewers {
			t.Errorf("%d interviewers are stored, want %d", n, models.MaxPostingInterviewers)
		}
	})
}

func TestRemoveSlots(t *testing.T) { // §4 Slots rule 6
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		file := acme()
		file.Interviewers = append(file.Interviewers,
			setup.Person{Email: "kay@acme.example", WorkingHours: timetable.OfficeHours})
		f := open(t, url, file)
		i := f.book(f.orderWith(alan, cleo, at(15, 0)))
		write := func(email string, start time.Time) timetable.SlotWrite {
			return timetable.SlotWrite{InterviewerEmail: email, StartAt: start}
		}
		got := must(f.Availability.RemoveSlots(ctx, act.By{}, f.org.ID, f.posting("backend"), []timetable.SlotWrite{
			write(grace, at(16, 0)), write(grace, at(23, 0)), write(alan, at(15, 0)),
			write("stranger@acme.example", at(15, 0)), write("kay@acme.example", at(15, 0)),
		}))(t)
		want := []timetable.PostingInterviewer{
			{Email: alan, MeetingLink: "https://meet.example/alan-backend"},
			{Email: grace, Slots: []time.Time{at(15, 0)}},
			{Email: "kay@acme.example", Personal: true},
			{Email: "stranger@acme.example"},
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("got  %+v\nwant %+v", got, want)
		}
		if n := f.scalar("select count(*) from posting_interviewers"); n != 2 {
			t.Errorf("%d interviewers are assigned, want the two as before", n)
		}
		if f.interview(i.ID).CanceledAt != nil {
			t.Error("the interview was canceled")
		}
	})
}

// TestPersonWithoutZone proves that who has no zone of their own is in the organization's, in what is offered, on their
// page and in their calendar, and moves with it.
func TestPersonWithoutZone(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		setup := acme() // in New York
		setup.Postings[0].Interviewers = setup.Postings[0].Interviewers[:1]
		setup.Interviewers[0].TimeZone = ""
		// 09:00 to 10:00
		setup.Interviewers[0].WorkingHours = timetable.WeeklyHours{time.Monday: {{From: 540, To: 600}}}
		setup.Interviewers[1].TimeZone, setup.Interviewers[1].Calendar = "", account(alan)
		f := open(t, url, setup)
		f.free("in New York", "14:00")
		week := func() string {
			w := must(f.Availability.PersonWeek(ctx, f.org.ID, grace, noon.Truncate(24*time.Hour),
				noon.Add(12*time.Hour)))(t)
			for _, e := range w.Explanations {
				if e.Interviewers[0].Reason == timetable.ReasonFree {
					return e.Start.Format("15:04")
				}
			}
			return "never"
		}
		if got := week(); got != "14:00" {
			t.Errorf("on their page they are free at %s", got)
		}
		read := f.connection(alan)
		if read.Zone != "America/New_York" {
			t.Errorf("their calendar is read in %s", read.Zone)
		}
		f.sync(alan)

		setup.Organization.TimeZone = "Asia/Kathmandu"
		setup.Interviewers[0].WorkingHours[time.Monday] = []timetable.Hours{{From: 18 * 60, To: 20 * 60}}
		f.apply(setup)
		f.free("in Kathmandu", "12:30 13:00")
		if got := week(); got != "12:30" {
			t.Errorf("on their page they are free at %s", got)
		}
		moved := f.connection(alan)
		if moved.Zone != "Asia/Kathmandu" || moved.Revision <= read.Revision {
			t.Errorf("after the organization moved it is read in %s, at revision %d", moved.Zone, moved.Revision)
		}
		late := must(f.Availability.SaveSync(ctx, read, read.AfterSync(f.Now(), timetable.SyncWindow(f.Now()).To, "t"),
			nil))(t)
		if late {
			t.Error("what was read in the zone of before is stored")
		}
	})
}
