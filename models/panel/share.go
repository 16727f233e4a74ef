package panel

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"litmus/models"
)

// Four weeks are the last and the next fourteen days, in which interviews count.
const (
	weeks    = 4
	workdays = 5 // in a week: a limit of so many a day allows five times as many a week
)

// usual is what somebody without a limit counts as being allowed in four weeks: four interviews a week, about what
// teams agree on who have a limit. It holds nobody back. It only makes people with a limit and people without one
// comparable: who is allowed less gets less.
const usual = 4 * weeks

// Share says how much somebody interviews.
type Share struct {
	Interviews int       // in the last and the next fourteen days, those that were canceled left out
	Allowed    int       // what their limit allows in that time, see [Allows]; 0: they have none
	Last       time.Time // the start of their last interview before now; zero: none
}

// Allows returns what limits of so many interviews a day and a week allow in four weeks, 0 for none. A limit that is 0
// is none.
func Allows(day, week int) int {
	switch ofDays := day * workdays * weeks; {
	case week == 0:
		return ofDays
	case day == 0:
		return week * weeks
	default:
		return min(ofDays, week*weeks)
	}
}

// compare orders by the share of what each is allowed, as an exact fraction, then by who interviewed longest ago or
// never.
func (s Share) compare(o Share) int { return cmp.Or(s.compareShare(o), s.Last.Compare(o.Last)) }

func (s Share) compareShare(o Share) int {
	return cmp.Compare(s.Interviews*cmp.Or(o.Allowed, usual), o.Interviews*cmp.Or(s.Allowed, usual))
}

// Less reports whether it is a smaller share of what is allowed, as an exact fraction.
func (s Share) Less(o Share) bool { return s.compareShare(o) < 0 }

// Percent is the share of what is allowed, rounded down.
func (s Share) Percent() int { return 100 * s.Interviews / cmp.Or(s.Allowed, usual) }

// Times is how many times the other share it is, 0 if the other is none.
func (s Share) Times(o Share) float64 {
	if o.Interviews == 0 {
		return 0
	}
	return float64(s.Interviews*cmp.Or(o.Allowed, usual)) / float64(o.Interviews*cmp.Or(s.Allowed, usual))
}

// words say how much they interview, such as "has 2 of 8 interviews in these four weeks".
func (s Share) words() string {
	if s.Allowed == 0 {
		return "has " + models.Count(s.Interviews, "interview") + " in these four weeks"
	}
	return fmt.Sprintf("has %d of %s in these four weeks", s.Interviews, models.Count(s.Allowed, "interview"))
}

// why says why somebody was chosen, of others who were free for the place and got none. Nobody of them comes before the
// one who was chosen. beside says that somebody else who was free for it has another place of the interview.
func (s Share) why(others []Share, beside bool) string {
	if len(others) == 0 {
		if beside {
			return "is the only one who is free and has no other place"
		}
		return "is the only one who is free"
	}
	asMuch, asLong, limited := 0, 0, s.Allowed > 0
	for _, o := range others {
		limited = limited || o.Allowed > 0
		if s.compareShare(o) == 0 {
			asMuch++
			if s.Last.Equal(o.Last) {
				asLong++
			}
		}
	}
	among := fmt.Sprintf("of the %d who are free", len(others)+1)
	if beside {
		among += " and have no other place"
	}
	most := "the fewest"
	if limited {
		most = "the smallest share"
	}
	words := []string{s.words() + ", " + most + " " + among}
	switch {
	case asMuch == 0:
		return words[0]
	case s.Last.IsZero():
		words = append(words, "has not interviewed before")
	case asLong == 0:
		words = append(words, "interviewed longest ago")
	}
	if asLong > 0 {
		words = append(words, "comes first by address")
	}
	return strings.Join(words, ", and ")
}
