package timetable

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"litmus/models"
)

// TurnWindow is how far back and ahead of now interviews count when it is decided whose turn it is.
const TurnWindow = 14 * 24 * time.Hour

// Turn says how much somebody interviews.
type Turn struct {
	Interviews int       // in the last and the next [TurnWindow], those that were canceled left out
	Last       time.Time // the start of their last interview before now; zero: none
}

// WhoseTurn returns the first of [InTurn], "" if nobody is free.
func WhoseTurn(free []string, turns map[string]Turn) string {
	if order := InTurn(free, turns); len(order) > 0 {
		return order[0]
	}
	return ""
}

// InTurn returns those who are free in the order in which they are to interview: who has the fewest interviews in the
// last and the next [TurnWindow] comes first, of several who interviewed longest ago, or never, and of several still
// the first by address. So the work is spread, and the same facts give the same person twice.
func InTurn(free []string, turns map[string]Turn) []string {
	return slices.SortedFunc(slices.Values(free), func(a, b string) int {
		x, y := turns[a], turns[b]
		return cmp.Or(x.Interviews-y.Interviews, x.Last.Compare(y.Last), strings.Compare(a, b))
	})
}

// AnybodyAt returns whose turn it is to interview at that start, or the [models.Conflict] that nobody is free, with
// why. Who is free is what the starts that are offered come from; but is an address that is not wanted, "" for none.
func (a Availability) AnybodyAt(start time.Time, d time.Duration, except, but string, turns map[string]Turn,
	now time.Time) (string, error) {
	e := a.Explain(start, d, now, except)
	free := slices.DeleteFunc(e.Free(), func(email string) bool { return email == but })
	if email := WhoseTurn(free, turns); email != "" {
		return email, nil
	}
	who := "nobody"
	if but != "" {
		who = "nobody else"
	}
	return "", models.About(models.Refusal{Cause: models.CauseNobodyFree, At: start},
		models.Advised(models.Conflictf("%s is free at %s; ", who, models.FormatInstant(start)), models.AdviceSlots))
}
