package booking

import (
	"slices"
	"time"

	"litmus/models"
	"litmus/models/timetable"
)

// Vacancy says when a person cannot interview, before and after a change that is about no interview: they are away, are
// paused in a pool, or leave the team (P11).
type Vacancy struct {
	Email         string
	Need          models.Need
	Pool          string // only seats that they have from the pool of that id; "" for all of theirs
	Before, After func(timetable.Range) bool
}

// AwayVacancy is that of somebody who has other absences after the change, whose days are those of the zone.
func AwayVacancy(email, zone string, before, after []timetable.Absence) Vacancy {
	return Vacancy{Email: email, Need: models.NeedAway, Before: timetable.TimeOff{Zone: zone, Absences: before}.Away,
		After: timetable.TimeOff{Zone: zone, Absences: after}.Away}
}

// PausedVacancy is that of a member of the pool whose state is another one after the change. Dates are those of the
// organization's zone.
func PausedVacancy(pool, zone string, before, after models.PoolMember) Vacancy {
	paused := func(m models.PoolMember) func(timetable.Range) bool {
		return func(r timetable.Range) bool {
			return m.StateOn(r.From.In(models.Location(zone)).Format(time.DateOnly)) == models.PoolPaused
		}
	}
	return Vacancy{Email: after.Email, Need: models.NeedPaused, Pool: pool, Before: paused(before),
		After: paused(after)}
}

// LeftVacancy is that of somebody who is no member of the team any more.
func LeftVacancy(email string) Vacancy {
	return Vacancy{Email: email, Need: models.NeedLeft, Before: func(timetable.Range) bool { return false },
		After: func(timetable.Range) bool { return true }}
}

// Falls reports whether the change makes that somebody else is needed in the interview at now. Of an interview without
// a panel it is an absence alone that does so, and only where the organization has seats refilled by itself: hours is
// up to how many before the start, 0 for never. Else whoever hands interviews over finds it, as the contract has it.
func (v Vacancy) Falls(i models.Interview, hours int, now time.Time) bool {
	if len(i.Panel) == 0 && (hours == 0 || v.Need != models.NeedAway) {
		return false
	}
	want := timetable.Range{From: i.StartsAt, To: i.EndsAt}
	return i.Replaceable(now) && v.seats(i) && !v.Before(want) && v.After(want)
}

// Ends reports whether somebody was needed in the interview for this reason, and is not after the change.
func (v Vacancy) Ends(i models.Interview, now time.Time) bool {
	asked := i.ReplacementOf(v.Email, now)
	return asked != nil && slices.Contains(asked.Needs, v.Need) && v.seats(i) &&
		!v.After(timetable.Range{From: i.StartsAt, To: i.EndsAt})
}

// seats reports whether the person has a seat in the interview that the change is about.
func (v Vacancy) seats(i models.Interview) bool {
	if v.Pool == "" {
		return i.Attends(v.Email)
	}
	s := i.InPanel(v.Email)
	return s != nil && s.Pool == v.Pool
}

// DecideVacancy has somebody else be needed at now in the place of the person, as if they had declined, or takes that
// back where the reason is gone and was the only one. by is the member who made the change, or the person where it was
// nobody of the team; who is told is never by. changed is false if the interview stays as it is: it is not concerned,
// or somebody asked for a replacement anyway.
func DecideVacancy(f AnswerFacts, v Vacancy, by string, hours int, now time.Time) (i models.Interview, changed bool) {
	i = f.Interview
	asked := i.ReplacementOf(v.Email, now)
	switch {
	case v.Falls(i, hours, now) && asked == nil:
		i.Revise(now)
		needed := f.request(i, v.Email, by, now)
		needed.Needs = []models.Need{v.Need}
		i.SetReplacement(needed)
	case v.Falls(i, hours, now) && len(asked.Needs) > 0 && !slices.Contains(asked.Needs, v.Need):
		i.Revise(now)
		further := *asked
		further.Needs = append(slices.Clone(asked.Needs), v.Need)
		i.SetReplacement(further)
	case v.Ends(i, now):
		i.Revise(now)
		left := *asked
		left.Needs = slices.DeleteFunc(slices.Clone(asked.Needs), func(n models.Need) bool { return n == v.Need })
		if len(left.Needs) == 0 {
			withdraw(&i, left)
		} else {
			i.SetReplacement(left)
		}
	default:
		return i, false
	}
	return i, true
}
