package panel

import (
	"slices"

	"litmus/models"
)

// Named says which place each of the people takes whom a request names, in order: the index of the place, -1 for
// somebody who takes none. Of all ways to seat them it is one in which as many required places as can be are taken, and
// then as many places. Of several such ways whoever is named first has the first place that they can, required ones
// before others, then whoever is named next. The first leads, so theirs is an interviewer's: a trainee or an observer
// leads nothing.
//
// So nobody takes a place for which somebody else is needed who could sit nowhere else. Whether the others can still
// take as many is asked of a matching for each place that somebody could have; people and places are few.
func Named(people []string, places []Place) []int {
	out, left := make([]int, len(people)), make([]int, 0, len(places))
	for _, required := range []bool{true, false} {
		for n, p := range places {
			if p.Required() == required {
				left = append(left, n)
			}
		}
	}
	takes := func(who, place int) bool {
		p := places[place]
		return slices.Contains(p.People, people[who]) && (who > 0 || p.Role == models.SeatInterviewer)
	}
	most := mostNamed(people, 0, places, left)
	for who := range people {
		out[who] = -1
		for n, place := range left {
			if !takes(who, place) {
				continue
			}
			rest := slices.Delete(slices.Clone(left), n, n+1)
			others := mostNamed(people, who+1, places, rest)
			if others.add(places[place]); others == most {
				out[who], left, most = place, rest, mostNamed(people, who+1, places, rest)
				break
			}
		}
	}
	return out
}

// filled counts places that are taken.
type filled struct{ required, all int }

func (f *filled) add(p Place) {
	if f.all++; p.Required() {
		f.required++
	}
}

// mostNamed is how many of the places, required ones first, can be taken at once by the people from that one on. An
// alternating path seats one more and leaves no place that is taken, so required places that are filled first stay so,
// and no way to fill others fills more.
func mostNamed(people []string, first int, places []Place, left []int) (f filled) {
	some := make([]Place, len(left))
	for n, place := range left {
		if some[n] = places[place]; first == 0 && len(people) > 0 && some[n].Role != models.SeatInterviewer {
			some[n].People = slices.DeleteFunc(slices.Clone(some[n].People), func(email string) bool {
				return email == people[0]
			})
		}
	}
	t := newTable(some, people[first:])
	everybody := t.NewSet()
	for who := range people[first:] {
		everybody.Add(who)
	}
	t.begin(everybody)
	for n, kind := range t.kindOf {
		if t.seat(kind) >= 0 {
			f.add(some[n])
		}
	}
	return f
}
