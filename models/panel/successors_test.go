package panel_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"litmus/models"
	"litmus/models/panel"
)

// alike reports whether both sit in the same sort of seat. Seats of trainees are one.
func alike(a, b models.Seated) bool {
	return a.Role == b.Role && (a.Role == models.SeatShadow || a.Seat == b.Seat && a.Optional == b.Optional)
}

// TestSuccessors: of drawn panels, from which one at a time leaves, those who can follow are exactly those who
// are free, are not in the panel, and can sit where there was a seat while everybody else stays in theirs. They come
// in the order in which people are chosen. So a panel that is refilled is one that could have been chosen.
func TestSuccessors(t *testing.T) {
	t.Parallel()
	followed, none := 0, 0
	for seed := range uint64(drawings()) {
		d := draw(rand.New(rand.NewPCG(11, seed)))
		seated, _ := panel.Choose(d.places, d.free, d.shares)
		for n, left := range seated {
			kept := slices.Delete(slices.Clone(seated), n, n+1)
			var want []string
			for _, email := range d.order() {
				in := slices.ContainsFunc(seated, func(s models.Seated) bool { return s.Email == email })
				if !in && d.sits(kept, left, email) {
					want = append(want, email)
				}
			}
			var got []string
			free := slices.DeleteFunc(slices.Clone(d.free), func(e string) bool { return e == left.Email })
			for _, s := range panel.Successors(d.places, kept, left, free, d.shares) {
				if got = append(got, s.Email); s.Why == "" || s.Role != left.Role || s.Optional != left.Optional ||
					left.Role != models.SeatShadow && s.Seat != left.Seat {
					t.Fatalf("%d: %+v follows %+v", seed, s, left)
				}
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%d: %+v\n%+v leaves %+v: %v can follow, want %v", seed, d, left, seated, got, want)
			}
			if open := panel.Openings(d.places, kept); !slices.ContainsFunc(open, func(s models.Seated) bool {
				return alike(s, left)
			}) || slices.ContainsFunc(panel.Openings(d.places, seated), func(s models.Seated) bool {
				return panel.Requires(d.places, s)
			}) {
				t.Fatalf("%d: %+v\nwithout %+v open are %+v", seed, d.places, left, open)
			}
			if len(got) > 0 {
				followed++
			} else {
				none++
			}
		}
	}
	if followed < drawings()/6 || none < drawings()/6 {
		t.Errorf("%d could be followed and %d could not: the drawn panels say little", followed, none)
	}
}

// sits reports whether they can sit in the place that was left while those who are kept stay in seats like theirs.
func (d drawn) sits(kept []models.Seated, left models.Seated, email string) (can bool) {
	who := append(slices.Clone(kept), models.Seated{Email: email, Seat: left.Seat, Role: left.Role,
		Optional: left.Optional})
	var place func(n int, taken []int, trainee bool) bool
	place = func(n int, taken []int, trainee bool) bool {
		if n == len(who) {
			return true
		}
		for m, p := range d.places {
			is := models.Seated{Seat: p.Seat, Role: p.Role, Optional: !p.Required()}
			shadow := p.Role == models.SeatShadow
			if !slices.Contains(taken, m) && alike(is, who[n]) && slices.Contains(p.People, who[n].Email) &&
				!(shadow && trainee) && place(n+1, append(slices.Clone(taken), m), trainee || shadow) {
				return true
			}
		}
		return false
	}
	return place(0, nil, false)
}

// TestSuccessorsOfOtherSeats: who is in a seat by hand has a place of it, too; and whoever leaves a seat that the round
// does not have is followed in the first required one that is empty.
func TestSuccessorsOfOtherSeats(t *testing.T) {
	t.Parallel()
	places := []panel.Place{{Seat: "Backend", Role: models.SeatInterviewer, People: []string{"a", "b"}},
		{Seat: "Notes", Role: models.SeatObserver, Optional: true, People: []string{"c"}}}
	sits := func(email, seat string) models.Seated {
		return models.Seated{Email: email, Seat: seat, Role: models.SeatInterviewer}
	}
	if got := panel.Successors(places, []models.Seated{sits("x", "Backend")}, sits("a", "Backend"), []string{"b"},
		nil); got != nil {
		t.Errorf("%v follows where somebody by hand has the only place", got)
	}
	got := panel.Successors(places, nil, sits("y", ""), []string{"b", "c"}, nil)
	if len(got) != 1 || got[0].Email != "b" || got[0].Seat != "Backend" {
		t.Errorf("%+v follow somebody without a seat", got)
	}
	if got = panel.Successors(places, []models.Seated{sits("a", "Backend")}, sits("y", ""), []string{"b", "c"},
		nil); got != nil {
		t.Errorf("%+v follow where no required seat is empty", got)
	}
}
