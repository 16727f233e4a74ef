package timetable

import (
	"slices"
	"strings"
	"time"

	"litmus/models"
	"litmus/models/panel"
)

// table prepares the places for questions about people by their numbers, nil if there are none.
func (a Availability) table(people []*Available) *panel.Table {
	if len(a.Places) == 0 {
		return nil
	}
	takers := a.takers(people)
	emails := make([]string, len(takers))
	for n, one := range takers {
		emails[n] = one.Email
	}
	return panel.NewTable(a.Places, emails)
}

// people are the interviewers, in the order in which they are listed.
func (a Availability) people() []*Available {
	out := make([]*Available, len(a.Interviewers))
	for n := range a.Interviewers {
		out[n] = &a.Interviewers[n]
	}
	return out
}

// diaries are those of the interviewers and of the rooms after them, whose numbers are those of the table, nil without
// places.
func (a Availability) diaries(q asked, pools poolReaders) ([]*diary, *panel.Table) {
	people := a.people()
	table := a.table(people)
	out := make([]*diary, len(people))
	for n, iv := range people {
		out[n] = iv.diary(q, pools)
		out[n].cannot = a.bars(table, iv, n)
	}
	return append(out, a.roomDiaries(q, q.to, pools)...), table
}

// bars says why the interviewer, of that number, is not asked for at all, "" if they are.
func (a Availability) bars(table *panel.Table, iv *Available, who int) Reason {
	switch {
	case table == nil && iv.Unassigned:
		return ReasonNotAssigned
	case table == nil:
		return ""
	case slices.Contains(a.Not, iv.Email):
		return ReasonCandidate
	case !table.Takes(who):
		return ReasonNoPlace
	}
	return ""
}

// PanelAt returns who sits where in a panel at that start, the lead first and the rooms last, or the [models.Conflict]
// that there can be none, with why. It returns a panel exactly where [Availability.Explain] has a place left. shares
// are by address.
func (a Availability) PanelAt(start time.Time, d time.Duration, except string, shares map[string]panel.Share,
	now time.Time) ([]models.Seated, error) {
	e := a.Explain(start, d, now, except)
	if e.Capacity == 0 {
		if len(e.Places) == 0 {
			return nil, models.About(models.Refusal{Cause: models.CauseFull, At: start},
				models.Advised(models.Conflictf("every panel is taken at %s; ", models.FormatInstant(start)),
					models.AdviceSlots))
		}
		return nil, models.About(models.Refusal{Cause: models.CauseNobodyFree, At: start},
			models.Advised(models.Conflictf("not everybody who is needed is free at %s (%s); ",
				models.FormatInstant(start), e.placeWords(time.UTC)), models.AdviceSlots))
	}
	seated, _ := panel.Choose(e.Narrow(a.Places), append(e.Free(), e.FreeRooms()...), shares)
	for n := range seated {
		seated[n].SetAt, seated[n].Room = now, a.RoomName(seated[n].Email)
	}
	people := models.People(seated)
	return append(people, slices.DeleteFunc(seated, func(s models.Seated) bool { return !s.IsRoom() })...), nil
}

// PlaceVerdict says of places of a panel that too few people are free for them, and why.
type PlaceVerdict struct {
	panel.Lack
	Others []Verdict // on those who, or which, can take one of the places and are not free

	Limit *models.AtLimit // of their pool as a whole, which fills none of them at the start; nil for none
}

// placeVerdicts say which places cannot be filled with those who are free.
func placeVerdicts(lacks []panel.Lack, people []Verdict, pools poolReaders, want Range) (out []PlaceVerdict) {
	for _, l := range lacks {
		p := PlaceVerdict{Lack: l, Limit: pools.at(l.Pool, want)}
		for _, w := range people {
			if p.Limit == nil && w.Reason != ReasonFree && slices.Contains(l.People, w.Email) {
				p.Others = append(p.Others, w)
			}
		}
		out = append(out, p)
	}
	return out
}

// Words say how many are free, or which limit of the pool fills none: "Backend: the pool has 2 interviews on Tue 3 Mar,
// and at most 2 a day".
func (p PlaceVerdict) Words() string {
	if p.Limit != nil {
		return p.Seats[0] + ": the pool " + p.Limit.Numbers()
	}
	return p.Lack.Words()
}

// why says in a sentence which places they are and what the people do who could take one, of many of the first.
func (p PlaceVerdict) why(zone *time.Location) string {
	const told = 5
	said := p.Words()
	for n, w := range p.Others {
		if n == told {
			one, more := "other person is not free", "other people are not free"
			if p.Rooms {
				one, more = "other room is not free", "other rooms are not free"
			}
			said += ", and " + count(len(p.Others)-told, one, more)
			break
		}
		if n == 0 {
			said += "; "
		} else {
			said += ", "
		}
		said += w.who() + " " + w.Words(zone)
	}
	return said
}

// placeWords say which places cannot be filled, and of rooms why, since nobody looks into their calendars.
func (e Explanation) placeWords(zone *time.Location) string {
	words := make([]string, len(e.Places))
	for n, p := range e.Places {
		if words[n] = p.Words(); p.Rooms {
			words[n] = p.why(zone)
		}
	}
	return strings.Join(words, "; ")
}
