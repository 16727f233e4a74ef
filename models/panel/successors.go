package panel

import (
	"cmp"
	"slices"
	"strings"

	"litmus/models"
)

// like reports whether somebody who sits there has a place like this one. All places of trainees are alike, as they are
// one place.
func (p Place) like(s models.Seated) bool {
	if s.Role == models.SeatShadow {
		return p.Role == models.SeatShadow
	}
	return p.Seat == s.Seat && p.Role == s.Role && p.Required() == !s.Optional
}

// seat is the place as somebody's who has it.
func (p Place) seat(email string) models.Seated {
	return models.Seated{Email: email, Seat: p.Seat, Pool: p.Pool, Trains: p.Trains(email), Role: p.Role,
		Optional: !p.Required(), Hidden: p.Role == models.SeatShadow && !p.Shown}
}

// Requires reports whether there is no interview without somebody in the seat: a required place is like it.
func Requires(places []Place, s models.Seated) bool {
	return !s.Optional && slices.ContainsFunc(places, func(p Place) bool { return p.like(s) })
}

// Openings are the seats for people that nobody in the panel has, one of those that are alike, the required ones first.
func Openings(places []Place, kept []models.Seated) (open []models.Seated) {
	required, optional := inOrder(places)
	for _, p := range slices.Concat(required, optional) {
		s := p.seat("")
		if p.Room() || slices.ContainsFunc(open, p.like) || len(placesLike(places, s)) <= len(seatedLike(kept, p)) {
			continue
		}
		open = append(open, s)
	}
	return open
}

// placesLike are the places that are like the seat. Those of trainees are one.
func placesLike(places []Place, s models.Seated) []Place {
	required, optional := inOrder(slices.DeleteFunc(slices.Clone(places), func(p Place) bool { return !p.like(s) }))
	return slices.Concat(required, optional)
}

// seatedLike are those who have a place like that one.
func seatedLike(panel []models.Seated, p Place) []models.Seated {
	return slices.DeleteFunc(slices.Clone(panel), func(s models.Seated) bool { return !p.like(s) })
}

// Successors are those of who is free who can have the seat, in the order in which they are chosen (P6), each as they
// would sit there and with how much they interview; of the first it is why they were chosen. Those who are kept stay in
// their seats: nobody changes places because of somebody else. A seat that the round does not have, such as of somebody
// who was named by hand, counts as its first required one of an interviewer that nobody has.
func Successors(places []Place, kept []models.Seated, seat models.Seated, free []string,
	shares map[string]Share) (out []models.Seated) {
	like := placesLike(places, seat)
	if len(like) == 0 {
		open := slices.IndexFunc(Openings(places, kept), func(s models.Seated) bool {
			return !s.Optional && s.Role == models.SeatInterviewer
		})
		if open < 0 {
			return nil
		}
		seat = Openings(places, kept)[open]
		like = placesLike(places, seat)
	}
	var stay []string // those who sit in one of these places because they are listed for it
	alike := seatedLike(kept, like[0])
	for _, s := range alike {
		if slices.ContainsFunc(like, func(p Place) bool { return slices.Contains(p.People, s.Email) }) {
			stay = append(stay, s.Email)
		}
	}
	var able []string
	for _, email := range free {
		in := slices.ContainsFunc(kept, func(s models.Seated) bool { return s.Email == email })
		if !in && len(alike) < len(like) && seatsAll(like, append(slices.Clone(stay), email)) {
			able = append(able, email)
		}
	}
	slices.SortFunc(able, func(a, b string) int {
		return cmp.Or(shares[a].compare(shares[b]), strings.Compare(a, b))
	})
	for n, email := range slices.Compact(able) {
		p := places[slices.IndexFunc(places, func(p Place) bool { // of trainees the pool that is theirs
			return p.like(seat) && slices.Contains(p.People, email)
		})]
		s := p.seat(email)
		switch {
		case n > 0:
			s.Why = shares[email].words()
		default:
			s.Why = taken{p, email}.why(able, nil, shares)
		}
		out = append(out, s)
	}
	return out
}

// seatsAll reports whether all these different people can sit in the places at once.
func seatsAll(places []Place, people []string) bool {
	t := newTable(places, people)
	everybody := t.NewSet()
	for who := range people {
		everybody.Add(who)
	}
	t.begin(everybody)
	sit := 0
	for _, kind := range t.kindOf {
		if t.seat(kind) >= 0 {
			sit++
		}
	}
	return sit == len(people)
}
