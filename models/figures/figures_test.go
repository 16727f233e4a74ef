package figures_test

import (
	"testing"
	"time"

	"litmus/models/figures"
)

// TestWeeks: weeks begin on Mondays of the zone, have no gaps, and one in which the clocks change has an hour less.
func TestWeeks(t *testing.T) { // D26
	t.Parallel()
	amsterdam, err := time.LoadLocation("Europe/Amsterdam")
	if err != nil {
		t.Fatal(err)
	}
	sunday := time.Date(2031, 3, 30, 22, 30, 0, 0, time.UTC) // Monday 00:30 there, after the clocks changed
	weeks := figures.Weeks(sunday, amsterdam, 3)
	if len(weeks) != 3 || weeks[2].First != "2031-03-31" || weeks[2].Last != "2031-04-06" ||
		!weeks[2].From.Equal(time.Date(2031, 3, 30, 22, 0, 0, 0, time.UTC)) {
		t.Fatalf("got %+v", weeks)
	}
	for n := range weeks[1:] {
		if !weeks[n].To.Equal(weeks[n+1].From) {
			t.Errorf("a gap after %s", weeks[n].Last)
		}
	}
	if got := weeks[1].To.Sub(weeks[1].From); got != (7*24-1)*time.Hour {
		t.Errorf("the week of the change has %s", got)
	}
	for n, want := range map[int]int{-1: 1, 0: 1, 26: 26, 1000: figures.MaxWeeks} {
		if got := len(figures.Weeks(sunday, time.UTC, n)); got != want {
			t.Errorf("%d weeks are asked for: %d", n, got)
		}
	}
}

// TestHeldOnce: what is counted of a week and an interviewer in several parts is one sum.
func TestHeldOnce(t *testing.T) { // D26
	t.Parallel()
	got := figures.HeldOnce([]figures.Held{{Week: 1, Interviewer: "a", Interviews: 2, Minutes: 60},
		{Week: 1, Interviewer: "b", Canceled: 1}, {Week: 2, Interviewer: "a", Interviews: 1},
		{Week: 1, Interviewer: "a", NoCandidate: 1}})
	sum := figures.Held{Week: 1, Interviewer: "a", Interviews: 2, Minutes: 60, NoCandidate: 1}
	if len(got) != 3 || got[0] != sum {
		t.Errorf("got %+v", got)
	}
}

func TestSpread(t *testing.T) { // D26
	t.Parallel()
	s := figures.Spread{0: 4, 23: 1, 24: 1, 71: 2, 72: 1, 1000: 1}
	for percent, want := range map[int]int{40: 0, 50: 23, 51: 24, 90: 72, 100: 1000} {
		if got := s.Within(percent); got != want {
			t.Errorf("%d of a hundred: %d hours, want %d", percent, got, want)
		}
	}
	if got := (figures.Spread{}).Within(50); got != -1 {
		t.Errorf("of nothing: %d", got)
	}
	sum := 0
	for n, want := range []int{5, 3, 1, 0, 1} {
		got := s.In(figures.Spans[n])
		if sum += got; got != want {
			t.Errorf("within %v days: %d, want %d", figures.Spans[n], got, want)
		}
	}
	if sum != s.Count() {
		t.Errorf("the spans have %d of %d", sum, s.Count())
	}
}
