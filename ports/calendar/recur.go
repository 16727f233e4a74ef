package calendar

import (
	"errors"
	"slices"
	"sort"
	"strings"
	"time"
)

const (
	// maxBlocks bounds the blocks of one event. An event every hour for a quarter of a year has 2,208.
	maxBlocks = 5000
	// maxShift bounds how far THISANDFUTURE may move occurrences, and how far blocks may extend beyond the window.
	maxShift = 366 * day
)

// errTooMuch means that the recurring events of a calendar cannot be expanded within the budget.
var errTooMuch = errors.New("the calendar's recurring events are too many or too odd to be followed")

// reading computes busy time from iCalendar objects.
type reading struct {
	w      span     // of instants
	owner  []string // email addresses, in lower case
	room   bool     // the owner is a room
	zones  *atlas
	budget *budget
	blocks []Block
}

// newReading returns a reading of the busy time in [from, to) of a source's calendar. Floating times and whole days are
// in the owner's zone.
func newReading(from, to time.Time, s Source) *reading {
	b := newBudget()
	w := span{from.Unix(), to.Unix()}
	if to.Nanosecond() > 0 {
		w.to++
	}
	r := &reading{w: w, budget: b, room: s.Room}
	r.zones = newAtlas(s.zone(), span{w.from - 3*maxShift, w.to + maxShift}, b)
	for _, a := range []string{s.Email, s.Username} {
		if strings.Contains(a, "@") {
			r.owner = append(r.owner, strings.ToLower(a))
		}
	}
	return r
}

// add reads the events of some objects. Each object contains an event together with its overrides.
func (r *reading) add(objects []*component) error {
	for _, o := range objects {
		r.zones.open(o)
		for _, s := range seriesOf(o) {
			r.series(s)
		}
		for _, c := range o.children {
			if c.name == "VFREEBUSY" {
				r.freeBusy(c)
			}
		}
		if r.budget.spent {
			return errTooMuch
		}
	}
	return nil
}

// change is the effect of THISANDFUTURE on the occurrences from one on.
type change struct {
	from   int64 // in the event's zone
	by     int64
	lasts  length
	blocks bool
}

// event adds all occurrences of an event except those that an override replaces.
func (r *reading) event(uid string, c *component, overrides []override) {
	start, lasts, ok := r.extent(c)
	if !ok {
		return // no program shows an event without a start
	}
	z := start.zone

	// The occurrences that do not take place as the event says.
	gone := exceptions{zone: z, instants: map[int64]bool{}, days: map[int64]bool{}}
	for _, p := range c.each("EXDATE") {
		for v := range strings.SplitSeq(p.value, ",") {
			if m, ok := r.moment(property{params: p.params, value: v}, z); ok {
				gone.add(m, start.date)
			}
		}
	}
	if !r.budget.take(int64(len(overrides))) {
		return
	}
	var changes []change
	widest, shift := lasts.most(), int64(0)
	for _, o := range overrides {
		gone.add(o.id, start.date)
		if o.onwards {
			c := change{from: o.id.in(z), by: o.start.in(z) - o.id.in(z), lasts: o.lasts, blocks: o.blocks}
			changes = append(changes, c)
			widest, shift = max(widest, c.lasts.most()), max(shift, c.by, -c.by)
		}
	}
	shift = min(shift, maxShift)
	owns := r.takes(c)
	if !owns && len(changes) == 0 {
		return
	}

	first, count := len(r.blocks), 0
	occur := func(wall int64, own length) bool {
		at := z.instant(wall)
		if gone.has(wall, at) {
			return true
		}
		begin, end, takes := at, own.end(z, wall), owns
		if n := sort.Search(len(changes), func(i int) bool { return changes[i].from > wall }); n > 0 {
			c := changes[n-1]
			begin, end, takes = z.instant(wall+c.by), c.lasts.end(z, wall+c.by), c.blocks
		}
		if takes && r.take(first, uid, begin, end) {
			count++
		}
		return count < maxBlocks
	}

	// In the event's zone, with a margin for the zone's offset and for occurrences that began earlier or are moved.
	w := span{r.w.from - widest - shift - day, r.w.to + shift + day}
	rules, read := c.each("RRULE"), 0
	for _, p := range rules {
		rule, err := parseRule(p.value)
		if err != nil {
			continue
		}
		read++
		reached := w.from
		until := func(u moment) int64 { return untilWall(u, start) }
		done := rule.expand(start.wall, until, w, r.budget, func(wall int64) bool {
			reached = wall
			return occur(wall, lasts)
		})
		if !done || count >= maxBlocks {
			// If the expansion was cut short, the rest of the window counts as busy: an endless rule must not make
			// anybody look free.
			r.take(len(r.blocks), uid, max(z.instant(reached), r.w.from), r.w.to)
			count = 0
		}
	}
	if read == 0 {
		occur(start.wall, lasts) // calendar programs show the start even if they cannot read the rule
	}
	for _, p := range c.each("RDATE") {
		for v := range strings.SplitSeq(p.value, ",") {
			if !r.budget.take(1) {
				return
			}
			if count >= maxBlocks {
				r.take(len(r.blocks), uid, r.w.from, r.w.to)
				return
			}
			from, to, isPeriod := strings.Cut(v, "/")
			m, ok := r.moment(property{params: p.params, value: from}, z)
			if !ok {
				continue
			}
			own := lasts
			if isPeriod {
				own = r.period(m, to, p)
			}
			if wall := m.in(z); isPeriod || wall >= w.from && wall < w.to {
				occur(wall, own)
			}
		}
	}
}

// untilWall returns the last start that UNTIL allows, as a local time in the zone of an event that starts at start. A
// date allows its whole day, even where a time was required.
func untilWall(u, start moment) int64 {
	wall := u.wall
	if u.zone != nil {
		wall = u.in(start.zone)
	}
	if start.date {
		return max(u.wall, wall)
	}
	if u.date {
		return wall + day - 1
	}
	return wall
}

// exceptions are occurrences that do not take place.
type exceptions struct {
	zone     zone
	instants map[int64]bool
	days     map[int64]bool // local days, by number
}

// add adds an exception. If it or the event has no time of day, it excludes the whole day. Calendars contain both dates
// where times are expected and times where dates are.
func (x *exceptions) add(m moment, wholeDays bool) {
	switch {
	case !m.date && !wholeDays:
		x.instants[m.instant()] = true
	case !m.date && floorMod(m.wall, day) != 0: // local midnight, written in UTC
		x.days[floorDiv(m.in(x.zone), day)] = true
	default:
		x.days[floorDiv(m.wall, day)] = true
	}
}

func (x *exceptions) has(wall, instant int64) bool {
	return x.instants[instant] || x.days[floorDiv(wall, day)]
}

// take adds a block if it overlaps the window. first is the index of the event's first block. A block that begins where
// the last one ends extends that, so that an event every minute becomes one block.
func (r *reading) take(first int, uid string, from, to int64) bool {
	if to <= from || to <= r.w.from || from >= r.w.to {
		return false
	}
	from, to = max(from, r.w.from-maxShift), min(to, r.w.to+maxShift)
	b := Block{From: time.Unix(from, 0).UTC(), To: time.Unix(to, 0).UTC(), UID: uid}
	if n := len(r.blocks); n > first {
		if last := &r.blocks[n-1]; !b.From.Before(last.From) && !b.From.After(last.To) {
			if b.To.After(last.To) {
				last.To = b.To
			}
			return false
		}
	}
	r.blocks = append(r.blocks, b)
	return true
}

// takes reports whether an event makes its owner busy. It does not if it is cancelled or shown as free, or if they
// declined.
func (r *reading) takes(c *component) bool {
	if c.word("STATUS") == "CANCELLED" || c.word("TRANSP") == "TRANSPARENT" ||
		c.word("X-MICROSOFT-CDO-BUSYSTATUS") == "FREE" {
		return false
	}
	return !r.declined(c)
}

// declined reports whether the calendar's owner has declined an event. Which of an event's rooms has this calendar is
// not known unless its account is an address: so a room has surely declined only what all of them did.
func (r *reading) declined(c *component) bool {
	rooms, without := 0, 0
	for _, p := range c.each("ATTENDEE") {
		address, ok := strings.CutPrefix(strings.ToLower(strings.TrimSpace(p.value)), "mailto:")
		no := strings.EqualFold(p.param("PARTSTAT"), "DECLINED")
		if ok && no && slices.Contains(r.owner, address) {
			return true
		}
		if is := p.param("CUTYPE"); r.room && (strings.EqualFold(is, "ROOM") || strings.EqualFold(is, "RESOURCE")) {
			if rooms++; no {
				without++
			}
		}
	}
	return rooms > 0 && rooms == without
}

// freeBusy adds the busy times of a VFREEBUSY.
func (r *reading) freeBusy(c *component) {
	for _, p := range c.each("FREEBUSY") {
		if strings.EqualFold(p.param("FBTYPE"), "FREE") {
			continue
		}
		first := len(r.blocks)
		for v := range strings.SplitSeq(p.value, ",") {
			from, to, isPeriod := strings.Cut(v, "/")
			m, ok := r.moment(property{params: p.params, value: from}, nil)
			if ok && isPeriod && r.budget.take(1) {
				r.take(first, "", m.instant(), r.period(m, to, p).end(m.zone, m.wall))
			}
		}
	}
}

// budget bounds the work of a reading, whatever the calendar contains. A unit is one day examined or one time found.
type budget struct {
	left  int64 // for the whole reading
	each  int64 // for one rule
	spent bool  // left was exceeded
}

// newBudget returns the budget of a reading, which takes about a second. A calendar of 5,000 weekly meetings, read for
// a quarter of a year, uses a fifth of it. One rule may use as much as an event every quarter of an hour for five years
// needs.
func newBudget() *budget { return &budget{left: 6_000_000, each: 200_000} }

// take spends n units, or reports false if there are fewer.
func (b *budget) take(n int64) bool {
	if b.left < n {
		b.spent = true
		return false
	}
	b.left -= n
	return true
}
