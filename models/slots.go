package models

import (
	"slices"
	"strings"
	"time"
)

// PersonalHorizon is how far ahead personal starts are computed if no upper bound is given; MaxPersonalHorizon is the
// longest span that can be asked for (decision 69).
const (
	PersonalHorizon    = 28 * 24 * time.Hour
	MaxPersonalHorizon = 92 * 24 * time.Hour
)

// slotGrid is the distance between possible slot starts (§8).
const slotGrid = 30 * time.Minute

// OnGrid reports whether t is on the hour or half hour in UTC with zero seconds and fraction (§4 interviewers rule 3,
// decision 64).
func OnGrid(t time.Time) bool { return t.Equal(t.Truncate(slotGrid)) }

// ParseSlot reads a slot start time of a request and tests the grid before truncation (decision 99). The error, of kind
// [Invalid], names field.
func ParseSlot(field, s string) (time.Time, error) {
	t, err := ParseInstant(field, s)
	if err != nil {
		return t, err
	}
	if !OnGrid(t) {
		return t, Invalidf("%s %s is not on the hour or half hour; slot start times need minute 00 or 30 and zero "+
			"seconds in UTC", field, Quote(s))
	}
	if t.Before(earliest) || !t.Before(latest) {
		return t, Invalidf("%s %s is not between the years 1 and 2200", field, Quote(s))
	}
	return t, nil
}

// Slot is a start time that can be booked (§2, Available slot entry).
type Slot struct {
	StartAt           time.Time
	InterviewerEmails []string // of those who offer it and are free, sorted
	Capacity          int
}

// Availability holds what is known of a posting's interviewers and bookings around a requested time, enough to decide
// what can be booked there. Bookings, GET slots and the candidate's page all use it.
type Availability struct {
	Interviewers []Available
	Unnamed      []Booked // live interviews of the posting without a named interviewer
}

// Available is one assigned interviewer.
type Available struct {
	Email    string
	Painted  []time.Time // ignored for a personal interviewer (decision 67)
	Personal bool
	Zone     string      // of the working hours
	Hours    WeeklyHours // of a personal interviewer
	Busy     []Range     // busy times of a connected calendar
	Known    *Range      // the span in which Busy is complete: nothing is offered outside of it; nil without calendar
	Unknown  bool        // the calendar was not read for too long: the person is not offered (decision 71)
	Bookings []Booked    // interviews anywhere in the organization that block (decision 34)
}

// AvailableAt returns the person's own schedule at now without busy times: hours, zone, and how well the connected
// calendar is known. c is their connection, nil if there is none. A person with a calendar whose connection is missing
// counts as unknown, never as free (decision 71).
func (p Person) AvailableAt(c *Connection, now time.Time) Available {
	iv := Available{Email: p.Email, Zone: p.TimeZone, Personal: p.Personal(), Hours: p.Hours()}
	if p.CalendarConnected {
		if c == nil {
			c = &Connection{}
		}
		known := c.Known()
		iv.Known, iv.Unknown = &known, c.Unknown(now)
	}
	return iv
}

// Booked is the time that an interview takes.
type Booked struct {
	InterviewID string
	Range
}

// Slots returns the free starts of a round of that duration with from <= start <= to, ordered by start (§4 interviewers
// rule 7, decisions 63, 68 and 69). A zero to means no upper bound.
func (a Availability) Slots(duration time.Duration, from, to time.Time) []Slot {
	people := make([]*Available, len(a.Interviewers))
	for i := range a.Interviewers {
		people[i] = &a.Interviewers[i]
	}
	slices.SortFunc(people, func(x, y *Available) int { return strings.Compare(x.Email, y.Email) })

	// Hundreds of people may offer hundreds of starts each. So first collect who offers which start; then all lists of
	// emails are cut from one array.
	type offer struct{ slot, who int32 }
	var offers []offer
	out := []Slot{}
	places := newPlaces(from)
	for who, iv := range people {
		taken, offered := iv.taken(), iv.offers(duration, from, to)
		offers = slices.Grow(offers, len(offered))
		for _, start := range offered {
			if len(taken) > 0 && overlapsAny(taken, Range{start, start.Add(duration)}) {
				continue
			}
			k := start.UnixMilli()
			n := places.of(k)
			if *n == 0 {
				out = append(out, Slot{StartAt: time.UnixMilli(k).UTC()})
				*n = int32(len(out))
			}
			out[*n-1].Capacity++
			offers = append(offers, offer{*n - 1, int32(who)})
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
	for _, b := range a.Unnamed {
		if n := *places.of(b.From.UnixMilli()); n > 0 {
			out[n-1].Capacity--
		}
	}
	out = slices.DeleteFunc(out, func(s Slot) bool { return s.Capacity <= 0 })
	slices.SortFunc(out, func(x, y Slot) int { return x.StartAt.Compare(y.StartAt) })
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

// At says whether the start is offered for a round of that duration, not counting bookings, and how many places are
// left there (decisions 35 and 63). The interview with the id except, which is being replaced, takes no place (decision
// 33).
func (a Availability) At(start time.Time, duration time.Duration, except string) (offered bool, capacity int) {
	want := Range{start, start.Add(duration)}
	for i := range a.Interviewers {
		iv := &a.Interviewers[i]
		if !slices.ContainsFunc(iv.offers(duration, start, start), start.Equal) {
			continue
		}
		offered = true
		booked := func(b Booked) bool { return b.InterviewID != except && b.Overlaps(want) }
		if !slices.ContainsFunc(iv.Bookings, booked) {
			capacity++
		}
	}
	for _, b := range a.Unnamed {
		if b.InterviewID != except && b.From.Equal(start) {
			capacity--
		}
	}
	return offered, max(capacity, 0)
}

// taken returns the interviewer's bookings, sorted and disjoint.
func (iv *Available) taken() []Range {
	rs := make([]Range, len(iv.Bookings))
	for i, b := range iv.Bookings {
		rs[i] = b.Range
	}
	return merge(rs)
}

// offers returns the starts that the interviewer offers, not counting bookings.
func (iv *Available) offers(duration time.Duration, from, to time.Time) []time.Time {
	if !iv.Personal {
		var out []time.Time
		for _, s := range iv.Painted {
			if !s.Before(from) && (to.IsZero() || !s.After(to)) {
				out = append(out, s)
			}
		}
		return out
	}
	if iv.Unknown {
		return nil
	}
	if to.IsZero() {
		to = from.Add(PersonalHorizon)
	}
	if last := from.Add(MaxPersonalHorizon); to.After(last) {
		to = last
	}
	if from.Before(earliest) {
		from = earliest
	}
	if !to.Before(latest) { // what cannot be booked is not offered
		to = latest.Add(-1)
	}
	if to.Before(from) {
		return nil
	}
	hours := iv.Hours.Expand(Location(iv.Zone), from, to.Add(duration))
	if iv.Known != nil {
		hours = within(hours, *iv.Known)
	}
	free := subtract(hours, iv.Busy)
	room := 0
	for _, r := range free {
		room += max(int((r.To.Sub(r.From)-duration)/slotGrid)+1, 0)
	}
	out := make([]time.Time, 0, room)
	for _, r := range free {
		start := r.From.Truncate(slotGrid)
		if start.Before(r.From) {
			start = start.Add(slotGrid)
		}
		for ; !start.Add(duration).After(r.To) && !start.After(to); start = start.Add(slotGrid) {
			if !start.Before(from) {
				out = append(out, start)
			}
		}
	}
	return out
}

// overlapsAny reports whether r overlaps one of the sorted, disjoint spans.
func overlapsAny(spans []Range, r Range) bool {
	i := firstAfter(spans, r.From)
	return i < len(spans) && spans[i].Overlaps(r)
}

// SlotWrite is one entry of the body of POST and DELETE slots.
type SlotWrite struct {
	InterviewerEmail string
	StartAt          time.Time
}

// CheckSlotWrites limits the number of entries in one request (§8, decision 65).
func CheckSlotWrites(n int) error {
	if n == 0 {
		return Invalidf("slots must hold at least one entry {interviewer_email, start_at}")
	}
	if n > MaxSlotsPerWrite {
		return Invalidf("slots has more than %d entries; at most %[1]d are allowed in one request", MaxSlotsPerWrite)
	}
	return nil
}

// CheckPainted returns an [Invalid] error if a write that added slots leaves the posting with more than the limit
// (decision 108). A write that adds nothing is allowed even if there are too many already, because the limit was
// lowered.
func (l Limits) CheckPainted(painted, added int) error {
	if added <= 0 || painted <= l.PaintedSlots {
		return nil
	}
	return Invalidf("the posting would have %d painted slots; at most %d are allowed: remove slots that are past or "+
		"not needed", painted, l.PaintedSlots)
}

// WithUnassigned adds to the list those of the emails that are not in it: they are not assigned to the posting and have
// no slots (decision 66). personal are the emails of people whose own schedule decides.
func WithUnassigned(list []PostingInterviewer, emails, personal []string) []PostingInterviewer {
	assigned := make(map[string]bool, len(list))
	for _, i := range list {
		assigned[i.Email] = true
	}
	for _, e := range emails {
		if !assigned[e] {
			list = append(list, PostingInterviewer{Email: e, Personal: slices.Contains(personal, e)})
		}
	}
	SortInterviewers(list)
	return list
}

// SortInterviewers orders a posting's interviewers by email and their slots by time (decision 62).
func SortInterviewers(list []PostingInterviewer) {
	for i := range list {
		slices.SortFunc(list[i].Slots, time.Time.Compare)
	}
	slices.SortFunc(list, func(a, b PostingInterviewer) int { return strings.Compare(a.Email, b.Email) })
}
