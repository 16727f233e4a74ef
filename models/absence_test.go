package models

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestAbsenceRequest(t *testing.T) { // D14, ADR absences-need-no-person
	t.Parallel()
	a, err := AbsenceRequest{From: " 2031-12-22 ", To: "2031-12-24", Reason: " skiing\n in  Davos "}.Validate()
	if want := (Absence{"2031-12-22", "2031-12-24", "skiing in Davos"}); err != nil || a != want {
		t.Errorf("got %+v (%v), want %+v", a, err, want)
	}
	if one, err := (AbsenceRequest{From: "2031-12-22"}).Validate(); err != nil || one.Days() != "2031-12-22" {
		t.Errorf("one day: got %+v (%v)", one, err)
	}
	if long, err := (AbsenceRequest{From: "2031-01-01", To: "2033-12-31"}).Validate(); err != nil ||
		long.Days() != "2031-01-01 to 2033-12-31" {
		t.Errorf("three years: got %+v (%v)", long, err)
	}
	for what, r := range map[string]AbsenceRequest{
		"no date":       {},
		"no such date":  {From: "2031-02-30"},
		"the end first": {From: "2031-12-24", To: "2031-12-23"},
		"a long reason": {From: "2031-12-24", Reason: strings.Repeat("x", MaxReasonRunes+1)},
	} {
		wantRefusal(t, what, Invalid, "")(r.Validate())
	}
}

func TestWithAbsence(t *testing.T) { // D14, ADR absences-need-no-person
	t.Parallel()
	now := time.Date(2031, 3, 3, 23, 30, 0, 0, Location("America/New_York"))
	list := []Absence{{"2031-02-03", "2031-03-02", "over"}, {"2031-03-01", "2031-03-03", "ends today"}}
	list, err := WithAbsence(list, Absence{"2031-03-02", "2031-03-10", ""}, now)
	want := "[{2031-03-01 2031-03-03 ends today} {2031-03-02 2031-03-10 }]"
	if err != nil || fmt.Sprint(list) != want {
		t.Errorf("got %v (%v), want %s", list, err, want)
	}
	again, err := WithAbsence(list, Absence{"2031-03-02", "2031-03-10", "ill"}, now)
	if err != nil || len(again) != 2 || again[1].Reason != "ill" {
		t.Errorf("the same days with a reason: got %v (%v)", again, err)
	}
	wantRefusal(t, "one that is over", Invalid, "")(WithAbsence(nil, Absence{"2031-03-01", "2031-03-02", ""}, now))
	for day := range MaxAbsences - len(list) {
		date := now.AddDate(0, 0, day).Format(time.DateOnly)
		if list, err = WithAbsence(list, Absence{date, "2040-01-01", ""}, now); err != nil {
			t.Fatalf("absence %d: %v", day+3, err)
		}
	}
	wantRefusal(t, "one too many", Invalid, "")(WithAbsence(list, Absence{"2039-01-01", "2040-01-01", ""}, now))
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
		r := Absence{First: c.first, Last: c.last}.Range(Location(c.zone))
		from, to := r.From.UTC().Format(time.RFC3339), r.To.UTC().Format(time.RFC3339)
		if from != c.from || to != c.to {
			t.Errorf("%s to %s in %s: got %s to %s, want %s to %s", c.first, c.last, c.zone, from, to, c.from, c.to)
		}
	}
}

// TestAwayIsWarnedOf proves §4 rule 3 for whoever is named and away: they are booked, with a warning, and picked by no
// candidate.
func TestAwayIsWarnedOf(t *testing.T) {
	t.Parallel()
	away := TimeOff{Zone: "Europe/Berlin", Absences: []Absence{{First: "2031-03-03", Last: "2031-03-03"}}}
	o, f := order(), facts()
	o.Start, f.TimeOff = mon(15, 0), away
	if b := decide(t, o, f); !slices.Contains(codes(b.Warnings), WarnInterviewerAway) {
		t.Errorf("a booking in the absence warns of %v", codes(b.Warnings))
	}
	o.Start = mon(23, 30) // the day after, in Berlin
	if b := decide(t, o, f); slices.Contains(codes(b.Warnings), WarnInterviewerAway) {
		t.Errorf("a booking after the absence warns of %v", codes(b.Warnings))
	}
	o.Start = mon(15, 0)
	i := decide(t, o, f).Interview
	if ws := codes(away.Warnings(i)); !slices.Equal(ws, []string{"interviewer_away"}) {
		t.Errorf("a change of the interviewer warns of %v", ws)
	}
	i.InterviewerEmail = ""
	if ws := away.Warnings(i); ws != nil {
		t.Errorf("an interview that names nobody warns of %v", ws)
	}
}
