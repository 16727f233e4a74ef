package models

import (
	"slices"
	"strings"
	"time"
)

// How often a replacement can be asked for: each time is a letter to every recruiter.
const (
	MaxReplacementAsks = 3  // of one person of an interview
	MaxAsksOfPerson    = 20 // by one person in [AskSpan]: who is ill for a week asks for each of their interviews

	AskSpan = 24 * time.Hour
)

// Replacement says that somebody asked for another person in the place of who interviews, or of somebody else of the
// panel (D2, P10). It is stored with the interview. One that was taken back stays, without reason and recipients, and
// counts.
type Replacement struct {
	Interviewer string    `json:"interviewer"` // who was named then: of somebody else it asks nothing
	By          string    `json:"by"`          // the member who asked
	Reason      string    `json:"why"`         // "" for no reason given
	To          []string  `json:"to"`          // who is told by letter
	AskedAt     time.Time `json:"asked_at"`
	Revision    int64     `json:"revision"` // of the interview with it: an older letter told of another one

	Times     int  `json:"times"` // how often it was asked for of that person; 0 of rows that did not count yet
	Withdrawn bool `json:"withdrawn,omitempty"`
	Declined  bool `json:"declined,omitempty"` // they declined the interview, see [Answer]

	Source AnswerSource `json:"source,omitempty"` // where they did, "" for their calendar

	Needs []Need `json:"needs,omitempty"` // why somebody is needed, if nobody asked and they did not decline
}

// Need is why somebody else is needed in a person's place though nobody asks for a replacement (P11).
type Need string

// Why somebody else is needed.
const (
	NeedAway   Need = "away"   // an absence of theirs falls on the interview
	NeedPaused Need = "paused" // they are paused in the pool from which they were seated
	NeedLeft   Need = "left"   // they left the team
)

// Words says of the person why somebody else is needed, in words that follow their name.
func (n Need) Words() string {
	switch n {
	case NeedAway:
		return "is away then"
	case NeedPaused:
		return "is paused in the pool of their seat"
	}
	return "has left the team"
}

// NeedWords are the words of all reasons why somebody else is needed, "" if it was asked for.
func (a Replacement) NeedWords() string {
	var words []string
	for _, n := range a.Needs {
		words = append(words, n.Words())
	}
	return strings.Join(words, ", and ")
}

// LastReplacementOf returns the last request about the person's place, whether it stands or was taken back; nil for
// none. The lead's has a column of its own, since the release before reads it there. One about somebody else of the
// panel is of no account if they were seated after it.
func (i Interview) LastReplacementOf(email string) *Replacement {
	if email == i.InterviewerEmail {
		if a := i.Replacement; a != nil && a.Interviewer == email {
			return a
		}
		return nil
	}
	s := i.InPanel(email)
	n := slices.IndexFunc(i.Replacements, func(a Replacement) bool { return a.Interviewer == email })
	if s == nil || n < 0 || i.Replacements[n].AskedAt.Before(s.SetAt) {
		return nil
	}
	return &i.Replacements[n]
}

// SetReplacement makes that the last request about its person's place.
func (i *Interview) SetReplacement(a Replacement) {
	if a.Interviewer == i.InterviewerEmail {
		i.Replacement = &a
		return
	}
	others := slices.DeleteFunc(slices.Clone(i.Replacements), func(x Replacement) bool {
		return x.Interviewer == a.Interviewer || i.LastReplacementOf(x.Interviewer) == nil
	})
	i.Replacements = append(others, a)
}

// ReplacementOf returns what asks at now for somebody else in the person's place, nil for nothing: the interview is
// still to come, and the place is theirs as it was then.
func (i Interview) ReplacementOf(email string, now time.Time) *Replacement {
	if a := i.LastReplacementOf(email); a != nil && !a.Withdrawn && i.Replaceable(now) {
		return a
	}
	return nil
}

// ReplacementsAskedAt returns everything that asks for a replacement at now: the lead's first, then that of the others
// in the order of their seats, then those for other rooms.
func (i Interview) ReplacementsAskedAt(now time.Time) (asked []Replacement) {
	for _, email := range i.Holders() {
		if a := i.ReplacementOf(email, now); a != nil {
			asked = append(asked, *a)
		}
	}
	return asked
}

// ReplacementsAsked is how often a replacement was asked for of that person.
func (i Interview) ReplacementsAsked(email string) int {
	if a := i.LastReplacementOf(email); a != nil {
		return max(a.Times, 1)
	}
	return 0
}

// ReplacementsSpent reports whether a replacement of the person can be asked for no more, though nothing asks for one
// at now: it was asked for and taken back [MaxReplacementAsks] times.
func (i Interview) ReplacementsSpent(email string, now time.Time) bool {
	return i.Replaceable(now) && i.ReplacementOf(email, now) == nil && i.ReplacementsAsked(email) >= MaxReplacementAsks
}

// Replaceable reports whether it is of use to look for another interviewer at now: [booking.DecideReassign] takes one,
// and the session has not begun.
func (i Interview) Replaceable(now time.Time) bool {
	return i.StatusAt(now) == StatusScheduled && now.Before(i.StartsAt)
}

// Bounds of what is done by itself where somebody cannot interview (P11).
const (
	MaxRefillHours = 168
	MaxRefills     = 3 // times that the same seat is given to somebody else
)

// Departure says that somebody could not interview, or was to be replaced, and left. It is stored with the interview
// until that has another start: nobody of them is chosen for it again.
type Departure struct {
	Email    string    `json:"email"`
	Joined   string    `json:"joined,omitempty"`    // who has the seat since, "" for nobody
	ByItself bool      `json:"by_itself,omitempty"` // the service chose them, and nobody was asked
	At       time.Time `json:"at"`
}

// Refilled is how often the seat that the person has was given to somebody else by itself: to them, and to those who
// had it before them.
func (i Interview) Refilled(email string) (times int) {
	for _, d := range slices.Backward(i.Departures) {
		if email != "" && d.Joined == email {
			if email = d.Email; d.ByItself {
				times++
			}
		}
	}
	return times
}

// RefilledSince are those who left since then and whose seat somebody else got by itself, the earliest first.
func (i Interview) RefilledSince(since time.Time) []Departure {
	return slices.DeleteFunc(slices.Clone(i.Departures), func(d Departure) bool {
		return !d.ByItself || d.At.Before(since)
	})
}

// Refused are those who said that they cannot interview at the start that the interview has, whether they left or not.
func (i Interview) Refused() (emails []string) {
	for _, d := range i.Departures {
		emails = append(emails, d.Email)
	}
	for _, a := range i.Answers {
		if a.Response == Declined && a.Of.Equal(i.StartsAt) {
			emails = append(emails, a.Email)
		}
	}
	return emails
}

// Depart notes that the person leaves the interview as it is, and who has their seat then, if they said that they
// cannot, or have a seat that others left before them.
func (i *Interview) Depart(email, joins string, byItself bool) {
	asked := i.LastReplacementOf(email)
	if asked != nil && !asked.Withdrawn || i.ResponseOf(email) == Declined || i.Refilled(email) > 0 {
		i.Departures = append(slices.Clone(i.Departures), Departure{Email: email, Joined: joins, ByItself: byItself,
			At: i.UpdatedAt})
	}
}
