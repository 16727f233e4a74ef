package figures

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// Happening is what kept an interview from its time.
type Happening string

// The happenings.
const (
	Moved    Happening = "moved"
	Canceled Happening = "canceled"
	NoShow   Happening = "no_show"
)

// Given is a move or a cancellation for which a reason was given, or a no-show with its note, "" for none.
type Given struct {
	What        Happening
	InterviewID string
	At          time.Time // when it was done; of a no-show when the interview was to begin
	Text        string
}

// Because counts what has the same reason.
type Because struct {
	Text                     string // as it was given last
	Moves, Canceled, NoShows int
}

// All is how often the reason was given.
func (b Because) All() int { return b.Moves + b.Canceled + b.NoShows }

// ReasonsOf counts the reasons, the one that was given most often first. Reasons that differ in upper and lower case,
// or in a full stop at their end, are the same one. given has the latest first.
func ReasonsOf(given []Given) []Because {
	var out []Because
	places := map[string]int{}
	for _, g := range given {
		key := sameReason(g.Text)
		if key == "" {
			continue
		}
		n, known := places[key]
		if !known {
			n = len(out)
			places[key], out = n, append(out, Because{Text: g.Text})
		}
		switch g.What {
		case Moved:
			out[n].Moves++
		case Canceled:
			out[n].Canceled++
		case NoShow:
			out[n].NoShows++
		}
	}
	slices.SortStableFunc(out, func(x, y Because) int { return cmp.Compare(y.All(), x.All()) })
	return out
}

// sameReason is what texts of the same reason have in common.
func sameReason(text string) string { return strings.ToLower(strings.TrimRight(text, ". ")) }

// Usual are reasons that every organization is offered where one is asked for.
var Usual = []string{"The candidate asked for it", "The interviewer cannot come", "The interviewer is ill",
	"Another interviewer is needed", "The posting is filled", "It was booked by mistake"}

// mostOffered is how many of its own reasons an organization is offered.
const mostOffered = 8

// Offered returns what is offered where a reason is asked for: the organization's own, the one that was given most
// often first, and the usual ones. A reason that was given once may be about one person and is left out.
func Offered(given []Given) (out []string) {
	add := func(text string) {
		if !slices.ContainsFunc(out, func(x string) bool { return sameReason(x) == sameReason(text) }) {
			out = append(out, text)
		}
	}
	for _, b := range ReasonsOf(given) {
		if b.All() > 1 && len(out) < mostOffered {
			add(b.Text)
		}
	}
	for _, text := range Usual {
		add(text)
	}
	return out
}
