package panel

import "slices"

// seating is who sits in a place of which kind: a matching of people with places, which grows by one alternating path
// at a time.
type seating struct {
	kinds []kind
	sit   []Set // by kind
	open  Set   // who is free and sits nowhere
	first bool  // of several who could be seated next it is the first by number, else whoever is found soonest

	queue []int // kinds that the last search came by, the first of them where it began
	from  []int // the kind before each of them
}

func newSeating(kinds []kind, people int) seating {
	s := seating{kinds: kinds, sit: make([]Set, len(kinds)), open: newSet(people), from: make([]int, len(kinds))}
	for k := range s.sit {
		s.sit[k] = newSet(people)
	}
	return s
}

// begin has nobody sit.
func (s *seating) begin(free Set) {
	copy(s.open, free)
	for _, sit := range s.sit {
		clear(sit)
	}
}

// seat seats one more person in a place of kind k, and returns their number. All who sit stay seated, some of them in
// places of other kinds. It returns -1 if nobody can be seated, and changes nothing then.
//
// The path goes from a kind that wants somebody to those kinds where somebody sits whom it could have, which want
// somebody then. Each kind is visited once.
func (s *seating) seat(k int) (who int) {
	who = -1
	last := k
	s.search(k, func(k int) bool {
		if first := firstOfBoth(s.kinds[k].who, s.open); first >= 0 && (who < 0 || first < who) {
			who, last = first, k
		}
		return who >= 0 && !s.first
	})
	if who >= 0 {
		s.settle(k, last, who)
	}
	return who
}

// swap lets the person leave their place of kind y for one of kind x, where all are taken, if somebody of x can go
// elsewhere so that everybody still sits.
func (s *seating) swap(who, y, x int) bool {
	s.sit[y].remove(who)
	leaves, last := -1, y
	s.search(y, func(k int) bool {
		leaves, last = firstOfBoth(s.kinds[k].who, s.sit[x]), k
		return leaves >= 0
	})
	if leaves < 0 {
		s.sit[y].Add(who)
		return false
	}
	s.settle(y, last, leaves)
	s.sit[x].remove(leaves)
	s.sit[x].Add(who)
	return true
}

// search visits kinds from k on, the nearest first, until visit returns true.
func (s *seating) search(k int, visit func(k int) bool) {
	s.queue = append(s.queue[:0], k)
	for n := 0; n < len(s.queue); n++ {
		wants := s.queue[n]
		if visit(wants) {
			return
		}
		for other, sit := range s.sit {
			if !slices.Contains(s.queue, other) && firstOfBoth(s.kinds[wants].who, sit) >= 0 {
				s.queue = append(s.queue, other)
				s.from[other] = wants
			}
		}
	}
}

// settle seats the person in a place of kind last, from where everybody moves one on, up to kind k.
func (s *seating) settle(k, last, who int) {
	s.open.remove(who)
	s.sit[last].Add(who)
	for last != k {
		wants := s.from[last]
		moves := firstOfBoth(s.kinds[wants].who, s.sit[last])
		s.sit[last].remove(moves)
		s.sit[wants].Add(moves)
		last = wants
	}
}
