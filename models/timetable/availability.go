package timetable

import (
	"slices"
	"strings"
	"time"

	"litmus/models"
	"litmus/models/panel"
)

// PersonalHorizon is how far after the lower bound personal starts are computed if no upper bound is given;
// MaxPersonalHorizon is how far ahead of now they are offered, wherever they are, and the longest span that can be
// asked for.
const (
	PersonalHorizon    = 28 * 24 * time.Hour
	MaxPersonalHorizon = 92 * 24 * time.Hour
)

// Availability holds what is known of a posting's interviewers and bookings around a requested time, enough to decide
// what can be booked there. Bookings, GET slots, the candidate's page and the explanation of a time (D15) all use it.
type Availability struct {
	Interviewers []Available
	Unnamed      []Booked // live interviews of the posting without a named interviewer

	// Places are those of the round's panel; none: one of the interviewers, or nobody. With places a start is offered
	// if different people who are free can take all that are required. Then Interviewers are those who can take a
	// place, and whether they are assigned to the posting does not matter.
	Places []panel.Place
	Not    []string // with places: the addresses of the candidate, who sits in no panel of their own

	Rooms []Available // that can take one of the places, by [Room.In]

	Limits []Limited // that are about a start as a whole, such as the organization's
	Pools  []Limited // of the places' pools as a whole, see [Availability.LimitPools]
}

// Available is one assigned interviewer.
type Available struct {
	Email    string
	Painted  []time.Time // ignored for a personal interviewer
	Personal bool
	Zone     string      // of the working hours, dates and absences
	Hours    WeeklyHours // of a personal interviewer
	Dates    DatedHours  // that count instead of the weekly ones on their dates
	Absences []Absence   // also of a painted interviewer, like the dates without hours; see [TimeOff]
	Busy     []Range     // busy times of a connected calendar
	Known    *Range      // the span in which Busy is complete: nothing is offered outside of it; nil without calendar
	Unknown  bool        // the calendar was not read for too long: the person is not offered
	Bookings []Booked    // interviews anywhere in the organization that block
	Limits   []Limited   // of the person, and of pools for each of their people

	Elsewhere bool // they can also take a place whose pool has no limits, or that names them

	ReadAt, FailingSince *time.Time // when the calendar was read last, and since when it cannot be; nil: never

	Unassigned bool // somebody who is asked about and does not interview on the posting: they offer nothing

	Room *Room // which it is: Email is its id, and Hours count alone; nil for a person
}

// TimeOff says when the interviewer is away.
func (iv Available) TimeOff() TimeOff { return TimeOff{iv.Zone, iv.Absences, iv.Dates} }

// Only returns what is known of these interviewers, and of no interview that names nobody. Where there are places it is
// enough that one of them can take one.
func (a Availability) Only(emails ...string) Availability {
	only := Availability{Not: a.Not, Limits: a.Limits, Pools: a.Pools}
	for _, iv := range a.Interviewers {
		if slices.Contains(emails, iv.Email) {
			only.Interviewers = append(only.Interviewers, iv)
		}
	}
	if len(a.Places) > 0 {
		one := panel.Place{Role: models.SeatInterviewer}
		for _, p := range a.Places {
			one.People = append(one.People, p.People...)
		}
		only.Places = []panel.Place{one}
	}
	return only
}

// AvailableAt returns the person's own schedule at now without busy times: hours, zone, and how well the connected
// calendar is known. zone is the organization's, see [Person.ZoneIn]. c is their connection, nil if there is none. A
// person with a calendar whose connection is missing counts as unknown, never as free.
func (p Person) AvailableAt(zone string, c *Connection, now time.Time) Available {
	iv := Available{Email: p.Email, Zone: p.ZoneIn(zone), Personal: p.Personal(), Hours: p.Hours(), Dates: p.Dates}
	switch {
	case !p.CalendarConnected:
		return iv
	case c == nil:
		c = &Connection{}
	}
	return iv.Knowing(c, now)
}

// Booked is the time that an interview takes.
type Booked struct {
	InterviewID string
	Range
}

// asked says which starts a question is about: those of a round of that duration with from <= start <= to. A zero to is
// no upper bound.
type asked struct {
	duration time.Duration
	from, to time.Time
	horizon  time.Time // the last start of personal interviewers
	except   string    // the interview of this id takes no place
	now      time.Time // for days of notice
	named    bool      // a booking names who interviews, or the start: limits do not count
}

// Slots returns the free starts of a round of that duration with from <= start <= to, ordered by start (§4 Slots rule
// 7). A zero to means no upper bound. Like [Availability.Explain] it offers personal starts at most 92 days ahead of
// now; those before now are listed if they are asked for, 92 days of them.
func (a Availability) Slots(duration time.Duration, from, to, now time.Time) []Slot {
	ahead := MaxPersonalHorizon
	if to.IsZero() {
		ahead = PersonalHorizon
	}
	horizon := from.Add(ahead)
	if last := now.Add(MaxPersonalHorizon); last.Before(horizon) {
		horizon = last
	}
	return a.slots(asked{duration: duration, from: from, to: to, horizon: horizon, now: now})
}

func (a Availability) slots(q asked) []Slot {
	people := a.people()
	slices.SortFunc(people, func(x, y *Available) int { return strings.Compare(x.Email, y.Email) })

	// Hundreds of people may offer hundreds of starts each. So first collect who offers which start; then all lists of
	// emails are cut from one array.
	type offer struct {
		slot, who int32
		barred    uint32 // pools whose limits keep them out, by number
	}
	var offers []offer
	pools := a.poolReaders(q)
	table := a.table(people)
	out, last := []Slot{}, q.from
	places := newPlaces(q.from)
	for who, iv := range people {
		d := iv.diary(q, pools)
		if d.cannot = a.bars(table, iv, who); d.cannot != "" {
			continue
		}
		starts := d.candidates()
		offers = slices.Grow(offers, len(starts))
		for _, start := range starts {
			if reason, booked := d.at(start); reason != ReasonFree || booked {
				continue
			}
			k := start.UnixMilli()
			n := places.of(k)
			if *n == 0 {
				out = append(out, Slot{StartAt: time.UnixMilli(k).UTC()})
				if *n = int32(len(out)); start.After(last) {
					last = start
				}
			}
			out[*n-1].Capacity++
			barred, _ := d.barred(Range{start, start.Add(q.duration)})
			offers = append(offers, offer{*n - 1, int32(who), barred})
		}
	}
	emails := make([]string, len(offers))
	end := 0
	for n := range out {
		out[n].InterviewerEmails = emails[end : end : end+out[n].Capacity]
		end += out[n].Capacity
	}
	for _, o := range offers {
		out[o.slot].InterviewerEmails = append(out[o.slot].InterviewerEmails, people[o.who].Email)
	}
	if table != nil {
		free, kept := make([]panel.Set, len(out)), make([]bars, len(out))
		for n := range free {
			free[n], kept[n] = table.NewSet(), newBars(pools, table)
		}
		for _, o := range offers {
			free[o.slot].Add(int(o.who))
			kept[o.slot].add(int(o.who), o.barred)
		}
		for room, d := range a.roomDiaries(q, last, pools) {
			for n := range out {
				if reason, booked := d.at(out[n].StartAt); reason == ReasonFree && !booked {
					barred, _ := d.barred(Range{out[n].StartAt, out[n].StartAt.Add(q.duration)})
					free[n].Add(len(people) + room)
					kept[n].add(len(people)+room, barred)
				}
			}
		}
		for n := range out {
			kept[n].apply(table, pools)
			out[n].Capacity = table.Capacity(free[n])
		}
	}
	for _, b := range a.Unnamed {
		if n := *places.of(b.From.UnixMilli()); n > 0 && b.InterviewID != q.except {
			out[n-1].Capacity--
		}
	}
	limits := a.readers(q)
	for n := range out {
		want := Range{From: out[n].StartAt}
		out[n].Capacity = limits.left(want, pools.left(want, out[n].Capacity))
	}
	out = slices.DeleteFunc(out, func(s Slot) bool {
		return s.Capacity <= 0 || limits.over(Range{s.StartAt, s.StartAt.Add(q.duration)}) != nil
	})
	slices.SortFunc(out, func(x, y Slot) int { return x.StartAt.Compare(y.StartAt) })
	return out
}

// At says whether the start is offered at now for a round of that duration, not counting bookings, and how many places
// are left there, which are panels where the round has one: interviewers who offer it and have no other interview then,
// less the posting's interviews at the same start that name nobody, and never below 0. A booking that names somebody
// who does not offer the start takes none of its places. The interview with the id except, which is being replaced,
// takes no place. Limits do not count: a booking that names its start or who interviews passes them.
func (a Availability) At(start time.Time, duration time.Duration, now time.Time, except string) (offered bool,
	capacity int) {
	q := asked{duration: duration, from: start, to: start, horizon: now.Add(MaxPersonalHorizon), except: except,
		named: true}
	diaries, table := a.diaries(q, poolReaders{})
	if table != nil {
		offering, free := table.NewSet(), table.NewSet()
		for who, d := range diaries {
			if reason, booked := d.at(start); reason == ReasonFree {
				offering.Add(who)
				if !booked {
					free.Add(who)
				}
			}
		}
		return table.Fits(offering), max(table.Capacity(free)-len(a.unnamedAt(start, except)), 0)
	}
	for _, d := range diaries {
		reason, booked := d.at(start)
		if reason != ReasonFree {
			continue
		}
		offered = true
		if !booked {
			capacity++
		}
	}
	return offered, max(capacity-len(a.unnamedAt(start, except)), 0)
}

// unnamedAt returns the interviews that name nobody and take a place at that start.
func (a Availability) unnamedAt(start time.Time, except string) (out []Booked) {
	for _, b := range a.Unnamed {
		if b.InterviewID != except && b.From.Equal(start) {
			out = append(out, b)
		}
	}
	return out
}

// places numbers instants, given in Unix milliseconds. Nearly all of them lie on the grid of the span in which personal
// starts are computed; there a slice replaces the map.
type places struct {
	first int64
	near  []int32
	far   map[int64]*int32
}

func newPlaces(from time.Time) places {
	return places{from.Truncate(slotGrid).UnixMilli(), make([]int32, MaxPersonalHorizon/slotGrid+2), map[int64]*int32{}}
}

// of returns the number of an instant, for the caller to set; at first it is 0.
func (p places) of(ms int64) *int32 {
	const grid = int64(slotGrid / time.Millisecond)
	if since := ms - p.first; since >= 0 && since%grid == 0 && since/grid < int64(len(p.near)) {
		return &p.near[since/grid]
	}
	n := p.far[ms]
	if n == nil {
		n = new(int32)
		p.far[ms] = n
	}
	return n
}

// Pickable returns the starts that a candidate can pick at now with from <= start <= to, in order: the free ones of
// [Availability.Slots] that are in the future, personal ones at most 92 days ahead of now. moving is the interview that
// the candidate moves, nil if they have none. It takes no place, and its own start is left out. The page shows this
// list, and a pick is checked against it again.
func (a Availability) Pickable(duration time.Duration, from, to, now time.Time, moving *models.Interview) []Slot {
	if moving == nil {
		return a.Offered(duration, from, to, now, "")
	}
	return slices.DeleteFunc(a.Offered(duration, from, to, now, moving.ID), func(s Slot) bool {
		return s.StartAt.Equal(moving.StartsAt)
	})
}

// Offered returns the starts of a round of that duration with from <= start <= to that [Availability.Explain] says are
// free at now, in order: those in the future, personal ones at most 92 days ahead of now. The interview of the id
// except takes no place.
func (a Availability) Offered(duration time.Duration, from, to, now time.Time, except string) []Slot {
	if from.Before(now) {
		from = now
	}
	slots := a.slots(asked{duration: duration, from: from, to: to, horizon: now.Add(MaxPersonalHorizon),
		except: except, now: now})
	return slices.DeleteFunc(slots, func(s Slot) bool { return !s.StartAt.After(now) })
}
