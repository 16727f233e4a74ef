package models

import (
	"slices"
	"time"
)

// Seated is one person of an interview's panel (P3), as the interview's row has it.
type Seated struct {
	Email        string    `json:"email"`
	Name         string    `json:"-"`                // when the row was read, "" if they have none; not stored
	Seat         string    `json:"seat,omitempty"`   // its title, such as its pool's name; "": named by hand
	Pool         string    `json:"pool,omitempty"`   // the id of the seat's pool, "" for none
	Trains       PoolState `json:"trains,omitempty"` // of a trainee's seat: what the interview counts as (P7)
	Role         string    `json:"role"`             // one of [SeatRoles]
	Optional     bool      `json:"optional,omitempty"`
	Response     string    `json:"response,omitempty"`      // "" for no answer
	Why          string    `json:"why,omitempty"`           // why they were chosen, in words; "" for who was named
	Hidden       bool      `json:"hidden,omitempty"`        // the candidate is not told of them
	Missed       bool      `json:"missed,omitempty"`        // they did not come; of who leads see [Interview.NoShow]
	CalendarCopy bool      `json:"calendar_copy,omitempty"` // see [Interview.CalendarCopy], which is the lead's
	SetAt        time.Time `json:"set_at,omitzero"`         // since when they are in it
}

// Others are the people of the panel beside who leads it, in the order of their seats.
func (i Interview) Others() []Seated {
	return slices.DeleteFunc(slices.Clone(i.Panel), func(s Seated) bool { return s.Email == i.InterviewerEmail })
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
