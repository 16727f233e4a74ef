package calendar

import (
	"slices"
	"strings"
	"time"
)

// zone converts between instants and local times. Both are seconds since 1970, for local times as if they were UTC.
type zone interface {
	// instant returns the instant of a local time. A local time that is skipped when clocks go forward is read with the
	// offset before the change. Of a local time that occurs twice, the first is meant (RFC 5545 3.3.5).
	instant(wall int64) int64
	// wall returns the local time of an instant.
	wall(instant int64) int64
}

// location is a zone of the tz database.
type location struct{ *time.Location }

var utc zone = location{time.UTC}

func (l location) instant(wall int64) int64 {
	if l.Location == time.UTC {
		return wall
	}
	// A day earlier is before the instant in every zone. The search goes on from there, change by change.
	for t := time.Unix(wall-day, 0).In(l.Location); ; {
		_, offset := t.Zone()
		_, end := t.ZoneBounds()
		if end.IsZero() || wall-int64(offset) < end.Unix() {
			return wall - int64(offset)
		}
		if _, next := end.Zone(); wall-int64(next) < end.Unix() { // in the skipped hour
			return wall - int64(offset)
		}
		t = end
	}
}

func (l location) wall(instant int64) int64 {
	_, offset := time.Unix(instant, 0).In(l.Location).Zone()
	return instant + int64(offset)
}

// observed is a zone that is described by a VTIMEZONE (RFC 5545 3.6.5).
type observed struct {
	first  int64 // the offset before the first onset
	onsets []onset
}

// onset is the instant from which an offset applies.
type onset struct {
	at     int64 // seconds since 1970
	offset int64 // from at on
}

func (o *observed) instant(wall int64) int64 {
	// Start at the first onset that is not surely earlier: two days are more than offsets can differ.
	i, _ := slices.BinarySearchFunc(o.onsets, wall-2*day, func(n onset, at int64) int {
		if n.at < at {
			return -1
		}
		return 1
	})
	offset := o.first
	if i > 0 {
		offset = o.onsets[i-1].offset
	}
	for ; i < len(o.onsets); i++ {
		n := o.onsets[i]
		if wall-offset < n.at || wall-n.offset < n.at {
			break
		}
		offset = n.offset
	}
	return wall - offset
}

func (o *observed) wall(instant int64) int64 {
	offset := o.first
	for _, n := range o.onsets {
		if n.at > instant {
			break
		}
		offset = n.offset
	}
	return instant + offset
}

// maxOnsets bounds the changes of a VTIMEZONE: five hundred years with two changes each.
const maxOnsets = 1000

// observe reads a VTIMEZONE. It returns false if that has nothing usable. Rules are expanded until the end of w, and
// those without an end only from the beginning of w.
func observe(c *component, w span, b *budget) (zone, bool) {
	type change struct{ at, from, to int64 }
	var changes []change
	for _, o := range c.children {
		from, ok1 := parseOffset(o.first("TZOFFSETFROM").value)
		to, ok2 := parseOffset(o.first("TZOFFSETTO").value)
		start, _, _, ok3 := parseWall(o.first("DTSTART").value)
		if !ok1 || !ok2 || !ok3 || o.name != "STANDARD" && o.name != "DAYLIGHT" {
			continue
		}
		add := func(wall int64) bool {
			changes = append(changes, change{wall - from, from, to})
			return len(changes) < maxOnsets
		}
		add(start)
		for _, p := range o.each("RDATE") {
			for v := range strings.SplitSeq(p.value, ",") {
				if wall, _, isUTC, ok := parseWall(v); ok && len(changes) < maxOnsets {
					if isUTC {
						wall += from
					}
					add(wall)
				}
			}
		}
		for _, p := range o.each("RRULE") {
			r, err := parseRule(p.value)
			if err != nil {
				continue
			}
			until := func(u moment) int64 {
				if u.zone == nil {
					return u.wall
				}
				return u.wall + from
			}
			from := span{start, w.to}
			if !r.bounded && r.count == 0 {
				from.from = max(start, w.from)
			}
			r.expand(start, until, from, b, add)
		}
	}
	if len(changes) == 0 {
		return nil, false
	}
	slices.SortStableFunc(changes, func(a, b change) int { return int(min(1, max(-1, a.at-b.at))) })
	o := &observed{first: changes[0].from}
	for _, c := range changes {
		o.onsets = append(o.onsets, onset{c.at, c.to})
	}
	return o, true
}

// maxZones bounds the zone names that are looked up in one reading. Real calendars use about a dozen.
const maxZones = 500

// atlas finds zones by the names that calendars use.
type atlas struct {
	owner  zone            // for times without a zone or with an unknown one
	known  map[string]zone // zones of the tz database by any name, nil if it has none
	own    map[string]*component
	seen   map[string]zone // the zones of own that were used
	read   map[string]zone // parsed VTIMEZONEs by their text, since most objects contain the same ones
	w      span            // the window of interest
	budget *budget
}

func newAtlas(owner *time.Location, w span, b *budget) *atlas {
	a := &atlas{owner: location{owner}, known: map[string]zone{}, read: map[string]zone{}, w: w, budget: b}
	if owner == time.UTC {
		a.owner = utc
	}
	return a
}

// open switches to the VTIMEZONEs of another object.
func (a *atlas) open(object *component) {
	a.own, a.seen = map[string]*component{}, map[string]zone{}
	for _, c := range object.children {
		if c.name == "VTIMEZONE" {
			a.own[strings.TrimSpace(c.first("TZID").value)] = c
		}
	}
}

// find returns the zone of a TZID: from the tz database, from Windows' names, from the object's VTIMEZONE, or else the
// owner's.
func (a *atlas) find(tzid string) zone {
	tzid = strings.TrimSpace(tzid)
	if tzid == "" {
		return a.owner
	}
	z, asked := a.known[tzid]
	if !asked && len(a.known) < maxZones {
		z = lookUp(tzid)
		a.known[tzid] = z
	}
	if z != nil {
		return z
	}
	if z, ok := a.seen[tzid]; ok {
		return z
	}
	c, ok := a.own[tzid]
	if !ok {
		return a.owner
	}
	text := c.text()
	if z, ok = a.read[text]; !ok {
		if z, ok = observe(c, a.w, a.budget); !ok {
			z = a.owner
		}
		if len(a.read) < maxZones {
			a.read[text] = z
		}
	}
	a.seen[tzid] = z
	return z
}

// lookUp finds a zone of the tz database by its own name, by Windows' name, or by a name that ends in one of its own
// after a vendor's prefix (/freeassociation.sourceforge.net/Europe/Berlin). It returns nil if there is none.
func lookUp(tzid string) zone {
	if z := load(tzid); z != nil {
		return z
	}
	if name, ok := windowsZones[tzid]; ok {
		return load(name)
	}
	if tzid[0] != '/' {
		return nil
	}
	parts := strings.Split(tzid, "/")
	for n := min(3, len(parts)-1); n > 0; n-- { // America/Argentina/Ushuaia
		if z := load(strings.Join(parts[len(parts)-n:], "/")); z != nil {
			return z
		}
	}
	return nil
}

// load loads a zone of the tz database. It refuses names that belong to the library ("" is UTC) or the machine
// ("Local"), and "right/" zones, whose clocks count leap seconds.
func load(name string) zone {
	switch name {
	case "", "Local", "localtime", "posixrules", "Factory":
		return nil
	}
	if len(name) > 64 || strings.HasPrefix(name, "right/") {
		return nil
	}
	l, err := time.LoadLocation(name)
	if err != nil {
		return nil
	}
	if name == "UTC" || l.String() == "UTC" {
		return utc
	}
	return location{l}
}
