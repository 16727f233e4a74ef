package timetable_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/desk"
	"litmus/models/timetable"
)

func TestAbsenceRequest(t *testing.T) { // D14, ADR absences-need-no-person
	t.Parallel()
	a, err := timetable.AbsenceRequest{From: " 2031-12-22 ", To: "2031-12-24", Reason: " skiing\n in  Davos "}.Validate()
	if want := (timetable.Absence{First: "2031-12-22", Last: "2031-12-24", Reason: "skiing in Davos"}); err != nil || a != want {
		t.Errorf("got %+v (%v), want %+v", a, err, want)
	}
	if one, err := (timetable.AbsenceRequest{From: "2031-12-22"}).Validate(); err != nil || one.Days() != "2031-12-22" {
		t.Errorf("one day: got %+v (%v)", one, err)
	}
	if long, err := (timetable.AbsenceRequest{From: "2031-01-01", To: "2033-12-31"}).Validate(); err != nil ||
		long.Days() != "2031-01-01 to 2033-12-31" {
		t.Errorf("three years: got %+v (%v)", long, err)
	}
	for what, r := range map[string]timetable.AbsenceRequest{
		"no date":       {},
		"no such date":  {From: "2031-02-30"},
		"the end first": {From: "2031-12-24", To: "2031-12-23"},
		"a long reason": {From: "2031-12-24", Reason: strings.Repeat("x", models.MaxReasonRunes+1)},
	} {
		desk.WantRefusal(t, what, models.Invalid, "")(r.Validate())
	}
}

func TestWithAbsence(t *testing.T) { // D14, ADR absences-need-no-person
	t.Parallel()
	now := time.Date(2031, 3, 3, 23, 30, 0, 0, models.Location("America/New_York"))
	list := []timetable.Absence{{First: "2031-02-03", Last: "2031-03-02", Reason: "over"}, {First: "2031-03-01", Last: "2031-03-03", Reason: "ends today"}}
	list, err := timetable.WithAbsence(list, timetable.Absence{First: "2031-03-02", Last: "2031-03-10", Reason: ""},
		now)
	want := "[{2031-03-01 2031-03-03 ends today} {2031-03-02 2031-03-10 }]"
	if err != nil || fmt.Sprint(list) != want {
		t.Errorf("got %v (%v), want %s", list, err, want)
	}
	again, err := timetable.WithAbsence(list, timetable.Absence{First: "2031-03-02", Last: "2031-03-10", Reason: "ill"},
		now)
	if err != nil || len(again) != 2 || again[1].Reason != "ill" {
		t.Errorf("the same days with a reason: got %v (%v)", again, err)
	}
	desk.WantRefusal(t, "one that is over", models.Invalid, "")(timetable.WithAbsence(nil, timetable.Absence{First: "2031-03-01", Last: "2031-03-02", Reason: ""}, now))
	for day := range timetable.MaxAbsences - len(list) {
		date := now.AddDate(0, 0, day).Format(time.DateOnly)
		if list, err = timetable.WithAbsence(list, timetable.Absence{First: date, Last: "2040-01-01", Reason: ""},
			now); err != nil {
			t.Fatalf("absence %d: %v", day+3, err)
		}
	}
	desk.WantRefusal(t, "one too many", models.Invalid, "")(timetable.WithAbsence(list, timetable.Absence{First: "2039-01-01", Last: "2040-01-01", Reason: ""}, now))
}

// TestAbsenceRange proves that days are those of the person's zone, also where the clocks change at midnight or the
// zone leaves a date out.
func TestAbsenceRange(t *testing.T) { // D14, ADR absences-need-no-person
	t.Parallel()
	for _, c := range []struct{ zone, first, last, from, to string }{
		{"Europe/Berlin", "2031-03-29", "2031-03-30", "2031-03-28T23:00:00Z", "2031-03-30T22:00:00Z"},
		{"Asia/Kathmandu", "2031-03-03", "2031-03-03", "2031-03-02T18:15:00Z", "2031-03-03T18:15:00Z"},
		{"America/Sao_Paulo", "2018-11-04", "2018-11-04", "2018-11-04T03:00:00Z", "2018-11-05T02:00:00Z"}, // 24:00 is 01:00
		{"America/Sao_Paulo", "2018-02-17", "2018-02-17", "2018-02-17T02:00:00Z", "2018-02-18T03:00:00Z"}, // 24:00 is 23:00
		{"Pacific/Apia", "2011-12-30", "2011-12-30", "2011-12-30T10:00:00Z", "2011-12-30T10:00:00Z"},      // there is none
	} {
		r := timetable.Absence{First: c.first, Last: c.last}.Range(models.Location(c.zone))
		from, to := r.From.UTC().Format(time.RFC3339), r.To.UTC().Format(time.RFC3339)
		if from != c.from || to != c.to {
			t.Errorf("%s to %s in %s: got %s to %s, want %s to %s", c.first, c.last, c.zone, from, to, c.from, c.to)
		}
	}
}

// TestNextAbsence proves that absences and days off without a day between are one, in the person's zone, and that what
// is over is none.
func TestNextAbsence(t *testing.T) { // D14
	t.Parallel()
	off := timetable.TimeOff{Zone: "Asia/Kathmandu",
		Dates: timetable.DatedHours{"2031-03-05": {}, "2031-03-06": {{From: 540, To: 600}}},
		Absences: []timetable.Absence{{First: "2031-02-20", Last: "2031-02-21"},
			{First: "2031-03-03", Last: "2031-03-04"}}}
	for at, want := range map[time.Time]string{desk.Mon(0, 0): "2031-03-03 to 2031-03-05",
		desk.Mon(0, 0).AddDate(0, 0, 2): "2031-03-05", desk.Mon(18, 15).AddDate(0, 0, 2): ""} {
		if a, found := off.Next(at); found != (want != "") || found && a.Days() != want {
			t.Errorf("at %s: got %s (%v), want %q", at, a.Days(), found, want)
		}
	}
}

// TestAwayIsWarnedOf proves §4 rule 3 for whoever is named and away: they are booked, with a warning, and picked by no
// candidate.
func TestAwayIsWarnedOf(t *testing.T) {
	t.Parallel()
	away := timetable.TimeOff{Zone: "Europe/Berlin", Absences: []timetable.Absence{{First: "2031-03-03", Last: "2031-03-03"}}}
	o, f := desk.Order(), desk.Facts()
	o.Start, f.TimeOff = desk.Mon(15, 0), away
	if b := desk.Decide(t, o, f); !slices.Contains(desk.Codes(b.Warnings), models.WarnInterviewerAway) {
		t.Errorf("a booking in the absence warns of %v", desk.Codes(b.Warnings))
	}
	o.Start = desk.Mon(23, 30) // the day after, in Berlin
	if b := desk.Decide(t, o, f); slices.Contains(desk.Codes(b.Warnings), models.WarnInterviewerAway) {
		t.Errorf("a booking after the absence warns of %v", desk.Codes(b.Warnings))
	}
	o.Start = desk.Mon(15, 0)
	i := desk.Decide(t, o, f).Interview
	if ws := desk.Codes(away.Warnings(i)); !slices.Equal(ws, []string{"interviewer_away"}) {
		t.Errorf("a change of the interviewer warns of %v", ws)
	}
	i.InterviewerEmail = ""
	if ws := away.Warnings(i); ws != nil {
		t.Errorf("an interview that names nobody warns of %v", ws)
	}
}
