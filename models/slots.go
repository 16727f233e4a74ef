package models

import (
	"slices"
	"strings"
	"time"
)

// PersonalHorizon is how far personal starts are computed without an upper bound, MaxPersonalHorizon how far at most
// (decision 69).
const (
	PersonalHorizon    = 28 * 24 * time.Hour
	MaxPersonalHorizon = 92 * 24 * time.Hour
)

// slotGrid is the distance of slot start times (§8).
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
	InterviewerEmails []string // who offers it and is free, sorted
	Capacity          int
}

// Availability is what is known of a posting's interviewers and bookings around the time asked for: enough to say what
// can be booked there. Booking, the slots read and the candidate's page all ask it.
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
	Busy     []Range     // a connected calendar's busy time
	// the span in which Busy is all there is: nothing is offered outside of it; nil without a calendar
	Known    *Range
	Unknown  bool     // the calendar could not be read for too long: not offered (decision 71)
	Bookings []Booked // interviews anywhere in the organization that block (decision 34)
}

// AvailableAt is what the person's own schedule says at now, busy times aside: hours, zone, and of a connected calendar
// how well it is known. c is their connection, nil when there is none; a calendar that is said to be connected and is
// not there is not known (decision 71: never "all free").
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

// Booked is the place an interview takes.
type Booked struct {
	InterviewID string
	Range
}

// Slots are the free starts of a round of that duration with from <= start <= to, ordered by start (§4 interviewers
// rule 7, decisions 63, 68 and 69). A zero to means no upper bound.
func (a Availability) Slots(duration time.Duration, from, to time.Time) []Slot {
	people := make([]*Available, len(a.Interviewers))
	for i := range a.Interviewers {
		people[i] = &a.Interviewers[i]
	}
	slices.SortFunc(people, func(x, y *Available) int { return strings.Compare(x.Email, y.Email) })

	// Hundreds of people offer hundreds of starts each: who offers which is noted first, then the lists are cut from
	// one.
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

// places number instants, by Unix milliseconds. Nearly all of them lie on the grid of the days that personal starts are
// computed for, where finding one is counting.
type places struct {
	first int64
	near  []int32
	far   map[int64]*int32
}

func newPlaces(from time.Time) places {
	return places{from.Truncate(slotGrid).UnixMilli(), make([]int32, MaxPersonalHorizon/slotGrid+2), map[int64]*int32{}}
}

// of is the number of an instant, to be set; it is 0 at first.
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

// At says whether the start is offered for this round at all, before bookings are subtracted, and how many places are
// left there (decisions 35 and 63). The interview named by except, one that is being replaced, takes no place (decision
// 33).
func (a Availability) At(start time.Time, duration time.Duration, except string) (offered bool, capacity int) {
	want := Range{start, start.Add(duration)}
	for i := range a.Interviewers {
		iv := &a.Interviewers[i]
		if !slices.ContainsFunc(iv.offers(duration, start, start), start.Equal) {
			continue
		}
		offered = true
		if !slices.ContainsFunc(iv.Bookings, func(b Booked) bool {
			return b.InterviewID != except &&
				b.Overlaps(want)
		}) {
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

// taken are the interviewer's bookings, sorted and disjoint.
func (iv *Available) taken() []Range {
	rs := make([]Range, len(iv.Bookings))
	for i, b := range iv.Bookings {
		rs[i] = b.Range
	}
	return merge(rs)
}

// offers are the starts the interviewer offers before bookings are subtracted.
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
	if !to.Before(latest) { // what cannot be booked is not offered, and years of five digits are no instants (§2)
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

// SlotWrite is one entry of a slot write.
type SlotWrite struct {
	InterviewerEmail string
	StartAt          time.Time
}

// CheckSlotWrites bounds a write of slots (§8, decision 65).
func CheckSlotWrites(n int) error {
	if n == 0 {
		return Invalidf("slots must hold at least one entry {interviewer_email, start_at}")
	}
	if n > MaxSlotsPerWrite {
		return Invalidf("slots has more than %d entries; at most %[1]d are allowed in one request", MaxSlotsPerWrite)
	}
	return nil
}

// CheckPainted returns an [Invalid] error when a write that added slots leaves the posting with more than the limit
// (decision 108). One that is beyond it already, as the limit was lowered, may still take what adds nothing.
func (l Limits) CheckPainted(painted, added int) error {
	if added <= 0 || painted <= l.PaintedSlots {
		return nil
	}
	return Invalidf("the posting would have %d painted slots; at most %d are allowed: remove slots that are past or "+
		"not needed", painted, l.PaintedSlots)
}

// WithUnassigned is the list with those of the emails that are not in it: they are not assigned and have no slots
// (decision 66). personal are those whose own schedule wins.
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
