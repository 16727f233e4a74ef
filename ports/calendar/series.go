package calendar

import (
	"cmp"
	"slices"
	"strings"
)

// series are the components with one UID: the event itself (rarely several) and the overrides of single occurrences.
type series struct {
	uid       string
	masters   []*component
	overrides []*component
}

// seriesOf groups the events of an object by UID. Each event without a UID is its own group.
func seriesOf(object *component) []*series {
	var all []*series
	byUID := map[string]*series{}
	for _, c := range object.children {
		if c.name != "VEVENT" {
			continue
		}
		uid := unescape(strings.TrimSpace(c.first("UID").value))
		s, ok := byUID[uid]
		if !ok || uid == "" {
			s = &series{uid: uid}
			byUID[uid] = s
			all = append(all, s)
		}
		if c.first("RECURRENCE-ID").name != "" {
			s.overrides = append(s.overrides, c)
		} else {
			s.masters = append(s.masters, c)
		}
	}
	return all
}

// override replaces one occurrence, or all occurrences from one on.
type override struct {
	id      moment // the original start
	start   moment
	lasts   length
	blocks  bool // it makes the owner busy
	onwards bool // THISANDFUTURE
	version int64
	stamp   string
}

func (r *reading) series(s *series) {
	var overrides []override
	for _, c := range s.overrides {
		if o, ok := r.override(c); ok {
			overrides = append(overrides, o)
		}
	}
	// Of several overrides of the same occurrence, the newest comes last and wins.
	slices.SortStableFunc(overrides, func(a, b override) int {
		return cmp.Or(cmp.Compare(a.id.instant(), b.id.instant()), cmp.Compare(a.version, b.version),
			cmp.Compare(a.stamp, b.stamp))
	})
	first := len(r.blocks)
	for i, o := range overrides {
		last := i+1 == len(overrides) || overrides[i+1].id.instant() != o.id.instant()
		if last && o.blocks {
			r.take(first, s.uid, o.start.instant(), o.lasts.end(o.start.zone, o.start.wall))
		}
	}
	for _, m := range s.masters {
		first, response := len(r.blocks), r.response(m)
		for r.event(s.uid, m, overrides); first < len(r.blocks); first++ {
			r.blocks[first].Response = response
		}
	}
}

func (r *reading) override(c *component) (o override, ok bool) {
	p := c.first("RECURRENCE-ID")
	var def zone
	if start, ok := r.moment(c.first("DTSTART"), nil); ok && !start.date {
		def = start.zone
	}
	o.id, ok = r.moment(p, def)
	if !ok {
		return o, false
	}
	o.start, o.lasts, ok = r.extent(c)
	if !ok {
		o.start = o.id // only the length or status changed
		o.lasts, _ = r.lasts(c, o.start)
	}
	o.blocks = r.takes(c)
	o.onwards = strings.EqualFold(p.param("RANGE"), "THISANDFUTURE")
	o.version, _ = number(strings.TrimSpace(c.first("SEQUENCE").value), 0, 1<<40)
	o.stamp = c.first("DTSTAMP").value
	return o, true
}

// moment parses a DATE or DATE-TIME in the zone of its property, or else in def, or else in the owner's zone.
func (r *reading) moment(p property, def zone) (moment, bool) {
	wall, isDate, isUTC, ok := parseWall(p.value)
	m := moment{wall: wall, date: isDate}
	switch tzid := p.param("TZID"); {
	case !ok:
	case isUTC:
		m.zone = utc
	case tzid != "" && !isDate:
		m.zone = r.zones.find(tzid)
	case def != nil:
		m.zone = def
	default:
		m.zone = r.zones.owner
	}
	return m, ok
}

// extent returns the first start of an event and its length.
func (r *reading) extent(c *component) (start moment, lasts length, ok bool) {
	if start, ok = r.moment(c.first("DTSTART"), nil); !ok {
		return start, lasts, false
	}
	lasts, _ = r.lasts(c, start)
	return start, lasts, true
}

// lasts returns the length of an event with this start: its DTEND in elapsed seconds, or its DURATION, in which days
// are days of the calendar (RFC 5545 3.8.5.3), or else one day for a date and nothing for a time.
func (r *reading) lasts(c *component, start moment) (l length, ok bool) {
	if end, ok := r.moment(c.first("DTEND"), start.zone); ok {
		if start.date && end.date {
			l.days = (end.wall - start.wall) / day
		} else {
			l.seconds = end.instant() - start.instant()
		}
	} else if d, ok := parseLength(c.first("DURATION").value); ok {
		l = d
	}
	if l.none() {
		l = length{}
		if start.date {
			l.days = 1
		}
	}
	return l, !l.none()
}

// period returns the length of a PERIOD with this start. Its second half is a time or a duration.
func (r *reading) period(start moment, end string, p property) length {
	if d, ok := parseLength(end); ok {
		return d
	}
	if m, ok := r.moment(property{params: p.params, value: end}, start.zone); ok {
		return length{seconds: m.instant() - start.instant()}
	}
	return length{}
}

// unescape removes the backslashes of a TEXT (RFC 5545 3.3.11).
func unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	escaped := false
	for _, c := range s {
		switch {
		case !escaped && c == '\\':
			escaped = true
			continue
		case escaped && (c == 'n' || c == 'N'):
			c = '\n'
		}
		b.WriteRune(c)
		escaped = false
	}
	return b.String()
}
