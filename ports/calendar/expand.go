package calendar

import "slices"

// span is a half-open range of instants or of local times.
type span struct{ from, to int64 }

// expand calls yield for each start that the rule derives from the event's first start, in order, until yield returns
// false. These are all starts in w, and perhaps some before it. All times are local times in one zone. until converts
// the rule's UNTIL to it. expand returns false if the budget ended before all starts in w were found.
func (r rule) expand(start int64, until func(moment) int64, w span, b *budget, yield func(wall int64) bool) bool {
	last := w.to - 1
	if r.bounded {
		last = min(last, until(r.until))
	}
	left := min(b.each, b.left)
	before := left
	defer func() {
		b.left -= before - left
		b.spent = b.spent || b.left <= 0
	}()

	x := expansion{rule: r.filled(start), start: start}
	x.zero = x.origin(start)
	k, counted := x.skip(r.plain(), w.from)
	for {
		at := x.begin(k)
		if at > last {
			return true
		}
		if left <= 0 {
			return false
		}
		next := k + 1
		if r.freq >= daily {
			left -= x.daysOf(k)
		} else {
			left--
			var fits bool
			if next, fits = x.fits(k); !fits {
				k = max(next, k+1)
				continue
			}
			x.days = append(x.days[:0], floorDiv(at, day))
		}
		left -= x.clocks(at)
		for wall := range x.times {
			if left--; left <= 0 {
				return false
			}
			if wall < start {
				continue
			}
			if wall > last || r.count > 0 && counted >= r.count {
				return true
			}
			counted++
			if wall >= w.from || r.count == 0 {
				if !yield(wall) {
					return true
				}
			}
		}
		if r.count > 0 && counted >= r.count {
			return true
		}
		k = next
	}
}

// expansion is the state of expanding a rule. Its periods (years, months, … seconds) are numbered from the one that
// contains start.
type expansion struct {
	*rule
	start int64
	zero  int64   // the number of the period that contains start
	days  []int64 // of the current period, sorted
	clock []int64 // the times of day in the current period, sorted

	hoursOf, minutesOf, secondsOf []int64 // the parts of clock
}

// units are the seconds of the periods that have a fixed length.
var units = map[freq]int64{secondly: 1, minutely: 60, hourly: 3600, daily: day, everyWeek: 7 * day}

// origin returns the number, counted from 1970 or the year 0, of the period that contains a time.
func (x *expansion) origin(wall int64) int64 {
	switch x.freq {
	case yearly:
		return dateOf(floorDiv(wall, day)).year
	case monthly:
		d := dateOf(floorDiv(wall, day))
		return d.year*12 + d.month - 1
	case everyWeek:
		return floorDiv(floorDiv(wall, day)+3-x.weekday, 7)
	}
	return floorDiv(wall, units[x.freq])
}

// begin returns the begin of the kth period. The first week of a year may begin in the year before.
func (x *expansion) begin(k int64) int64 {
	n := x.zero + k*x.interval
	switch x.freq {
	case yearly:
		first := dayNumber(n, 1, 1)
		if x.weeks.given {
			first = min(first, weekOne(n, x.weekday))
		}
		return first * day
	case monthly:
		return dayNumber(floorDiv(n, 12), floorMod(n, 12)+1, 1) * day
	case everyWeek:
		return (n*7 - 3 + x.weekday) * day
	}
	return n * units[x.freq]
}

// skip returns the first period that must be examined for starts after from, and how many starts lie before it. The
// starts of a rule with a COUNT must be counted, unless every period has exactly one.
func (x *expansion) skip(plain bool, from int64) (k, counted int64) {
	if from <= x.start {
		return 0, 0
	}
	k = max(0, (x.origin(from)-x.zero)/x.interval-1)
	if x.count == 0 {
		return k, 0
	}
	if plain && x.freq <= everyWeek {
		return k, k
	}
	return 0, 0
}

// daysOf finds the days of the kth period, which is a day or longer. It returns how many days it examined.
func (x *expansion) daysOf(k int64) int64 {
	x.days = x.days[:0]
	n := x.zero + k*x.interval
	first, end := x.begin(k)/day, int64(0)
	switch {
	case x.freq == yearly && x.weeks.given:
		return x.daysOfWeeks(n)
	case x.freq == yearly && x.months.given:
		looked := int64(1)
		for m := range x.months.from(1, 12) {
			looked += x.daysFrom(dayNumber(n, m, 1), dayNumber(n, m+1, 1))
		}
		return looked
	case x.freq == yearly:
		end = dayNumber(n+1, 1, 1)
	case x.freq == monthly:
		end = dayNumber(floorDiv(n, 12), floorMod(n, 12)+2, 1)
	case x.freq == everyWeek:
		end = first + 7
	default:
		end = first + 1
	}
	return x.daysFrom(first, end)
}

// daysFrom adds the days that match the rule, from first until before end.
func (x *expansion) daysFrom(first, end int64) int64 {
	for number := first; number < end; number++ {
		if x.holds(dateOf(number)) {
			x.days = append(x.days, number)
		}
	}
	return end - first
}

// weekOne returns the first day of the first week of a year: the first week with at least four days in that year.
func weekOne(year, weekday int64) int64 {
	fourth := dayNumber(year, 1, 4)
	return fourth - floorMod(weekdayOf(fourth)-weekday, 7)
}

// daysOfWeeks finds the days of the numbered weeks of a year.
func (x *expansion) daysOfWeeks(year int64) int64 {
	one := weekOne(year, x.weekday)
	weeks := (weekOne(year+1, x.weekday) - one) / 7
	looked := int64(1)
	for n := range x.weeks.from(-53, 53) {
		if n < 0 {
			n += weeks + 1
		}
		if n < 1 || n > weeks {
			continue
		}
		looked += x.daysFrom(one+7*(n-1), one+7*n)
	}
	slices.Sort(x.days)
	x.days = slices.Compact(x.days)
	return looked
}

// holds reports whether a day matches the rule.
func (x *expansion) holds(d date) bool {
	return (!x.months.given || x.months.has(d.month)) &&
		(!x.monthDays.given || x.monthDays.has(d.day) || x.monthDays.has(d.day-d.inMonth-1)) &&
		(!x.yearDays.given || x.yearDays.has(d.yearDay) || x.yearDays.has(d.yearDay-d.inYear-1)) &&
		(!x.weekdays.given || x.weekdays.every[d.weekday] || x.nth(d))
}

// nth reports whether a day is one of the rule's numbered weekdays, counted in its month or, in a yearly rule without
// months, in its year. In other rules the numbers are ignored.
func (x *expansion) nth(d date) bool {
	nth := &x.weekdays.nth[d.weekday]
	if x.freq < monthly || x.weeks.given {
		return nth.given
	}
	at, last := d.day, d.inMonth
	if x.freq == yearly && !x.months.given {
		at, last = d.yearDay, d.inYear
	}
	return nth.has((at-1)/7+1) || nth.has(-(last-at)/7-1)
}

// fits reports whether the kth period, which is an hour or shorter, matches the rule, and which period to examine next.
func (x *expansion) fits(k int64) (next int64, ok bool) {
	at := x.begin(k)
	second := floorMod(at, day)
	switch {
	case !x.holds(dateOf(floorDiv(at, day))):
		return x.after(at - second + day), false
	case x.hours.given && !x.hours.has(second/3600):
		return x.after(at - second%3600 + 3600), false
	case x.freq <= minutely && x.minutes.given && !x.minutes.has(second/60%60):
		return x.after(at - second%60 + 60), false
	case x.freq == secondly && x.seconds.given && !x.seconds.has(second%60):
		return k + 1, false
	}
	return k + 1, true
}

// after returns the first period that begins at a time or later.
func (x *expansion) after(at int64) int64 {
	n := floorDiv(at+units[x.freq]-1, units[x.freq]) - x.zero
	return floorDiv(n+x.interval-1, x.interval)
}

// clocks finds the times of day in the period that begins at a time, and returns their number.
func (x *expansion) clocks(at int64) int64 {
	if x.freq >= daily && x.clock != nil {
		return 0 // the same in each period
	}
	second := floorMod(at, day)
	if x.clock == nil {
		x.hoursOf = slices.Collect(x.hours.from(0, 23))
		x.minutesOf = slices.Collect(x.minutes.from(0, 59))
		x.secondsOf = slices.Collect(x.seconds.from(0, 59))
		x.clock = make([]int64, 0, 1)
	}
	if x.freq <= hourly {
		x.hoursOf = append(x.hoursOf[:0], second/3600)
	}
	if x.freq <= minutely {
		x.minutesOf = append(x.minutesOf[:0], second/60%60)
	}
	if x.freq == secondly {
		x.secondsOf = append(x.secondsOf[:0], second%60)
	}
	x.clock = x.clock[:0]
	for _, h := range x.hoursOf {
		for _, m := range x.minutesOf {
			for _, s := range x.secondsOf {
				x.clock = append(x.clock, h*3600+m*60+s)
			}
		}
	}
	return int64(len(x.clock))
}

// times yields the times of the period in order: all of them, or those at the rule's positions.
func (x *expansion) times(yield func(int64) bool) {
	if !x.positions.given {
		for _, d := range x.days {
			for _, c := range x.clock {
				if !yield(d*day + c) {
					return
				}
			}
		}
		return
	}
	size := int64(len(x.days) * len(x.clock))
	var at []int64
	for p := range x.positions.from(-setZero, setZero) {
		if p < 0 {
			p += size + 1
		}
		if p >= 1 && p <= size {
			at = append(at, p-1)
		}
	}
	slices.Sort(at)
	per := int64(len(x.clock))
	for _, i := range slices.Compact(at) {
		if !yield(x.days[i/per]*day + x.clock[i%per]) {
			return
		}
	}
}
