package timetable

import (
	"slices"
	"time"

	"litmus/models"
)

// diary answers questions about the starts of one interviewer within a span. Whatever offers a time or explains one
// asks [diary.at], so what is offered and what is explained as free are the same (D15). A diary remembers where the
// last question was and is not safe for concurrent use.
type diary struct {
	*Available
	asked
	cannot  Reason      // why they cannot be asked for at all, "": they can; see [Availability.bars]
	painted []time.Time // sorted
	next    int         // of painted
	hours   spans       // working hours; whole spans, also where they begin before the question's
	busy    spans
	taken   spans
	absent  spans // absences, and days off; see [TimeOff]
	off     spans
	crowd   spans          // the busy times once more, for the limits: they ask about other spans than the starts
	limits  []*limitReader // of their own
	each    []*limitReader // of pools that list them
	pools   poolReaders
	needs   int // of a room: the people whom it has to hold
}

func (iv *Available) diary(q asked, pools poolReaders) *diary {
	d := &diary{Available: iv, asked: q, pools: pools, taken: spans{all: iv.bookedBut(q.except)}}
	until := q.to
	if !until.IsZero() {
		until = until.Add(q.duration)
	}
	d.absent.all, d.off.all = iv.TimeOff().between(q.from, until)
	if !q.named {
		for _, l := range iv.Limits {
			if r := l.reader(q.except, q.now); l.Pool == "" {
				d.limits = append(d.limits, r)
			} else {
				d.each = append(d.each, r)
			}
		}
	}
	if !iv.Personal {
		if d.painted = iv.Painted; !slices.IsSortedFunc(d.painted, time.Time.Compare) {
			d.painted = slices.Clone(d.painted)
			slices.SortFunc(d.painted, time.Time.Compare)
		}
		return d
	}
	if first, last := d.personal(); !last.Before(first) {
		d.hours.all = iv.Hours.ExpandBut(iv.Dates, models.Location(iv.Zone), first, last.Add(q.duration))
		d.busy.all = merge(iv.Busy)
		d.crowd.all = d.busy.all
	}
	return d
}

// personal returns the first and the last start that a personal interviewer may be asked for. What cannot be booked is
// not offered.
func (d *diary) personal() (first, last time.Time) {
	first, last = d.from, d.horizon
	if !d.to.IsZero() && d.to.Before(last) {
		last = d.to
	}
	if first.Before(models.Earliest) {
		first = models.Earliest
	}
	if !last.Before(models.Latest) {
		last = models.Latest.Add(-1)
	}
	return first, last
}

// at says whether the interviewer offers the start, not counting bookings: [ReasonFree], or why not; and whether an
// interview of theirs is in the way. If none is, their limits are asked.
func (d *diary) at(start time.Time) (offer Reason, booked bool) {
	want := Range{start, start.Add(d.duration)}
	offer, booked = d.offer(want), d.taken.overlap(want)
	if offer == ReasonFree && !booked && d.limit(want) != nil {
		offer = ReasonAtLimit
	}
	return offer, booked
}

// limit returns the first of the interviewer's limits that an interview at that time would pass, or one of the pools
// that list them if no seat is left for them; nil for none.
func (d *diary) limit(want Range) *models.AtLimit {
	for _, l := range d.limits {
		if at := l.at(want, &d.crowd); at != nil {
			return at
		}
	}
	_, at := d.barred(want)
	return at
}

func (d *diary) offer(want Range) Reason {
	switch {
	case d.cannot != "":
		return d.cannot
	case d.Room != nil:
		return d.open(want)
	case d.absent.overlap(want):
		return ReasonAway
	case d.off.overlap(want):
		return ReasonDayOff
	case !d.Personal && d.paints(want.From):
		return ReasonFree
	case !d.Personal:
		return ReasonNotPainted
	case want.From.After(d.horizon) || want.From.Before(models.Earliest) || !want.From.Before(models.Latest):
		return ReasonTooFar
	case !d.hours.cover(want):
		return ReasonOutsideHours
	}
	if reason := d.inCalendar(want); reason != ReasonFree || OnGrid(want.From) {
		return reason
	}
	return ReasonOffGrid
}

// candidates returns starts of the question, among them all that the interviewer offers: what is painted, and what lies
// on the grid in their working hours.
func (d *diary) candidates() []time.Time {
	if !d.Personal {
		var out []time.Time
		for _, s := range d.painted {
			if !s.Before(d.from) && (d.to.IsZero() || !s.After(d.to)) {
				out = append(out, s)
			}
		}
		return out
	}
	if d.Unknown { // none is free
		return nil
	}
	first, last := d.personal()
	room := 0
	for _, r := range d.hours.all {
		room += max(int((r.To.Sub(r.From)-d.duration)/slotGrid)+1, 0)
	}
	out := make([]time.Time, 0, room)
	for _, r := range d.hours.all {
		if r.From.Before(first) {
			r.From = first
		}
		for start := nextOnGrid(r.From); !start.Add(d.duration).After(r.To) && !start.After(last); {
			out = append(out, start)
			start = start.Add(slotGrid)
		}
	}
	return out
}

// paints reports whether the start is painted.
func (d *diary) paints(start time.Time) bool {
	if d.next > 0 && d.painted[d.next-1].After(start) { // an earlier start than the one before
		d.next, _ = slices.BinarySearchFunc(d.painted, start, time.Time.Compare)
	}
	for d.next < len(d.painted) && d.painted[d.next].Before(start) {
		d.next++
	}
	return d.next < len(d.painted) && d.painted[d.next].Equal(start)
}

// bookedBut returns the interviewer's bookings without that of the id except, sorted and disjoint.
func (iv *Available) bookedBut(except string) []Range {
	rs := make([]Range, 0, len(iv.Bookings))
	for _, b := range iv.Bookings {
		if b.InterviewID != except {
			rs = append(rs, b.Range)
		}
	}
	return merge(rs)
}

// spans are sorted and disjoint. They are mostly asked in the order of time, so the next answer is seldom far from the
// last one.
type spans struct {
	all  []Range
	next int
}

// after returns the first span that ends after t.
func (s *spans) after(t time.Time) (Range, bool) {
	if s.next > 0 && s.all[s.next-1].To.After(t) { // an earlier question than the one before
		s.next = firstAfter(s.all, t)
	}
	for s.next < len(s.all) && !s.all[s.next].To.After(t) {
		s.next++
	}
	if s.next == len(s.all) {
		return Range{}, false
	}
	return s.all[s.next], true
}

// cover reports whether one of the spans has all of r.
func (s *spans) cover(r Range) bool {
	one, ok := s.after(r.From)
	return ok && !r.From.Before(one.From) && !r.To.After(one.To)
}

// overlap reports whether r overlaps one of the spans.
func (s *spans) overlap(r Range) bool {
	one, ok := s.after(r.From)
	return ok && one.Overlaps(r)
}

// nextOnGrid returns t if it is on the grid, else the next instant that is.
func nextOnGrid(t time.Time) time.Time {
	start := t.Truncate(slotGrid)
	if start.Before(t) {
		start = start.Add(slotGrid)
	}
	return start
}
