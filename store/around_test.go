package store_test

import (
	"slices"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/timetable"
	"litmus/store/pages"
	"litmus/testdb"
)

// TestAround: what is read around interviews offers what [availability.Store.Explain] says is free (D15), from the
// first of them until after the last, with the names of who interviews, and nothing of another organization.
func TestAround(t *testing.T) {
	t.Parallel()
	organizations{acme(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		q := f.question()
		var slots []timetable.SlotWrite
		for hour := 10; hour < 20; hour++ {
			slots = append(slots, timetable.SlotWrite{InterviewerEmail: grace, StartAt: at(hour, 0)})
		}
		must(f.Availability.AddSlots(ctx, act.By{}, f.org.ID, q.PostingID, slots))(t)
		one, two := f.book(f.orderWith(grace, cleo, at(13, 0))), f.book(f.orderWith(alan, candidate(1), at(15, 0)))
		list := []models.Interview{two, one}
		of, names, err := f.Availability.Around(ctx, f.org.ID, list, booking.HandOverAhead)
		if err != nil || names[grace] == "" {
			t.Fatalf("the names are %v, %v", names, err)
		}
		now, offered := f.NowOf(f.org.ID), 0
		for _, start := range timetable.GridStarts(one.StartsAt, two.StartsAt.AddDate(0, 0, 6)) {
			want := must(f.Availability.Explain(ctx, f.org.ID, q, start))(t).Explanations[0].Free()
			got := of[0].Available.Explain(start, one.Duration(), now, "").Free()
			if !slices.Equal(got, want) {
				t.Fatalf("at %s %v are free, want %v", start, got, want)
			}
			offered += len(want)
		}
		if offered == 0 {
			t.Error("nothing is offered")
		}
		other := must(f.Team.Organization(ctx, bolt().Organization.Slug))(t)
		foreign, _, err := f.Availability.Around(ctx, other.ID, list, booking.HandOverAhead)
		if a := foreign[0].Available; err != nil || len(a.Interviewers)+len(a.Unnamed) > 0 {
			t.Errorf("another organization reads %+v, %v", a, err)
		}
		some := pages.RoundRestriction{Any: []string{one.RoundID, "rnd_none"}}
		rounds := must(f.Pages.BookableRounds(ctx, f.org.ID, some))(t)
		if len(rounds) != 1 || rounds[0].ID != one.RoundID {
			t.Errorf("the rounds of the interviews are %+v", rounds)
		}
		if theirs := must(f.Pages.BookableRounds(ctx, other.ID, some))(t); len(theirs) > 0 {
			t.Errorf("another organization reads the rounds %+v", theirs)
		}
	})
}

// TestAroundPanel: around an interview with a panel it is asked who can take the round's seats, on whatever posting,
// and of people who were named whether they are free (P4).
func TestAroundPanel(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := paneled(t, url)
		chosen, plain := f.auto(0, at(18, 0)), f.book(f.orderWith(grace, candidate(1), at(20, 0)))
		list := []models.Interview{chosen, plain}
		read := must(first(f.Availability.Around(ctx, f.org.ID, list, booking.HandOverAhead)))(t)
		if got := read[0].Available; len(got.Places) != 4 || len(got.Interviewers) < 6 {
			t.Errorf("around a panel there are %d places and %d people", len(got.Places), len(got.Interviewers))
		}
		if got := read[1].Available; len(got.Places) != 0 || len(got.Interviewers) > 3 || read[1].ID != plain.ID {
			t.Errorf("without a panel there are %d places and %d people", len(got.Places), len(got.Interviewers))
		}
		s := booking.SuggestTakeovers(read, nil, time.UTC, f.Now())
		if lead := s[0].Suggested.Email; lead != "b2@acme.example" || s[0].Suggested.Moves() {
			t.Errorf("%s is suggested for the panel of %s", lead, seated(chosen))
		}
		f.exec("update rounds set seats = null")
		named := must(first(f.Availability.Around(ctx, f.org.ID, list[:1], booking.HandOverAhead)))(t)
		if busy := named[0].Busy; len(busy) != 3 || len(busy["m0@acme.example"]) != 1 {
			t.Errorf("of those who were named it is known %+v", busy)
		}
	})
}
