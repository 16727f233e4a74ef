package models

import (
	"slices"
	"time"
)

// Range is a half-open span of time.
type Range struct{ From, To time.Time }

// Overlaps reports whether the two spans share an instant; touching ends do not (decision 34).
func (r Range) Overlaps(o Range) bool { return r.From.Before(o.To) && o.From.Before(r.To) }

// merge sorts the spans and joins those that overlap or touch.
func merge(rs []Range) []Range {
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

// subtract returns what is left of the sorted, disjoint spans without the busy ones.
func subtract(spans, busy []Range) []Range {
	busy = merge(busy)
	var out []Range
	for _, s := range spans {
		i, _ := slices.BinarySearchFunc(busy, s.From, func(b Range, t time.Time) int {
			if b.To.After(t) {
				return 1
			}
			return -1
		})
		for ; i < len(busy) && busy[i].From.Before(s.To); i++ {
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

// Expand returns the working hours as instants between from and to, sorted and disjoint, for every local date in zone.
// Hours that a daylight-saving change skips start at the offset before it, ambiguous ones at their first reading
// (RFC 5545 3.3.5, decision 68).
func (w WeeklyHours) Expand(zone *time.Location, from, to time.Time) []Range {
	var out []Range
	y, m, d := from.In(zone).AddDate(0, 0, -1).Date()
	for day := time.Date(y, m, d, 0, 0, 0, 0, time.UTC); ; day = day.AddDate(0, 0, 1) {
		if localInstant(day, zone).After(to) {
			return merge(out)
		}
		for _, h := range w[day.Weekday()] {
			r := Range{localInstant(day.Add(time.Duration(h.From)*time.Minute), zone), localInstant(day.Add(time.Duration(h.To)*time.Minute), zone)}
			if r.From.Before(r.To) && r.To.After(from) && r.From.Before(to) {
				out = append(out, r)
			}
		}
	}
}

// localInstant reads wall, a wall clock time held in UTC, in zone: the first of two readings, and within a gap the
// offset before it.
func localInstant(wall time.Time, zone *time.Location) time.Time {
	_, before := wall.Add(-26 * time.Hour).In(zone).Zone()
	_, after := wall.Add(26 * time.Hour).In(zone).Zone()
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
