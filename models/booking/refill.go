package booking

import (
	"slices"
	"time"

	"litmus/models"
	"litmus/models/panel"
	"litmus/models/timetable"
)

// Refills reports whether the seat of the person, for whom a replacement is asked at now, is given to somebody else by
// itself (P11): the organization wants that up to so many hours before the start, 0 for never, and the seat was not
// refilled too often. An import is its applicant tracking system's to change.
func Refills(i models.Interview, of string, hours int, now time.Time) bool {
	return hours > 0 && !i.ExternallyScheduled && i.ReplacementOf(of, now) != nil &&
		!now.Add(time.Duration(hours)*time.Hour).After(i.StartsAt) && i.Refilled(of) < models.MaxRefills
}

// AskedFor are those for whom a change asks for somebody else at now, and for whom nothing did before it. Whoever takes
// a change back has the request that stood before it, which asks nothing anew.
func AskedFor(before, after models.Interview, now time.Time) (of []string) {
	for _, a := range after.ReplacementsAskedAt(now) {
		was := before.ReplacementOf(a.Interviewer, now)
		if a.Revision > before.Revision && (was == nil || was.Revision != a.Revision) {
			of = append(of, a.Interviewer)
		}
	}
	return of
}

// DecideRefill gives the seat of the person to whoever is chosen for it, with the time and everybody else kept (P11).
// changed is false if there is nobody: then the request stays, and somebody of the team decides.
func DecideRefill(f PanelFacts, of string, p models.Policy, now time.Time) (_ models.Interview, changed bool) {
	was := f.Interview
	f.ByItself = true
	i, changed, err := DecideChangePanel(f, PanelChange{Leaves: of, Joins: Anybody}, p, now)
	if err != nil || !changed {
		return was, false
	}
	return i, true
}

// Elsewhere are the starts from one to another at which somebody else could take the person's seat, and everybody whose
// seat is needed could be there: none where the facts do not say so of all of them.
func (f PanelFacts) Elsewhere(of string, from, to, now time.Time) []timetable.Slot {
	i := f.Interview
	refused := append(i.Refused(), of)
	seat, kept := f.seatOf(of)
	if seat == nil {
		return nil
	}
	a := f.Available
	if len(f.Places) == 0 {
		if len(kept) > 0 {
			return nil
		}
		return slices.DeleteFunc(a.Offered(i.Duration(), from, to, now, i.ID), func(s timetable.Slot) bool {
			return !slices.ContainsFunc(s.InterviewerEmails, func(email string) bool {
				return !slices.Contains(refused, email)
			})
		})
	}
	kept = slices.DeleteFunc(kept, func(s models.Seated) bool { return s.Optional })
	a = f.together(*seat, slices.DeleteFunc(f.ableTo(*seat, kept), func(email string) bool {
		return slices.Contains(refused, email)
	}), kept)
	return a.Offered(i.Duration(), from, to, now, i.ID)
}

// ableTo are those who can have the seat whenever they are free, beside those who keep theirs.
func (f PanelFacts) ableTo(seat models.Seated, kept []models.Seated) (who []string) {
	for _, iv := range f.Available.Interviewers {
		if len(panel.Successors(f.Places, kept, seat, []string{iv.Email}, nil)) > 0 {
			who = append(who, iv.Email)
		}
	}
	return who
}

// together is when one of who, for the seat, can interview with all the people who are kept, in the rooms of the round.
func (f PanelFacts) together(seat models.Seated, who []string, kept []models.Seated) timetable.Availability {
	a := f.Available
	a.Places = append(slices.DeleteFunc(slices.Clone(f.Places), func(p panel.Place) bool { return !p.Room() }),
		panel.Place{Seat: seat.Seat, Role: models.SeatInterviewer, People: who})
	for _, s := range models.People(kept) {
		a.Places = append(a.Places, panel.Place{Seat: s.Seat, Role: s.Role, People: []string{s.Email}})
	}
	return a
}
