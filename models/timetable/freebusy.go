package timetable

import (
	"slices"
	"sort"
	"time"

	"litmus/models"
)

// Range is a half-open span of time.
type Range struct{ From, To time.Time }

// Overlaps reports whether the two spans share an instant; touching ends do not.
func (r Range) Overlaps(o Range) bool { return r.From.Before(o.To) && o.From.Before(r.To) }

// merge sorts the spans and joins those that overlap or touch. The result may share memory with the argument.
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

// apart reports whether the spans are sorted and neither overlap nor touch, as spans from the database are.
func apart(rs []Range) bool {
	for i, r := range rs {
		if r.To.Before(r.From) || i > 0 && !rs[i-1].To.Before(r.From) {
			return false
		}
	}
	return true
}

// firstAfter returns the index of the first of the sorted, disjoint spans that ends after t.
func firstAfter(spans []Range, t time.Time) int {
	return sort.Search(len(spans), func(i int) bool { return spans[i].To.After(t) })
}

// within returns the parts of the sorted, disjoint spans that lie in the given span.
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

// BusyTimes returns the busy spans of a calendar within a window as they are stored: joined if they overlap or touch,
// in whole milliseconds, and never shorter than the originals. The result is never nil.
func BusyTimes(blocks []Range, window Range) []Range {
	out := []Range{}
	for _, b := range within(merge(blocks), window) {
		if to := models.Instant(b.To); to.Before(b.To) {
			b.To = to.Add(time.Millisecond)
		}
		out = append(out, Range{models.Instant(b.From), b.To.UTC()})
	}
	return merge(out)
}

// Expand returns the working hours between from and to as instants, sorted and disjoint, for every local date in zone.
// A time that a daylight-saving change skips is read with the offset before the change; an ambiguous one means its
// first occurrence (RFC 5545 section 3.3.5). A date that the zone left out has none.
func (w WeeklyHours) Expand(zone *time.Location, from, to time.Time) []Range {
	return w.ExpandBut(nil, zone, from, to)
}

// ExpandBut is [WeeklyHours.Expand] with other hours on the dates that differ.
func (w WeeklyHours) ExpandBut(dates DatedHours, zone *time.Location, from, to time.Time) []Range {
	if len(w)+len(dates) == 0 || !from.Before(to) {
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
		if !clock.occurs(day) {
			continue
		}
		hours := week[day.Weekday()]
		if other, differs := dates.On(day); differs {
			hours = other
		}
		for _, h := range hours {
			r := Range{clock.instant(day.Add(time.Duration(h.From) * time.Minute)),
				clock.instant(day.Add(time.Duration(h.To) * time.Minute))}
			if r.From.Before(r.To) && r.To.After(from) && r.From.Before(to) {
				out = append(out, r)
			}
		}
	}
}

// steadyClock converts wall clock times of successive days to instants. It remembers the zone's offset and its bounds,
// so that only days near a change of the offset need a lookup.
type steadyClock struct {
	zone         *time.Location
	offset       time.Duration
	since, until time.Time // the offset applies from since until just before until
	steady       bool      // the offset applies to the whole day and its neighbours
}

// read moves to a day, given as its midnight in UTC.
func (c *steadyClock) read(zone *time.Location, day time.Time) {
	first, last := day.Add(-LongestOffset), day.Add(24*time.Hour+LongestOffset)
	if c.zone == nil || !c.until.IsZero() && !last.Before(c.until) {
		at := last.In(zone)
		_, seconds := at.Zone()
		c.zone, c.offset = zone, time.Duration(seconds)*time.Second
		c.since, c.until = at.ZoneBounds()
	}
	c.steady = !c.since.After(first)
}

// instant converts a wall clock time of the current day, given as if it were UTC.
func (c *steadyClock) instant(wall time.Time) time.Time {
	if c.steady {
		return wall.Add(-c.offset)
	}
	return LocalInstant(wall, c.zone)
}

// occurs reports whether the current day, given as its midnight in UTC, is a date of the zone. Where the date line
// moved, a date was left out: none was 30 December 2011 in Apia. No other change of clocks skips noon.
func (c *steadyClock) occurs(day time.Time) bool {
	return c.steady || c.instant(day.Add(12*time.Hour)).In(c.zone).Day() == day.Day()
}
