package web

import (
	"time"

	"litmus/models/booking"
	"litmus/phrases"
)

const (
	shownDays = 28 // that the pick-a-time page shows at a time
	openTimes = 12 // days are unfolded until this many times are visible
)

// farthest is the end of the search for the next free day.
var farthest = time.Date(2200, 1, 1, 0, 0, 0, 0, time.UTC)

// days is the span of days that the page shows.
type days struct {
	first    time.Time // as midnight UTC
	today    bool      // first is today
	from, to time.Time // the instants of the days, both inclusive
}

// days returns the span that the query asks for. It begins today at the earliest.
func (v *visit) days() days {
	today := dayOf(v.now, v.zone)
	d := days{first: today}
	if asked, err := time.Parse(dayLayout, v.param("from")); err == nil {
		d.first = asked
	} else if start, ok := v.start(); ok && v.form == nil && v.param("from") == "" && !start.Before(v.now) {
		if day := dayOf(start, v.zone); !day.Before(today.AddDate(0, 0, shownDays)) {
			d.first = day // so that the requested time is visible
		}
	}
	if d.first.Before(today) || d.first.After(farthest) {
		d.first = today
	}
	d.today = d.first.Equal(today)
	d.from, d.to = startOfDay(d.first, v.zone).UTC(), startOfDay(d.first.AddDate(0, 0, shownDays),
		v.zone).Add(-time.Millisecond).UTC()
	if d.from.Before(v.now) {
		d.from = v.now
	}
	return d
}

// query returns the first day as the value of the query parameter "from", "" for today.
func (d days) query() string {
	if d.today {
		return ""
	}
	return d.first.Format(dayLayout)
}

type dayView struct {
	ID, Name, Times string
	Open            bool
	Slots           []slotView
}

type slotView struct{ Clock, Day, Path string }

// monthDay is a day of the month beside the times, which leads to its times; ID is "" if it has none, and Number if it
// is not shown.
type monthDay struct{ ID, Weekday, Number, Month, Name string }

// nextDay returns the first day from that instant on with a free time, "" if there is none.
func (s *Site) nextDay(v *visit, o occasion, from time.Time) (string, error) {
	if o.picking.Round == nil {
		return "", nil
	}
	later, err := s.Store.Bookings.Picking(v.Context(), o.candidate, from, farthest)
	if err != nil {
		return "", err
	}
	if len(later.Slots) == 0 {
		return "", nil
	}
	return dayOf(later.Slots[0].StartAt, v.zone).Format(dayLayout), nil
}

// dayViews returns the days that have free times. On a day on which the clocks change, so that a time of day may occur
// twice, times have their offsets. The first days are unfolded.
func (v *visit) dayViews(p booking.Picking, d days, path, change string) []dayView {
	var out []dayView
	var offsets []map[string]bool
	var starts [][]time.Time
	for _, slot := range p.Slots {
		local := slot.StartAt.In(v.zone)
		id := "day-" + local.Format(dayLayout)
		n := len(out) - 1
		if n < 0 || out[n].ID != id {
			out = append(out, dayView{ID: id, Name: v.in.Day(local)})
			offsets, starts = append(offsets, map[string]bool{}), append(starts, nil)
			n++
		}
		offsets[n][phrases.Offset(local)] = true
		starts[n] = append(starts[n], local)
	}
	seen := 0
	for n := range out {
		day := &out[n]
		day.Times, day.Open = v.in.Counted(v.in.Times, len(starts[n])), seen < openTimes
		seen += len(starts[n])
		for _, t := range starts[n] {
			clock := v.in.Clock(t)
			if len(offsets[n]) > 1 {
				clock += " (" + phrases.Offset(t) + ")"
			}
			day.Slots = append(day.Slots, slotView{Clock: clock, Day: day.Name,
				Path: v.shown(path, "start", t.UTC().Format(time.RFC3339), "from", d.query(), "change", change)})
		}
	}
	return out
}

// month returns the days that are shown as whole weeks, each with what leads to its times.
func (v *visit) month(d days, with []dayView) (weekdays []string, month []monthDay) {
	if len(with) == 0 {
		return nil, nil
	}
	byID := map[string]dayView{}
	for _, day := range with {
		byID[day.ID] = day
	}
	monday := d.first.AddDate(0, 0, -(int(d.first.Weekday())+6)%7)
	for n := range 7 {
		weekdays = append(weekdays, v.in.ShortWeekdays[(n+1)%7])
	}
	for day := monday; day.Before(d.first.AddDate(0, 0, shownDays)); day = day.AddDate(0, 0, 1) {
		if day.Before(d.first) {
			month = append(month, monthDay{})
			continue
		}
		one := monthDay{Number: day.Format("2"), Weekday: v.in.ShortWeekdays[day.Weekday()]}
		if day.Equal(d.first) || day.Day() == 1 {
			one.Month = v.in.ShortMonths[day.Month()-1]
		}
		if times, free := byID["day-"+day.Format(dayLayout)]; free {
			one.ID, one.Name = times.ID, times.Name+", "+times.Times
		}
		month = append(month, one)
	}
	return weekdays, month
}
