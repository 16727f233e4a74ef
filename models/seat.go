package models

import (
	"slices"
	"strconv"
	"strings"
)

// Roles of a seat (P2).
const (
	SeatInterviewer = "interviewer"
	SeatShadow      = "shadow" // of a trainee, beside those who are qualified
	SeatObserver    = "observer"
	SeatRoom        = "room" // which a room of a pool of rooms takes
)

// SeatRoles are the roles that a seat can have, in the order in which forms show them.
var SeatRoles = []string{SeatInterviewer, SeatShadow, SeatObserver, SeatRoom}

// Bounds of the seats of a round.
const (
	MaxSeats      = 20
	MaxSeatCount  = 20
	MaxSeatPeople = 50 // who are named for one seat
)

// Seat is one entry of the ordered list of a round's seats (P2): as many different people as Count says, who are in the
// pool or among those who are named; of role room it is as many rooms of a pool of rooms. It is stored as JSON.
type Seat struct {
	Pool     string   `json:"pool,omitempty"`   // its id, "" where people are named
	People   []string `json:"people,omitempty"` // addresses, none where a pool is named
	Count    int      `json:"count"`
	Role     string   `json:"role"`
	Optional bool     `json:"optional,omitempty"` // an interview is booked also where nobody can take it
}

// CheckSeats returns the seats of a round with addresses normalized and each of them once. The first seat that is not
// optional leads, so it is an interviewer's; a trainee's is always optional, and there is one of them at most (P7). No
// seats are right too: the round is of one person then. Every error is of kind [Invalid], names the place of the seat
// and is in the field "seats". [CheckSeatPools] asks for the pools.
func CheckSeats(seats []Seat) ([]Seat, error) {
	if len(seats) > MaxSeats {
		return nil, inSeats(Invalidf("there are %d seats; at most %d are allowed", len(seats), MaxSeats))
	}
	var out []Seat
	leads, trainees := false, 0
	for n, s := range seats {
		s, err := s.check(n + 1)
		if err != nil {
			return nil, err
		}
		if s.Role == SeatShadow {
			if trainees += s.Count; trainees > 1 {
				return nil, inSeats(Invalidf("seat %d is a second one for trainees; an interview has one trainee "+
					"at most", n+1))
			}
		}
		if !s.Optional && !leads {
			if leads = true; s.Role != SeatInterviewer {
				return nil, inSeats(Invalidf("seat %d has the role %s; the first seat that is not optional leads the "+
					"interview, so its role is interviewer", n+1, s.Role))
			}
		}
		out = append(out, s)
	}
	if len(out) > 0 && !leads {
		return nil, inSeats(Invalidf("every seat is optional; at least one seat of role interviewer is not, and leads " +
			"the interview"))
	}
	return out, nil
}

// check returns the seat, which stands in that place counted from 1.
func (s Seat) check(place int) (Seat, error) {
	switch {
	case !slices.Contains(SeatRoles, s.Role):
		return s, inSeats(Invalidf("seat %d has the role %s, which is unknown; expected interviewer, shadow, observer "+
			"or room", place, Quote(s.Role)))
	case s.Role == SeatRoom && len(s.People) > 0:
		return s, inSeats(Invalidf("seat %d is a room's and names people; expected a pool of rooms", place))
	case s.Count < 1 || s.Count > MaxSeatCount:
		return s, inSeats(Invalidf("seat %d is for %d people; expected 1 to %d", place, s.Count, MaxSeatCount))
	case s.Pool == "" && len(s.People) == 0:
		return s, inSeats(Invalidf("seat %d names neither a pool nor people; expected one of them", place))
	case s.Pool != "" && len(s.People) > 0:
		return s, inSeats(Invalidf("seat %d names a pool and people; expected one of them", place))
	case len(s.People) > MaxSeatPeople:
		return s, inSeats(Invalidf("seat %d names %d people; at most %d are allowed: make them a pool", place,
			len(s.People), MaxSeatPeople))
	}
	var people []string
	for _, p := range s.People {
		email, err := ParseEmail("a person of the seat", p)
		if err != nil {
			return s, err
		}
		if !slices.Contains(people, email) {
			people = append(people, email)
		}
	}
	if s.People = people; s.Pool == "" && s.Count > len(people) {
		return s, inSeats(Invalidf("seat %d is for %d people and names %d; name more of them, or make it for fewer",
			place, s.Count, len(people)))
	}
	s.Optional = s.Optional || s.Role == SeatShadow
	return s, nil
}

// CheckSeatPools returns an error of kind [Invalid] for a seat whose pool is not known, and for one whose pool is not
// of the kind that its role asks for: rooms take the seats of role room, and no others. kind returns the kind of a
// pool, "" for one that is not known.
func CheckSeatPools(seats []Seat, kind func(id string) string) error {
	for n, s := range seats {
		if s.Pool == "" {
			continue
		}
		switch is := kind(s.Pool); {
		case is == "":
			return inSeats(Invalidf("seat %d names pool %s, which is unknown", n+1, Quote(s.Pool)))
		case s.Role == SeatRoom && is != PoolRooms:
			return inSeats(Invalidf("seat %d has the role room and names a pool of people; expected a pool of rooms",
				n+1))
		case s.Role != SeatRoom && is == PoolRooms:
			return inSeats(Invalidf("seat %d has the role %s and names a pool of rooms; expected a pool of people", n+1,
				s.Role))
		}
	}
	return nil
}

func inSeats(err error) error { return InField("seats", err) }

// SameSeats reports whether both lists have the same seats in the same order.
func SameSeats(a, b []Seat) bool {
	return slices.EqualFunc(a, b, func(x, y Seat) bool {
		return x.Pool == y.Pool && slices.Equal(x.People, y.People) && x.Count == y.Count && x.Role == y.Role &&
			x.Optional == y.Optional
	})
}

// Words say who takes the seat, with the name of its pool: `2 of "Backend"`, `1 observer of ann@x.io, optional`.
func (s Seat) Words(pool string) string {
	words := strconv.Itoa(s.Count)
	switch s.Role {
	case SeatShadow:
		words += " trainee"
	case SeatObserver:
		words += " observer"
	}
	if words += " of "; s.Pool != "" {
		words += Quote(pool)
	} else {
		words += strings.Join(s.People, ", ")
	}
	if s.Optional && s.Role != SeatShadow { // a trainee's always is
		words += ", optional"
	}
	return words
}

// SeatsWords say who takes the seats of a round, by names of pools; "" for none.
func SeatsWords(seats []Seat, pool func(id string) string) string {
	words := make([]string, len(seats))
	for n, s := range seats {
		words[n] = s.Words(pool(s.Pool))
	}
	return strings.Join(words, "; ")
}
