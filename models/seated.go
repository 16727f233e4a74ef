package models

import (
	"cmp"
	"slices"
	"time"
)

// Seated is one person of an interview's panel (P3), as the interview's row has it, or the room of a seat of role
// room. A room has its id where a person has an address, which no address can be: so whatever keeps a person from two
// interviews at one time keeps a room from them, too. A room is nobody: it gets no letters, has no calendar of ours,
// and leads nothing.
type Seated struct {
	Email        string    `json:"email"`
	Name         string    `json:"-"`              // the person's when the row was read, "" for none; not stored
	Room         string    `json:"room,omitempty"` // the room's name when it was chosen; "" of a person
	Seat         string    `json:"seat,omitempty"` // its title, such as its pool's name; "": named by hand
	Role         string    `json:"role"`           // one of [SeatRoles]
	Optional     bool      `json:"optional,omitempty"`
	Response     string    `json:"response,omitempty"`      // "" for no answer
	Why          string    `json:"why,omitempty"`           // why they were chosen, in words; "" for who was named
	Hidden       bool      `json:"hidden,omitempty"`        // the candidate is not told of them
	CalendarCopy bool      `json:"calendar_copy,omitempty"` // see [Interview.CalendarCopy], which is the lead's
	SetAt        time.Time `json:"set_at,omitzero"`         // since when they are in it
}

// IsRoom reports whether it is a room and nobody.
func (s Seated) IsRoom() bool { return s.Role == SeatRoom }

// RoomName is the name that the room has, or had when it was chosen and is gone since.
func (s Seated) RoomName() string { return cmp.Or(s.Name, s.Room) }

// People are those of the panel who are no rooms, in its order.
func People(panel []Seated) []Seated { return slices.DeleteFunc(slices.Clone(panel), Seated.IsRoom) }

// Others are the people of the panel beside who leads it, in the order of their seats.
func (i Interview) Others() []Seated {
	return slices.DeleteFunc(People(i.Panel), func(s Seated) bool { return s.Email == i.InterviewerEmail })
}

// Rooms are the names of the rooms in which the interview is held, in the order of their seats.
func (i Interview) Rooms() (names []string) {
	for _, s := range i.Panel {
		if s.IsRoom() {
			names = append(names, s.RoomName())
		}
	}
	return names
}

// InPanel returns the person's place in the panel, nil for none.
func (i Interview) InPanel(email string) *Seated {
	if n := slices.IndexFunc(i.Panel, func(s Seated) bool { return s.Email == email }); n >= 0 {
		return &i.Panel[n]
	}
	return nil
}

// Attends reports whether the person interviews, or is in the panel.
func (i Interview) Attends(email string) bool {
	return email != "" && (i.InterviewerEmail == email || i.InPanel(email) != nil)
}
