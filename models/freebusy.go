package models

import (
	"slices"
	"sort"
	"time"
)

// Range is a half-open span of time.
type Range struct{ From, To time.Time }

// Overlaps reports whether the two spans share an instant; touching ends do not (decision 34).
func (r Range) Overlaps(o Range) bool { return r.From.Before(o.To) && o.From.Before(r.To) }

// merge sorts the spans and joins those that overlap or touch. What it returns may be what it was given.
func merge(rs []Range) []Range {
	if apart(rs) {
		return rs
	}
	rs = slices.Clone(rs)
	slices.SortFunc(rs, func(a, b Range) int { return a.From.Compare(b.From) })
	out := rs[:0]
	for _, r := range rs {
		if n := len(out); n > 0 && !r.From.After(out[n-1].To) {
			if r.To.After(out[n-1].To) {
				out[n-1].To = r.To
			}
			continue
		}
		out = append(out, r)
	}
	return out
}

// apart reports whether the spans are sorted, and neither overlap nor touch, as spans that were read back are.
func apart(rs []Range) bool {
	for i, r := range rs {
		if r.To.Before(r.From) || i > 0 && !rs[i-1].To.Before(r.From) {
			return false
		}
	}
	return true
}

// subtract returns what is left of the sorted, disjoint spans without the busy ones.
func subtract(spans, busy []Range) []Range {
	busy = merge(busy)
	out := make([]Range, 0, len(spans)+len(busy))
	for _, s := range spans {
		for i := firstAfter(busy, s.From); i < len(busy) && busy[i].From.Before(s.To); i++ {
			if busy[i].From.After(s.From) {
				out = append(out, Range{s.From, busy[i].From})
			}
			if s.From = busy[i].To; !s.From.Before(s.To) {
				break
			}
		}
		if s.From.Before(s.To) {
			out = append(out, s)
		}
	}
	return out
}

// firstAfter is the index of the first of the sorted, disjoint spans that ends after t.
func firstAfter(spans []Range, t time.Time) int {
	return sort.Search(len(spans), func(i int) bool { return spans[i].To.After(t) })
}

// within returns what of the sorted, disjoint spans lies in the span.
func within(spans []Range, in Range) []Range {
	out := make([]Range, 0, len(spans))
	for _, s := range spans {
		if s.From.Before(in.From) {
			s.From = in.From
		}
		if s.To.After(in.To) {
			s.To = in.To
		}
		if s.From.Before(s.To) {
			out = append(out, s)
		}
	}
	return out
}

// BusyTimes are the spans of a calendar's blocks within a window as they are stored: joined where they overlap or
// touch, in whole milliseconds, none shorter than what was taken. Never nil.
func BusyTimes(blocks []Range, window Range) []Range {
	out := []Range{}
	for _, b := range within(merge(blocks), window) {
		if to := Instant(b.To); to.Before(b.To) {
			b.To = to.Add(time.Millisecond)
		}
		out = append(out, Range{Instant(b.From), b.To.UTC()})
	}
	return merge(out)
}

// Expand returns the working hours as instants between from and to, sorted and disjoint, for every local date in zone.
// Hours that a daylight-saving change skips start at the offset before it, ambiguous ones at their first reading
// (RFC 5545 3.3.5, decision 68).
func (w WeeklyHours) Expand(zone *time.Location, from, to time.Time) []Range {
	if len(w) == 0 || !from.Before(to) {
		return nil
	}
	var week [7][]Hours
	for d, hours := range w {
		week[d] = hours
	}
	out := make([]Range, 0, 2*(to.Sub(from)/(24*time.Hour)+2)) // most people have a morning and an afternoon
	y, m, d := from.In(zone).AddDate(0, 0, -1).Date()
	var clock steadyClock
	for day := time.Date(y, m, d, 0, 0, 0, 0, time.UTC); ; day = day.AddDate(0, 0, 1) {
		clock.read(zone, day)
		if clock.instant(day).After(to) {
			return merge(out)
		}
		for _, h := range week[day.Weekday()] {
			r := Range{clock.instant(day.Add(time.Duration(h.From) * time.Minute)),
				clock.instant(day.Add(time.Duration(h.To) * time.Minute))}
			if r.From.Before(r.To) && r.To.After(from) && r.From.Before(to) {
				out = append(out, r)
			}
		}
	}
}

// steadyClock reads wall clock times of one day after another. Only near a change of the zone's offset is there
// anything to look up.
type steadyClock struct {
	zone         *time.Location
	offset       time.Duration
	since, until time.Time // the offset holds from since to before until
	steady       bool      // it does for the whole day and those beside it
}

// read turns to a day, its midnight held in UTC.
func (c *steadyClock) read(zone *time.Location, day time.Time) {
	first, last := day.Add(-reach), day.Add(24*time.Hour+reach)
	if c.zone == nil || !c.until.IsZero() && !last.Before(c.until) {
		at := last.In(zone)
		_, seconds := at.Zone()
		c.zone, c.offset = zone, time.Duration(seconds)*time.Second
		c.since, c.until = at.ZoneBounds()
	}
	c.steady = !c.since.After(first)
}

// instant reads wall, a wall clock time of the day held in UTC.
func (c *steadyClock) instant(wall time.Time) time.Time {
	if c.steady {
		return wall.Add(-c.offset)
	}
	return localInstant(wall, c.zone)
}

// reach is further than any offset, and so before and after any instant that a wall clock can mean.
const reach = 26 * time.Hour

// localInstant reads wall, a wall clock time held in UTC, in zone: the first of two readings, and within a gap the
// offset before it.
func localInstant(wall time.Time, zone *time.Location) time.Time {
	_, before := wall.Add(-reach).In(zone).Zone()
	_, after := wall.Add(reach).In(zone).Zone()
	first := wall.Add(-time.Duration(before) * time.Second)
	if before == after {
		return first
	}
	second := wall.Add(-time.Duration(after) * time.Second)
	readings := []time.Time{first, second}
	slices.SortFunc(readings, time.Time.Compare)
	for _, t := range readings {
		if _, off := t.In(zone).Zone(); t.Add(time.Duration(off) * time.Second).Equal(wall) {
			return t
		}
	}
	return first
}
