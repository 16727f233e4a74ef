package timetable

import (
	"slices"
	"time"

	"litmus/models"
)

// Limited are limits with the interviews that count towards them. Those of a person, of the organization and of
// whatever else has some are the same: they differ in whose interviews count.
type Limited struct {
	models.InterviewLimits

	All     bool     // they are of the organization as a whole
	Pool    string   // the id of the pool whose limits they are, "" for none
	Name    string   // the pool's name
	Zone    string   // in which days and weeks are counted
	Counted []Booked // what counts around the starts that are asked about, in the order of the starts
}

// ChangeLimits returns the person with other limits (P5). [models.Conflict] if the form showed other limits, in words,
// than are saved by now, and for a person whom the file keeps (D24).
func (p Person) ChangeLimits(shown string, l models.InterviewLimits) (Person, error) {
	if err := models.CheckOrigin("interviewer "+p.Email, p.Origin); err != nil {
		return p, err
	}
	if shown != p.Limits.Words() {
		return p, models.Conflictf("the limits of %s were changed meanwhile; look at them and save again", p.Email)
	}
	p.Limits = l
	return p, nil
}

// LimitsOf returns the limits of one person without what counts towards them: their own, counted in zone, and those
// that the organization has for each of its people.
func LimitsOf(own models.InterviewLimits, zone string, home models.OrganizationLimits) (all []Limited) {
	for _, l := range []models.InterviewLimits{own, home.Each()} {
		if l != (models.InterviewLimits{}) {
			all = append(all, Limited{InterviewLimits: l, Zone: zone})
		}
	}
	return all
}

// LimitsOfAll returns the organization's limits as a whole, counted in its zone, without what counts towards them.
func LimitsOfAll(home models.OrganizationLimits, zone string) (all []Limited) {
	if l := home.Overall(); l != (models.InterviewLimits{}) {
		all = append(all, Limited{InterviewLimits: l, All: true, Zone: zone})
	}
	return all
}

// LongestBreak bounds the minutes before and after an interview.
const LongestBreak = models.MaxLimitMinutes * time.Minute

// WantBreaks reports whether one of the interviewers has minutes before or after an interview.
func WantBreaks(all []Available) bool {
	return slices.ContainsFunc(all, func(iv Available) bool {
		return slices.ContainsFunc(iv.Limits, func(l Limited) bool { return l.Before+l.After > 0 })
	})
}

// Count gives the limits the interviews that count towards them, in any order.
func Count(limits []Limited, all []Booked) {
	byStart := func(x, y Booked) int { return x.From.Compare(y.From) }
	if len(limits) > 0 && !slices.IsSortedFunc(all, byStart) {
		slices.SortFunc(all, byStart)
	}
	for n := range limits {
		limits[n].Counted = all
	}
}

// With returns what is known when these interviews are given to people and rooms, by their addresses and ids, too: they
// take their time, and count towards limits instead of whatever is known of the same interviews. By the id of a pool
// are those in which a seat is taken from it, which count towards its limits.
func (a Availability) With(given map[string][]Booked) Availability {
	if len(given) == 0 {
		return a
	}
	add := func(list []Available) []Available {
		list = slices.Clone(list)
		for n, iv := range list {
			if more := given[iv.Email]; len(more) > 0 {
				list[n].Bookings, list[n].Limits = booked(iv.Bookings, more), counting(iv.Limits, more)
			}
		}
		return list
	}
	var all []Booked
	for _, more := range given {
		for _, b := range more {
			if !slices.Contains(all, b) {
				all = append(all, b)
			}
		}
	}
	a.Interviewers, a.Rooms, a.Limits = add(a.Interviewers), add(a.Rooms), counting(a.Limits, all)
	a.Pools = slices.Clone(a.Pools)
	for n, l := range a.Pools {
		a.Pools[n].Counted = booked(l.Counted, given[l.Pool])
	}
	return a
}

// counting are the limits towards which more interviews count.
func counting(limits []Limited, more []Booked) []Limited {
	limits = slices.Clone(limits)
	for n, l := range limits {
		limits[n].Counted = booked(l.Counted, more)
	}
	return limits
}

// booked are the interviews with more, in the order of their starts, each once.
func booked(list, more []Booked) []Booked {
	list = slices.DeleteFunc(slices.Clone(list), func(b Booked) bool {
		return slices.ContainsFunc(more, func(x Booked) bool { return x.InterviewID == b.InterviewID })
	})
	list = append(list, more...)
	slices.SortFunc(list, func(x, y Booked) int { return x.From.Compare(y.From) })
	return list
}

// Span returns when the interviews begin that can matter to one that begins within the span: those of its weeks or
// days, and of a day around it where it matters what comes before and after. It is empty if none can.
func (l Limited) Span(within Range) Range {
	var out Range
	widen := func(r Range) {
		if out.From.IsZero() || r.From.Before(out.From) {
			out.From = r.From
		}
		if r.To.After(out.To) {
			out.To = r.To
		}
	}
	if l.Row > 0 || l.Before > 0 || l.After > 0 {
		widen(Range{within.From.AddDate(0, 0, -1), within.To.AddDate(0, 0, 1)})
	}
	if l.Day > 0 {
		widen(Range{l.day(within.From).From, l.day(within.To).To})
	}
	if l.Week > 0 {
		widen(Range{l.week(within.From).From, l.week(within.To).To})
	}
	return out
}

// day returns the local day of an instant.
func (l Limited) day(t time.Time) Range { return l.days(t, 0, 1) }

// week returns the local week of an instant, from Monday to Sunday (ISO 8601).
func (l Limited) week(t time.Time) Range {
	since := int(t.In(models.Location(l.Zone)).Weekday()+6) % 7
	return l.days(t, -since, 7-since)
}

// days returns the local days from that of an instant on, by their distance from it.
func (l Limited) days(t time.Time, first, end int) Range {
	zone := models.Location(l.Zone)
	y, m, d := t.In(zone).Date()
	at := func(n int) time.Time { return LocalInstant(time.Date(y, m, d+n, 0, 0, 0, 0, time.UTC), zone) }
	return Range{at(first), at(end)}
}

// limitReaders are those of limits about a start as a whole.
type limitReaders []*limitReader

func (a Availability) readers(q asked) (all limitReaders) {
	for _, l := range a.Limits {
		all = append(all, l.reader(q.except, q.now))
	}
	return all
}

// over returns the first limit that an interview at that time would pass, nil for none.
func (all limitReaders) over(want Range) *models.AtLimit {
	for _, l := range all {
		if at := l.at(want, &spans{}); at != nil {
			return at
		}
	}
	return nil
}

// left returns how many of so many interviews at a start the limits leave.
func (all limitReaders) left(want Range, most int) int {
	for _, l := range all {
		most = l.left(want.From, most)
	}
	return most
}

// CheckLimits returns a [models.Conflict] if an interview at that time would pass a limit about starts as a whole,
// such as the organization's. The interview of the id except does not count.
func (a Availability) CheckLimits(want Range, except string, now time.Time) error {
	over := Over(a.Limits, want, nil, except, now)
	if len(over) == 0 {
		return nil
	}
	return models.About(models.Refusal{Cause: models.CauseNobodyFree, At: want.From},
		models.Advised(models.Conflictf("nobody is chosen for %s, since the organization %s; ",
			models.FormatInstant(want.From), over[0].Words()), models.AdviceSlots))
}

// Over returns the limits of several that an interview at that time would pass, the first of each.
func Over(all []Limited, want Range, busy []Range, except string, now time.Time) (over models.OverLimits) {
	for _, l := range all {
		if at := l.reader(except, now).at(want, &spans{all: merge(busy)}); at != nil {
			over = append(over, *at)
		}
	}
	return over
}

// limitReader answers questions about limits. It remembers the last day and week, since they are mostly asked about one
// start after another.
type limitReader struct {
	Limited
	others        []Booked // that count, in the order of the starts
	soonest       time.Time
	today, weekly counted
}

// counted is how many interviews begin within a span.
type counted struct {
	Range
	has int
}

// reader returns who answers questions at now about the limits. The interview of the id except does not count.
func (l Limited) reader(except string, now time.Time) *limitReader {
	r := &limitReader{Limited: l, others: l.Counted}
	if l.Notice > 0 {
		r.soonest = now.In(models.Location(l.Zone)).AddDate(0, 0, l.Notice)
	}
	if is := func(b Booked) bool { return b.InterviewID == except }; except != "" && slices.ContainsFunc(r.others, is) {
		r.others = slices.DeleteFunc(slices.Clone(r.others), is)
	}
	return r
}

// at returns the limit that an interview at that time would pass, nil for none. busy are the busy times of a calendar.
//
// The minutes before and after are kept on both sides of other interviews, since those want theirs, too. A busy time
// wants none.
func (r *limitReader) at(want Range, busy *spans) *models.AtLimit {
	at := func(limit string, most, has int) *models.AtLimit {
		return &models.AtLimit{All: r.All, Pool: r.Name, Limit: limit, Most: most, Has: has, Start: want.From,
			Zone: r.Zone}
	}
	if want.From.Before(r.soonest) {
		return at("notice", r.Notice, 0)
	}
	if r.Day > 0 {
		if has := r.count(&r.today, want.From, r.day); has >= r.Day {
			return at("day", r.Day, has)
		}
	}
	if r.Week > 0 {
		if has := r.count(&r.weekly, want.From, r.week); has >= r.Week {
			return at("week", r.Week, has)
		}
	}
	if r.Row > 0 {
		if has := r.row(want); has > r.Row {
			return at("row", r.Row, has)
		}
	}
	before, after := time.Duration(r.Before)*time.Minute, time.Duration(r.After)*time.Minute
	switch {
	case before > 0 && (r.near(want, before) || busy.overlap(Range{want.From.Add(-before), want.From})):
		return at("before", r.Before, 0)
	case after > 0 && (r.near(want, after) || busy.overlap(Range{want.To, want.To.Add(after)})):
		return at("after", r.After, 0)
	}
	return nil
}

// left returns how many more interviews at a start the day and the week leave, at most so many.
func (r *limitReader) left(start time.Time, most int) int {
	if r.Day > 0 {
		most = min(most, r.Day-r.count(&r.today, start, r.day))
	}
	if r.Week > 0 {
		most = min(most, r.Week-r.count(&r.weekly, start, r.week))
	}
	return max(most, 0)
}

// count returns how many interviews begin in the day or week of a start.
func (r *limitReader) count(last *counted, start time.Time, spanOf func(time.Time) Range) int {
	if start.Before(last.From) || !start.Before(last.To) {
		span := spanOf(start)
		*last = counted{span, r.first(span.To) - r.first(span.From)}
	}
	return last.has
}

// first returns the index of the first interview that does not begin before t.
func (r *limitReader) first(t time.Time) int {
	n, _ := slices.BinarySearchFunc(r.others, t, func(b Booked, t time.Time) int { return b.From.Compare(t) })
	return n
}

// row returns how many interviews would be in a row with one at that time: each begins less than a [models.Breather]
// after the one before it ends.
func (r *limitReader) row(want Range) int {
	at, has := r.first(want.From), 1
	for n, from := at-1, want.From; n >= 0 && from.Sub(r.others[n].To) < models.Breather; n-- {
		has, from = has+1, r.others[n].From
	}
	for n, to := at, want.To; n < len(r.others) && r.others[n].From.Sub(to) < models.Breather; n++ {
		has, to = has+1, r.others[n].To
	}
	return has
}

// near reports whether there is another interview within so long before or after that time.
func (r *limitReader) near(want Range, apart time.Duration) bool {
	wide := Range{want.From.Add(-apart), want.To.Add(apart)}
	for n := r.first(wide.From.Add(-models.MaxDurationMinutes * time.Minute)); n < len(r.others); n++ {
		switch {
		case !r.others[n].From.Before(wide.To):
			return false
		case r.others[n].Overlaps(wide):
			return true
		}
	}
	return false
}
