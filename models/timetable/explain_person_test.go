package timetable_test

import (
	"testing"
	"time"

	"litmus/models"
	"litmus/models/timetable"
)

// An explanation about one person says in one sentence what holds for all their rounds, and names the rounds where they
// differ (D15).
func TestPersonExplanation(t *testing.T) {
	t.Parallel()
	at := time.Date(2031, 3, 4, 9, 0, 0, 0, time.UTC)
	now := at.Add(-24 * time.Hour)
	round := func(title string, minutes int, painted bool, busy ...timetable.Booked) timetable.RoundExplanation {
		iv := timetable.Available{Email: "ann@x.example", Bookings: busy}
		if painted {
			iv.Painted = []time.Time{at}
		}
		a := timetable.Availability{Interviewers: []timetable.Available{iv}}
		e := a.Explain(at, time.Duration(minutes)*time.Minute, now, "")
		return timetable.RoundExplanation{Posting: models.Posting{Title: "Engineer"}, Round: models.Round{Title: title}, Explanation: e,
			Verdict: e.Interviewers[0]}
	}
	later := timetable.Booked{InterviewID: "int_1", Range: timetable.Range{From: at.Add(30 * time.Minute), To: at.Add(time.Hour)}}
	for want, rounds := range map[string][]timetable.RoundExplanation{
		"not_offered: ann@x.example interviews on no open posting.": nil,
		"free: ann@x.example is free.":                              {round("Design", 60, true), round("Pairing", 90, true)},
		"not_offered: ann@x.example has not painted this time.":     {round("Design", 60, false)},
		"free: ann@x.example has an interview from 09:30 to 10:00 UTC (Engineer: Design, Engineer: Pairing). " +
			"ann@x.example is free (Engineer: Call).": {round("Design", 60, true, later), round("Call", 30, true, later),
			round("Pairing", 90, true, later)},
	} {
		x := timetable.PersonExplanation{Email: "ann@x.example", Rounds: rounds}
		if got := string(x.Reason()) + ": " + x.Words(time.UTC); got != want {
			t.Errorf("it says %q, want %q", got, want)
		}
	}
	now = at
	x := timetable.PersonExplanation{Email: "ann@x.example", Rounds: []timetable.RoundExplanation{round("Design", 60, true)}}
	if got := x.Words(time.UTC); got != "This time is past." || x.Reason() != timetable.ReasonPast {
		t.Errorf("of a time that is past it says %q", got)
	}
}
