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
func Refills(i models.Interview, interviewer string, hours int, now time.Time) bool {
	return hours > 0 && !i.ExternallyScheduled && i.ReplacementOf(interviewer, now) != nil &&
		!now.Add(time.Duration(hours)*time.Hour).After(i.StartsAt) && i.Refilled(interviewer) < models.MaxRefills
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
func DecideRefill(f PanelFacts, interviewer string, p models.Policy, now time.Time) (_ models.Interview,
	changed bool) {
	was := f.Interview
	f.ByItself = true
	i, changed, err := DecideChangePanel(f, PanelChange{Leaves: interviewer, Joins: Anybody}, p, now)
	if err != nil || !changed {
		return was, false
	}
	return i, true
}

// Elsewhere are the starts from one to another at which somebody else could take the person's seat, and everybody whose
// seat is needed could be there: none where the facts do not say so of all of them.
func (f PanelFacts) Elsewhere(interviewer string, from, to, now time.Time) []timetable.Slot {
	i := f.Interview
	refused := append(i.Refused(), interviewer)
	seat, kept := f.seatOf(interviewer)
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
	}), kept, refused)
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

// together is when one of who, for the seat, can interview with all the people who are kept, in the rooms of the round
// that did not refuse. A room's seat is among those.
func (f PanelFacts) together(seat models.Seated, who []string, kept []models.Seated,
	refused []string) timetable.Availability {
	a := f.Available
	a.Places = slices.DeleteFunc(slices.Clone(f.Places), func(p panel.Place) bool { return !p.Room() })
	for n := range a.Places {
		a.Places[n].People = slices.DeleteFunc(slices.Clone(a.Places[n].People), func(id string) bool {
			return slices.Contains(refused, id)
		})
	}
	if !seat.IsRoom() {
		a.Places = append(a.Places, f.placeOf(seat, who))
	}
	for _, s := range models.People(kept) {
		p := f.placeOf(s, []string{s.Email})
		p.Role = s.Role
		a.Places = append(a.Places, p)
	}
	return a
}

// placeOf is the place of an interviewer from the pool of a seat, whose limits hold there, for these people.
func (f PanelFacts) placeOf(s models.Seated, people []string) panel.Place {
	p := panel.Place{Seat: s.Seat, Pool: s.Pool, Role: models.SeatInterviewer, People: people}
	for _, of := range f.Places {
		if of.Pool == s.Pool {
			p.Limits = of.Limits
		}
	}
	return p
}
