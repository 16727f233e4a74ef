package models

import (
	"cmp"
	"slices"
	"time"
)

// Seated is one person of an interview's panel (P3), as the interview's row has it, or the room of a seat of role room.
// A room has its id where a person has an address, which no address can be: so whatever keeps a person from two
// interviews at one time keeps a room from them, too, and the copy in its own calendar is like one in a person's. A
// room is nobody: it gets no letters, and leads nothing.
type Seated struct {
	Email        string    `json:"email"`
	Name         string    `json:"-"`                // the person's when the row was read, "" for none; not stored
	Room         string    `json:"room,omitempty"`   // the room's name when it was chosen; "" of a person
	Seat         string    `json:"seat,omitempty"`   // its title, such as its pool's name; "": named by hand
	Pool         string    `json:"pool,omitempty"`   // the id of the seat's pool, "" for none
	Trains       PoolState `json:"trains,omitempty"` // of a trainee's seat: what the interview counts as (P7)
	Role         string    `json:"role"`             // one of [SeatRoles]
	Optional     bool      `json:"optional,omitempty"`
	Why          string    `json:"why,omitempty"`           // why they were chosen; "" for whom a request named
	Hidden       bool      `json:"hidden,omitempty"`        // the candidate is not told of them
	Missed       bool      `json:"missed,omitempty"`        // they did not come; of who leads see [Interview.NoShow]
	CalendarCopy bool      `json:"calendar_copy,omitempty"` // see [Interview.CalendarCopy], which is the lead's
	SetAt        time.Time `json:"set_at,omitzero"`         // since when they are in it
}

// ChosenByHand is why somebody has a seat whom a recruiter gave it instead of who was suggested, or who had it.
const ChosenByHand = "was chosen by hand"

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

// Attendees are the addresses of everybody who interviews: the lead, then the others in the order of their seats.
func (i Interview) Attendees() (emails []string) {
	if i.InterviewerEmail != "" {
		emails = append(emails, i.InterviewerEmail)
	}
	for _, s := range i.Others() {
		emails = append(emails, s.Email)
	}
	return emails
}

// Absent are the addresses of those who interview and did not come: the lead, then the others in the order of their
// seats (P12). What the candidate did is not in it.
func (i Interview) Absent() (emails []string) {
	if i.NoShow == NoShowInterviewer && i.InterviewerEmail != "" {
		emails = append(emails, i.InterviewerEmail)
	}
	for _, s := range i.Others() {
		if s.Missed {
			emails = append(emails, s.Email)
		}
	}
	return emails
}

// Holders are [Interview.Attendees] and then the ids of the rooms in the order of their seats: all whose calendar may
// have a copy, and who can decline.
func (i Interview) Holders() (ids []string) {
	ids = i.Attendees()
	for _, s := range i.Panel {
		if s.IsRoom() {
			ids = append(ids, s.Email)
		}
	}
	return ids
}

// RoomOf is the place of the room of that id in the panel, nil for a person's address and for a room that is not in it.
func (i Interview) RoomOf(id string) *Seated {
	if s := i.InPanel(id); s != nil && s.IsRoom() {
		return s
	}
	return nil
}

// InPanel returns the place of the person or the room in the panel, nil for none.
func (i Interview) InPanel(email string) *Seated {
	if n := slices.IndexFunc(i.Panel, func(s Seated) bool { return s.Email == email }); n >= 0 {
		return &i.Panel[n]
	}
	return nil
}

// PoolOf is the id of the pool from which the person's seat is taken, "" for none.
func (i Interview) PoolOf(email string) string {
	if s := i.InPanel(email); s != nil {
		return s.Pool
	}
	return ""
}

// Attends reports whether the person interviews, or is in the panel. A room does not: it says nothing by itself, and
// nobody takes its place but another room.
func (i Interview) Attends(email string) bool {
	s := i.InPanel(email)
	return email != "" && (i.InterviewerEmail == email || s != nil && !s.IsRoom())
}

// Response is what somebody of the team answered to an interview, or the calendar of a room (P10).
type Response string

// What is answered; "" is no answer.
const (
	Accepted  Response = "accepted"
	Declined  Response = "declined"
	Tentative Response = "tentative"
)

// Responses are all of them.
var Responses = []Response{Accepted, Declined, Tentative}

// AnswerSource is where an answer was read.
type AnswerSource string

// The sources of answers.
const (
	AnsweredInCalendar AnswerSource = "calendar" // our copy in their connected calendar
	AnsweredByLink     AnswerSource = "link"     // the link "I can't make it" of a letter
	AnsweredByMail     AnswerSource = "mail"     // a reply to the invitation of a letter (iTIP)
)

// Answer is what somebody who interviews answered, for one start: an interview that moves has no answers (P10).
type Answer struct {
	Email    string       `json:"email"` // whose it is
	Of       time.Time    `json:"of"`    // the start that they answered for
	Response Response     `json:"response"`
	By       AnswerSource `json:"by"`
	At       time.Time    `json:"at"`

	Sequence int64 `json:"sequence,omitempty"` // of the invitation that a mail answered: an older reply counts no more
	Sent     int64 `json:"sent,omitempty"`     // when their program wrote that reply, in seconds: its DTSTAMP
}

// AnswerOf returns what the person answered for the interview as it is now, nil for nothing. An answer from before they
// were seated is of no account.
func (i Interview) AnswerOf(email string) *Answer {
	n := slices.IndexFunc(i.Answers, func(a Answer) bool { return a.Email == email && a.Of.Equal(i.StartsAt) })
	if n < 0 || !slices.Contains(i.Holders(), email) {
		return nil
	}
	if s := i.InPanel(email); s != nil && i.Answers[n].At.Before(s.SetAt) {
		return nil
	}
	return &i.Answers[n]
}

// ResponseOf is what the person answered, "" for nothing.
func (i Interview) ResponseOf(email string) Response {
	if a := i.AnswerOf(email); a != nil {
		return a.Response
	}
	return ""
}

// ForgetAnswer makes that the person did not answer.
func (i *Interview) ForgetAnswer(email string) {
	i.Answers = slices.DeleteFunc(slices.Clone(i.Answers), func(a Answer) bool { return a.Email == email })
}

// SetAnswer makes that the person's answer. Those that are of no account any more go.
func (i *Interview) SetAnswer(a Answer) {
	others := slices.DeleteFunc(slices.Clone(i.Answers), func(x Answer) bool {
		return x.Email == a.Email || i.AnswerOf(x.Email) == nil
	})
	i.Answers = append(others, a)
}
