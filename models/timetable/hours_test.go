package timetable_test

import (
	"fmt"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/desk"
	"litmus/models/timetable"
)

func TestHoursRequest(t *testing.T) { // D14
	t.Parallel()
	p := timetable.Person{Email: desk.Ann, TimeZone: "Europe/Berlin", WorkingHours: timetable.WeeklyHours{time.Monday: {{From: 540, To: 720}}}}
	r := timetable.HoursRequest{TimeZone: "Asia/Kathmandu", Shown: p.HoursVersion(), Days: [7]timetable.DayRequest{2: typedDay("10-12")}}
	o, err := r.Validate()
	if err != nil {
		t.Fatal(err)
	}
	after, err := p.ChangeHours(o)
	if err != nil || after.TimeZone != "Asia/Kathmandu" || len(after.WorkingHours) != 1 ||
		timetable.FormatHours(after.WorkingHours[time.Tuesday]) != "10:00-12:00" {
		t.Errorf("got %+v (%v)", after, err)
	}
	desk.WantRefusal(t, "a form that showed other hours", models.Conflict, "")(after.ChangeHours(o))
	forget := timetable.HoursOrder{Shown: after.HoursVersion()}
	if gone, err := after.ChangeHours(forget); err != nil || gone.WorkingHours != nil || gone.Personal() ||
		gone.TimeZone != "Asia/Kathmandu" {
		t.Errorf("without hours: got %+v (%v)", gone, err)
	}
	empty, err := timetable.HoursRequest{TimeZone: "UTC", Shown: p.HoursVersion()}.Validate()
	if err != nil {
		t.Fatal(err)
	}
	if off, err := p.ChangeHours(empty); err != nil || !off.Personal() || len(off.Hours()) != 0 {
		t.Errorf("a week without hours is a saved one: got %+v (%v)", off, err)
	}
	for what, bad := range map[string]timetable.HoursRequest{
		"zone": {TimeZone: "Mars/Base"}, "no zone": {},
		"day": {TimeZone: "UTC", Days: [7]timetable.DayRequest{3: typedDay("x")}},
	} {
		desk.WantRefusal(t, what, models.Invalid, "")(bad.Validate())
	}
}

func TestDatedHours(t *testing.T) { // D14
	t.Parallel()
	validate := func(first, last, hours string) (timetable.DatesOrder, error) {
		return timetable.DatesRequest{First: first, Last: last, Hours: hours}.Validate()
	}
	holiday, err := validate("2031-12-24", "2031-12-26", "")
	if err != nil {
		t.Fatal(err)
	}
	extra, err := validate(" 2031-12-27", "", "10:00-14:00")
	if err != nil {
		t.Fatal(err)
	}
	dates, err := timetable.DatedHours(nil).With(holiday)
	if err != nil {
		t.Fatal(err)
	}
	before := fmt.Sprint(dates)
	more, err := dates.With(extra)
	if err != nil || fmt.Sprint(dates) != before || fmt.Sprint(more.Dates()) !=
		"[2031-12-24 2031-12-25 2031-12-26 2031-12-27]" {
		t.Errorf("got %v (%v), before it was %v", more, err, dates)
	}
	if hours, differs := more.On(time.Date(2031, 12, 27, 23, 0, 0, 0, time.UTC)); !differs ||
		timetable.FormatHours(hours) != "10:00-14:00" {
		t.Errorf("on the 27th: %v, %v", hours, differs)
	}
	if _, differs := more.On(time.Date(2031, 12, 28, 0, 0, 0, 0, time.UTC)); differs {
		t.Error("the 28th differs")
	}
	for _, date := range []string{"2031-12-24", "2031-12-25", "2031-12-26", "2031-12-27", "2031-12-31"} {
		more = more.Without(date)
	}
	if more != nil {
		t.Errorf("without all dates: %v, want nil", more)
	}
	for what, c := range map[string]struct{ first, last, hours string }{
		"no such date":     {"2031-02-30", "", ""},
		"the end first":    {"2031-12-24", "2031-12-23", ""},
		"more than a year": {"2031-01-01", "2032-12-31", ""},
		"no hours":         {"2031-12-24", "", "all day"},
		"no date":          {"", "", ""},
	} {
		desk.WantRefusal(t, what, models.Invalid, "")(validate(c.first, c.last, c.hours))
	}
	long, err := validate("2031-01-01", "2032-02-04", "")
	if err != nil {
		t.Fatal(err)
	}
	full, err := timetable.DatedHours(nil).With(long)
	if err != nil || len(full) != timetable.MaxDates {
		t.Fatalf("%d dates (%v), want %d", len(full), err, timetable.MaxDates)
	}
	if extra, err = validate("2040-01-01", "", ""); err != nil {
		t.Fatal(err)
	}
	desk.WantRefusal(t, "one date more", models.Invalid, "")(full.With(extra))
}

// TestDatesThatDiffer proves that other hours count on a date of the person's zone, also where that date has a change
// of the clock, and that its neighbours keep the week's.
func TestDatesThatDiffer(t *testing.T) {
	t.Parallel()
	iv := timetable.Available{Email: desk.Ann, Personal: true, Zone: "America/New_York",
		Hours: timetable.WeeklyHours{time.Saturday: {{From: 540, To: 600}}, time.Sunday: {{From: 540, To: 600}},
			time.Monday: {{From: 540, To: 600}}},
		Dates: timetable.DatedHours{"2031-03-08": {}, "2031-03-09": {{From: 0, To: 180}}, "2031-03-11": {{From: 1380, To: 1440}}}}
	var got []string
	for _, s := range (timetable.Availability{Interviewers: []timetable.Available{iv}}).Slots(time.Hour,
		time.Date(2031, 3, 7, 0, 0, 0, 0, time.UTC), time.Date(2031, 3, 13, 0, 0, 0, 0, time.UTC), desk.Thu) {
		got = append(got, s.StartAt.In(models.Location(iv.Zone)).Format("Mon 15:04 MST"))
	}
	want := "[Sun 00:00 EST Sun 00:30 EST Sun 01:00 EST Mon 09:00 EDT Tue 23:00 EDT]"
	if fmt.Sprint(got) != want {
		t.Errorf("got  %v\nwant %s", got, want)
	}
	office := timetable.Person{CalendarConnected: true, Dates: timetable.DatedHours{"2031-03-03": {}}}
	of := timetable.Availability{Interviewers: []timetable.Available{{Personal: true, Zone: "UTC",
		Hours: office.Hours(),
		Dates: office.AvailableAt("UTC", nil, desk.Thu).Dates}}}
	if e := of.Explain(desk.Mon(12, 0), time.Hour, desk.Thu, ""); e.Interviewers[0].Reason != timetable.ReasonDayOff {
		t.Errorf("a holiday in office hours is %s", e.Interviewers[0].Reason)
	}
}
