package booking

import (
	"time"

	"litmus/models"
)

// Refills reports whether the seat of the person, for whom a replacement is asked at now, is given to somebody else by
// itself (P11): the organization wants that up to so many hours before the start, 0 for never, and the seat was not
// refilled too often. An import is its applicant tracking system's to change.
func Refills(i models.Interview, of string, hours int, now time.Time) bool {
	return hours > 0 && !i.ExternallyScheduled && i.ReplacementOf(of, now) != nil &&
		!now.Add(time.Duration(hours)*time.Hour).After(i.StartsAt) && i.Refilled(of) < models.MaxRefills
}

// DecideRefill gives the seat of the person to whoever is chosen for it as it is, with the time and everybody else kept
// (P11): never to who could not interview then. changed is false if there is nobody, or if letters to them are not to
// leave: then the request stays, and somebody of the team decides.
func DecideRefill(f PanelFacts, of string, p models.Policy, now time.Time) (_ models.Interview, changed bool) {
	was := f.Interview
	f.ByItself = true
	f.Available.Not = append(was.Refused(), f.Available.Not...)
	i, changed, err := DecideChangePanel(f, PanelChange{Leaves: of, Joins: Anybody}, p, now)
	if err != nil || !changed {
		return was, false
	}
	return i, true
}
