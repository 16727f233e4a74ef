package models

import "time"

// MaxAccommodationRunes is how many characters an [Accommodation] may have: room to explain, and no medical file.
const MaxAccommodationRunes = 2000

// Accommodation is what a candidate needs for an interview or an exercise, such as an interpreter or more time, in
// their own words. It may tell of their health, so it is kept apart from everything that is passed on (ADR
// accommodations-stand-apart): only who may do [access.ActionAccommodate] reads it.
type Accommodation struct {
	Text      string
	AskedAt   time.Time  // of the text: who changes it asks anew
	SettledAt *time.Time // nil: nobody has seen to it yet
	SettledBy string     // the member's email, "" for nobody
}

// Open reports whether somebody of the team has to see to it.
func (a *Accommodation) Open() bool { return a != nil && a.SettledAt == nil }

// ParseAccommodation returns what a candidate needs as it is stored: plain text with one empty line between its
// paragraphs, "" if nothing of it can be seen. The error is of kind [Invalid].
func ParseAccommodation(s string) (string, error) {
	return parseParagraphs("accommodation", s, MaxAccommodationRunes)
}
