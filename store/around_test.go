package store_test

import (
	"slices"
	"testing"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/timetable"
	"litmus/store/pages"
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
			got := of[q.PostingID].Explain(start, one.Duration(), now, "").Free()
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
		if a := foreign[q.PostingID]; err != nil || len(a.Interviewers)+len(a.Unnamed) > 0 {
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
