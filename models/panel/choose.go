package panel

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"litmus/models"
)

// Choose says who of those who are free sits where, the lead first, or why not all required places can be filled. The
// same facts give the same panel.
//
// People come in the order of their [Share], then of their address, and rooms in that of their places: fairness is for
// people. What somebody costs does not depend on their place, so the sets of people who can sit together in the
// required places are the independent sets of a matroid (a transversal one), and the set that comes first in that order
// costs least, however costs rise with it. It is found place by place: an alternating path seats one more and unseats
// nobody, so a cheapest path is one to the first person whom a path reaches, and a matching that grows by cheapest
// paths is a cheapest one of its size.
//
// Then optional places are filled in the same way with those who are left: as many places as can be, and of several
// choices of places those that are listed first.
//
// Who sits where is decided last, place by place in their order: the first of the chosen who can sit there while all
// others sit, too. So of those who are chosen the first who can leads.
func Choose(places []Place, free []string, shares map[string]Share) ([]models.Seated, []Lack) {
	rooms := orderOfRooms(places)
	people := slices.SortedFunc(slices.Values(free), func(a, b string) int {
		return cmp.Or(cmp.Compare(rooms[a], rooms[b]), shares[a].compare(shares[b]), strings.Compare(a, b))
	})
	people = slices.Compact(people)
	everybody := newSet(len(people))
	for who := range people {
		everybody.Add(who)
	}
	required, optional := inOrder(places)
	t := newTable(required, people)
	t.first = true
	if !t.Fits(everybody) {
		return nil, t.Lacks(everybody)
	}
	left := slices.Clone(t.open)
	seats := t.arrange(required, t.kindOf)

	t = newTable(optional, people)
	t.first = true
	t.begin(left)
	var filled []Place
	var kinds []int
	for n, p := range optional {
		if t.seat(t.kindOf[n]) >= 0 {
			filled, kinds = append(filled, p), append(kinds, t.kindOf[n])
		}
	}
	seats = append(seats, t.arrange(filled, kinds)...)

	in := map[string]bool{}
	for _, s := range seats {
		in[s.email] = true
	}
	out := make([]models.Seated, len(seats))
	for n, s := range seats {
		out[n] = models.Seated{Email: s.email, Seat: s.Seat, Pool: s.Pool, Role: s.Role, Optional: !s.Required(),
			Why: s.why(people, in, shares)}
		if s.Role == models.SeatShadow {
			own := slices.IndexFunc(places, func(p Place) bool {
				return p.Role == models.SeatShadow && slices.Contains(p.People, s.email)
			})
			p := places[own] // of the trainees' places, which were one
			out[n].Seat, out[n].Pool, out[n].Hidden = p.Seat, p.Pool, !p.Shown
			if out[n].Trains = p.Trains(s.email); out[n].Trains == models.PoolReverseShadow {
				out[n].Why = "is in training, and leads this time"
			}
		}
	}
	return out, nil
}

// taken is a place and who sits there.
type taken struct {
	Place
	email string
}

// arrange says who sits where of those who sit in places of these kinds, which are as many.
func (t *Table) arrange(places []Place, kinds []int) (out []taken) {
	for n, x := range kinds {
		for who := range t.people {
			y := slices.IndexFunc(t.sit, func(sit Set) bool { return sit.Has(who) })
			if y < 0 || !t.kinds[x].who.Has(who) || y != x && !t.swap(who, y, x) {
				continue
			}
			t.sit[x].remove(who) // the place is theirs
			out = append(out, taken{places[n], t.people[who]})
			break
		}
	}
	return out
}

// why says why they sit there, in words that follow their name.
func (s taken) why(free []string, in map[string]bool, shares map[string]Share) string {
	if s.Role == models.SeatShadow {
		return "is in training"
	}
	var others []Share
	beside := false
	for _, email := range free {
		switch {
		case email == s.email || !slices.Contains(s.People, email):
		case in[email]:
			beside = true
		default:
			others = append(others, shares[email])
		}
	}
	if s.Room() {
		return whyRoom(len(others), beside)
	}
	return shares[s.email].why(others, beside)
}

// whyRoom says why a room was chosen, of so many others that were free for the place and got none. beside says that
// another room that was free for it has another place of the interview.
func whyRoom(others int, beside bool) string {
	switch {
	case others == 0 && beside:
		return "is the only one that is free and has no other place"
	case others == 0:
		return "is the only one that is free"
	case beside:
		return fmt.Sprintf("is the smallest of the %d that are free and have no other place", others+1)
	}
	return fmt.Sprintf("is the smallest of the %d that are free", others+1)
}
