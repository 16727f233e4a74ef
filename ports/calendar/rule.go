package calendar

import (
	"errors"
	"fmt"
	"iter"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// rule is a recurrence rule (RFC 5545 3.3.10).
//
// The package expands rules itself instead of using rrule-go. Rules come from anybody who can send an invitation, and
// that library loops forever on FREQ=HOURLY;INTERVAL=2;BYHOUR=1, panics on FREQ=MONTHLY;BYDAY=53MO, and searches for 30
// February until the year 9999. The tests compare with it and with ical.js for rules that all of them support.
type rule struct {
	freq     freq
	interval int64
	count    int64  // 0 for none
	until    moment // its zone is nil for a local time and utc for an instant
	bounded  bool   // until is set
	weekday  int64  // the first day of the week, 0 is Monday

	seconds, minutes, hours            set
	months, monthDays, yearDays, weeks set
	positions                          set
	weekdays                           weekdays
}

type freq int

const (
	secondly freq = iota
	minutely
	hourly
	daily
	everyWeek
	monthly
	yearly
)

// set is a set of numbers from -366 to 366.
type set struct {
	words [12]uint64
	given bool // the rule has this part
}

const setZero = 366

func (s *set) add(n int64) {
	s.words[(n+setZero)/64] |= 1 << uint((n+setZero)%64)
	s.given = true
}

func (s *set) has(n int64) bool { return s.words[(n+setZero)/64]&(1<<uint((n+setZero)%64)) != 0 }

// from yields the numbers of the set from least to most, in ascending order.
func (s *set) from(least, most int64) iter.Seq[int64] {
	return func(yield func(int64) bool) {
		for i, word := range s.words {
			for ; word != 0; word &= word - 1 {
				n := int64(64*i+bits.TrailingZeros64(word)) - setZero
				if n >= least && n <= most && !yield(n) {
					return
				}
			}
		}
	}
}

// weekdays are days of the week, 0 for Monday: every one, or the nth one of a month or year.
type weekdays struct {
	every [7]bool
	nth   [7]set
	given bool
}

var freqs = map[string]freq{
	"SECONDLY": secondly, "MINUTELY": minutely, "HOURLY": hourly, "DAILY": daily, "WEEKLY": everyWeek,
	"MONTHLY": monthly, "YEARLY": yearly,
}

var weekdayNames = []string{"MO", "TU", "WE", "TH", "FR", "SA", "SU"}

var errRule = errors.New("not a recurrence rule that can be followed")

// parseRule parses an RRULE. It ignores unknown parts. A rule for another calendar system (RFC 7529) is an error.
func parseRule(s string) (*rule, error) {
	r := &rule{freq: -1, interval: 1}
	for part := range strings.SplitSeq(strings.ToUpper(strings.TrimSpace(s)), ";") {
		key, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		ok := true
		switch key {
		case "FREQ":
			r.freq, ok = freqs[value]
		case "INTERVAL":
			r.interval, ok = number(value, 1, 1<<30)
		case "COUNT":
			r.count, ok = number(value, 1, 1<<40)
		case "UNTIL":
			var isUTC bool
			r.until.wall, r.until.date, isUTC, ok = parseWall(value)
			if isUTC {
				r.until.zone = utc
			}
			r.bounded = true
		case "WKST":
			r.weekday = int64(slices.Index(weekdayNames, value))
			ok = r.weekday >= 0
		case "BYSECOND":
			ok = r.seconds.read(value, 0, 60, false)
		case "BYMINUTE":
			ok = r.minutes.read(value, 0, 59, false)
		case "BYHOUR":
			ok = r.hours.read(value, 0, 23, false)
		case "BYDAY":
			ok = r.weekdays.read(value)
		case "BYMONTHDAY":
			ok = r.monthDays.read(value, 1, 31, true)
		case "BYYEARDAY":
			ok = r.yearDays.read(value, 1, 366, true)
		case "BYWEEKNO":
			ok = r.weeks.read(value, 1, 53, true)
		case "BYMONTH":
			ok = r.months.read(value, 1, 12, false)
		case "BYSETPOS":
			ok = r.positions.read(value, 1, 366, true)
		case "BYEASTER":
			ok = false
		case "RSCALE":
			ok = value == "GREGORIAN"
		}
		if !ok {
			return nil, fmt.Errorf("%w: %s", errRule, key)
		}
	}
	if r.freq < 0 {
		return nil, fmt.Errorf("%w: FREQ", errRule)
	}
	return r, nil
}

// number parses a number from least to most.
func number(s string, least, most int64) (int64, bool) {
	n, err := strconv.ParseInt(strings.TrimPrefix(s, "+"), 10, 64)
	return n, err == nil && n >= least && n <= most
}

// read parses a list of numbers from least to most, and also of their negatives if signed.
func (s *set) read(list string, least, most int64, signed bool) bool {
	for v := range strings.SplitSeq(list, ",") {
		n, ok := number(v, -most, most)
		if !ok || !signed && n < least || signed && max(n, -n) < least {
			return false
		}
		s.add(n)
	}
	return true
}

func (w *weekdays) read(list string) bool {
	w.given = true
	for v := range strings.SplitSeq(list, ",") {
		if len(v) < 2 {
			return false
		}
		d := slices.Index(weekdayNames, v[len(v)-2:])
		if d < 0 {
			return false
		}
		if len(v) == 2 {
			w.every[d] = true
			continue
		}
		nth, ok := number(v[:len(v)-2], -53, 53)
		if !ok || nth == 0 {
			return false
		}
		w.nth[d].add(nth)
	}
	return true
}

// plain reports whether a rule has nothing but a frequency, so that each of its periods has exactly one start.
func (r *rule) plain() bool {
	return !(r.seconds.given || r.minutes.given || r.hours.given || r.weekdays.given || r.monthDays.given ||
		r.yearDays.given || r.weeks.given || r.months.given || r.positions.given)
}

// filled returns the rule with its missing parts taken from the start of the event.
func (r rule) filled(start int64) *rule {
	d := dateOf(floorDiv(start, day))
	if !r.weekdays.given && !r.monthDays.given && !r.yearDays.given {
		switch {
		case r.freq == yearly && r.weeks.given, r.freq == everyWeek:
			r.weekdays.every[d.weekday], r.weekdays.given = true, true
		case r.freq == yearly:
			r.monthDays.add(d.day)
			if !r.months.given {
				r.months.add(d.month)
			}
		case r.freq == monthly:
			r.monthDays.add(d.day)
		}
	}
	clock := floorMod(start, day)
	if r.freq > hourly && !r.hours.given {
		r.hours.add(clock / 3600)
	}
	if r.freq > minutely && !r.minutes.given {
		r.minutes.add(clock / 60 % 60)
	}
	if r.freq > secondly && !r.seconds.given {
		r.seconds.add(clock % 60)
	}
	return &r
}
