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

// withKay is acme with somebody who has hours of her own.
func withKay() setup.Setup {
	file := acme()
	file.Interviewers = append(file.Interviewers,
		setup.Person{Email: "kay@acme.example", WorkingHours: timetable.OfficeHours})
	return file
}

// TestPersonWithoutZone proves that who has no zone of their own is in the organization's, in what is offered and in
// their calendar, and moves with it.
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
		read := f.connection(alan)
		if read.Zone != "America/New_York" {
			t.Errorf("their calendar is read in %s", read.Zone)
		}
		setup.Organization.TimeZone = "Asia/Kathmandu"
		setup.Interviewers[0].WorkingHours[time.Monday] = []timetable.Hours{{From: 18 * 60, To: 20 * 60}}
		f.apply(setup)
		f.free("in Kathmandu", "12:30 13:00")
		w := must(f.Availability.PersonWeek(ctx, f.org.ID, grace, at(12, 0), at(13, 0)))(t)
		if got := w.Explanations[1].Interviewers[0].Reason; got != timetable.ReasonFree {
			t.Errorf("on their page they are %s at 12:30", got)
		}
		moved := f.connection(alan)
		if moved.Zone != "Asia/Kathmandu" || moved.Revision <= read.Revision {
			t.Errorf("after the organization moved it is read in %s, at revision %d", moved.Zone, moved.Revision)
		}
	})
}
