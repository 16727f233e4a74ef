package timetable

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"litmus/models"
	"litmus/models/panel"
)

// Explanation says whether a start is offered, and if not why not.
type Explanation struct {
	Start    time.Time
	Duration time.Duration
	// Reason is [ReasonFree] exactly if the start is one of [Availability.Offered].
	Reason       Reason
	Capacity     int       // places that are left
	Unnamed      []Booked  // interviews at this start that name nobody and take a place each
	Interviewers []Verdict // those who are free first, then by email
	Rooms        []Verdict // of the round's panel, in the order in which they were read
	// Places are those of the round's panel that cannot be filled, none if a panel is free. With a panel, Capacity
	// counts panels.
	Places []PlaceVerdict

	paneled bool                // the round has a panel
	barred  map[string][]string // by pools, whom limits of them keep out; see [Explanation.Bars]

	Limit *models.AtLimit // of [ReasonAtLimit]: the organization's, nil if everybody who would be free is at one
}

// Explain says why the start of a round of that duration is or is not offered at now (D15). The answer comes from the
// code that offers, so it is [ReasonFree] exactly where a start is offered. An interview in the way is named before any
// other reason, since it alone refuses a booking. The interview of the id except, which is moved or gets another
// interviewer, takes no place.
func (a Availability) Explain(start time.Time, duration time.Duration, now time.Time, except string) Explanation {
	return a.ExplainAll([]time.Time{start}, duration, now, except)[0]
}

// ExplainAll is [Availability.Explain] of several starts, which are in order.
func (a Availability) ExplainAll(starts []time.Time, duration time.Duration, now time.Time,
	except string) []Explanation {
	if len(starts) == 0 {
		return nil
	}
	q := asked{duration: duration, from: starts[0], to: starts[len(starts)-1], horizon: now.Add(MaxPersonalHorizon),
		except: except, now: now}
	pools := a.poolReaders(q)
	diaries, table := a.diaries(q, pools)
	out, limits := make([]Explanation, len(starts)), a.readers(q)
	for n, start := range starts {
		out[n] = a.explain(diaries, table, limits, pools, start, q)
	}
	return out
}

func (a Availability) explain(diaries []*diary, table *panel.Table, limits limitReaders, pools poolReaders,
	start time.Time, q asked) Explanation {
	e := Explanation{Start: start, Duration: q.duration, Unnamed: a.unnamedAt(start, q.except),
		Interviewers: make([]Verdict, len(diaries)-len(a.Rooms)), paneled: table != nil}
	people, want := len(e.Interviewers), Range{start, start.Add(q.duration)}
	for _, d := range diaries[people:] {
		e.Rooms = append(e.Rooms, d.verdict(start))
	}
	offered, assigned, limited, free := false, false, false, 0
	for n, d := range diaries[:people] {
		e.Interviewers[n] = d.verdict(start)
		assigned = assigned || !d.Unassigned
		offered = offered || e.Interviewers[n].Offers
		limited = limited || e.Interviewers[n].Reason == ReasonAtLimit
		if e.Interviewers[n].Reason == ReasonFree {
			free++
		}
	}
	var lacks []panel.Lack
	if table != nil {
		offering, able := table.NewSet(), table.NewSet()
		takers := slices.Concat(e.Interviewers, e.Rooms)
		e.bar(diaries, takers, pools, table, want)
		for n, w := range takers {
			if w.Offers {
				offering.Add(n)
			}
			if w.Reason == ReasonFree {
				able.Add(n)
			}
		}
		offered, assigned, free = table.Fits(offering), true, table.Capacity(able)
		limited = false // the places say who is
		lacks = table.Lacks(able)
	}
	slices.SortFunc(e.Interviewers, func(x, y Verdict) int {
		return cmp.Or(cmp.Compare(x.order(), y.order()), strings.Compare(x.Email, y.Email))
	})
	e.Places = placeVerdicts(lacks, slices.Concat(e.Interviewers, e.Rooms), pools, want)
	e.Capacity = pools.left(want, max(free-len(e.Unnamed), 0))
	if e.Capacity > 0 {
		if e.Limit = limits.over(want); e.Limit == nil {
			e.Capacity = limits.left(want, e.Capacity)
		}
	}
	switch {
	case !start.After(q.now):
		e.Reason, e.Limit = ReasonPast, nil
	case e.Limit != nil:
		e.Reason = ReasonAtLimit
	case e.Capacity > 0:
		e.Reason = ReasonFree
	case !OnGrid(start):
		e.Reason = ReasonOffGrid
	case !assigned:
		e.Reason = ReasonNobody
	case offered:
		e.Reason = ReasonFull
	case limited:
		e.Reason = ReasonAtLimit
	default:
		e.Reason = ReasonNotOffered
	}
	return e
}

// bar finds whom limits of pools keep out, and has the table know it. Of who is not free only the limits of a pool as a
// whole count: what else would keep them out is not looked for.
func (e *Explanation) bar(diaries []*diary, takers []Verdict, pools poolReaders, table *panel.Table, want Range) {
	if len(pools.all) == 0 {
		return
	}
	e.barred = map[string][]string{}
	for _, pool := range pools.all {
		whole, barred := pool.at(want, &spans{}), table.NewSet()
		for n, w := range takers {
			if whole != nil || w.Reason == ReasonFree && diaries[n].poolLimit(pool, want) != nil {
				barred.Add(n)
				e.barred[pool.Pool] = append(e.barred[pool.Pool], w.Email)
			}
		}
		table.Bar(pool.Pool, barred)
	}
}

// Of returns what is said about that interviewer.
func (e Explanation) Of(email string) (Verdict, bool) {
	for _, w := range e.Interviewers {
		if w.Email == email {
			return w, true
		}
	}
	return Verdict{}, false
}

// Free returns the emails of those who are free.
func (e Explanation) Free() []string { return freeOf(e.Interviewers) }

// FreeRooms returns the ids of the rooms that are free and large enough.
func (e Explanation) FreeRooms() []string { return freeOf(e.Rooms) }
