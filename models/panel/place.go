package panel

import (
	"slices"

	"litmus/models"
)

// Place is the place of one person in an interview, or of the room in which it is held. A seat for two people is two
// places of the same name. A room stands among people by its id, which is no address, and takes places of rooms only.
type Place struct {
	Seat     string   // its name for people, "" for a seat of named people
	Role     string   // one of the roles of [models.Seated]
	Optional bool     // it may stay empty; that of a trainee always may
	Shown    bool     // of a trainee's place: the candidate is told of them, too
	Pool     string   // the id of its pool, "" for a seat of named people
	People   []string // of rooms those that the place can have, in the order in which they are taken
	Leads    []string // of a trainee's place those of People who lead while somebody qualified sits in (P7)

	Limits models.InterviewLimits // of its pool (P5), which [Table.Bar] applies
}

// limited is the pool whose limits narrow who can take the place, "" for none.
func (p Place) limited() string {
	if p.Limits == (models.InterviewLimits{}) {
		return ""
	}
	return p.Pool
}

// Trains says what the interview counts as for somebody in the place: "" if it is no trainee's of a pool.
func (p Place) Trains(email string) models.PoolState {
	switch {
	case p.Role != models.SeatShadow || p.Pool == "":
		return ""
	case slices.Contains(p.Leads, email):
		return models.PoolReverseShadow
	}
	return models.PoolShadow
}

// Required reports whether there is no interview without somebody in the place. A trainee sits beside those who are
// qualified and never instead of them, so a place of theirs is never required.
func (p Place) Required() bool { return !p.Optional && p.Role != models.SeatShadow }

// Room reports whether a room takes the place.
func (p Place) Room() bool { return p.Role == models.SeatRoom }

// Needs returns how many people the rooms of the places have to hold: the candidate, and everybody who is required. Who
// is optional does not count, since whether they come blocks no interview.
func Needs(places []Place) int {
	people := 1
	for _, p := range places {
		if p.Required() && !p.Room() {
			people++
		}
	}
	return people
}

// orderOfRooms numbers the rooms of the places from 1 in the order in which they are taken. A room is in one pool.
func orderOfRooms(places []Place) map[string]int {
	order := map[string]int{}
	for _, p := range places {
		if !p.Room() {
			continue
		}
		for _, id := range p.People {
			if order[id] == 0 {
				order[id] = len(order) + 1
			}
		}
	}
	return order
}

// title is what the place is called where it has to be called something.
func (p Place) title() string {
	switch {
	case p.Seat != "":
		return p.Seat
	case p.Room():
		return "Room"
	case p.Role == models.SeatObserver:
		return "Observer"
	case p.Role == models.SeatShadow:
		return "Trainee"
	}
	return "Interviewer"
}

// inOrder returns the places that are required and those that are not. The lead's comes first: the first that is
// required of an interviewer, since a room or an observer leads nothing. Of places of trainees one is filled at most,
// so together they are one place of all trainees.
func inOrder(places []Place) (required, optional []Place) {
	trainees := -1
	for _, p := range places {
		switch {
		case p.Required():
			required = append(required, p)
		case p.Role != models.SeatShadow:
			optional = append(optional, p)
		case trainees < 0:
			trainees = len(optional)
			optional = append(optional, Place{Role: p.Role, People: slices.Clone(p.People)})
		default:
			optional[trainees].People = append(optional[trainees].People, p.People...)
		}
	}
	lead := slices.IndexFunc(required, func(p Place) bool { return p.Role == models.SeatInterviewer })
	if lead > 0 {
		first := required[lead]
		required = slices.Insert(slices.Delete(required, lead, lead+1), 0, first)
	}
	return required, optional
}
