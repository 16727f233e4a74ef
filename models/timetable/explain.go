package timetable

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"litmus/models"
	"litmus/models/panel"
)

// Reason says why a start is or is not offered (D15).
type Reason string

// Reasons about one interviewer, in the order in which they are looked for; an interview in the way is named before
// everything else, since only that refuses a booking.
const (
	ReasonFree         Reason = "free"
	ReasonBooked       Reason = "booked"        // an interview of theirs is in the way
	ReasonNotPainted   Reason = "not_painted"   // the start is not painted for them on the posting
	ReasonTooFar       Reason = "too_far"       // personal starts end 92 days ahead
	ReasonOutsideHours Reason = "outside_hours" // it does not fit in their working hours
	ReasonAway         Reason = "away"          // an absence of theirs, also of a painted interviewer
	ReasonDayOff       Reason = "day_off"       // the date differs from the week and has no hours
	ReasonNotRead      Reason = "not_read"      // the calendar was never read, or not for too long
	ReasonNotKnown     Reason = "not_known"     // outside the span of the calendar that was read
	ReasonBusy         Reason = "busy"          // in the connected calendar
	ReasonOffGrid      Reason = "off_grid"      // neither on the hour nor on the half hour
	ReasonNotAssigned  Reason = "not_assigned"  // they are not an interviewer of the posting
	ReasonNoPlace      Reason = "no_place"      // they can take no place of the round's panel
	ReasonCandidate    Reason = "candidate"     // they are the candidate
	ReasonTooSmall     Reason = "too_small"     // of a room: it does not hold everybody who is needed
	ReasonAtLimit      Reason = "at_limit"      // they would be free, and interview no more than that; also of a start
)

// Reasons about a start as a whole, beside [ReasonFree], [ReasonOffGrid] and [ReasonAtLimit].
const (
	ReasonPast       Reason = "past"
	ReasonNobody     Reason = "nobody"      // the posting has no interviewers
	ReasonFull       Reason = "full"        // it is offered and every place is taken
	ReasonNotOffered Reason = "not_offered" // no interviewer offers it
)

// Verdict says whether one interviewer is free at a start, and if not why not, with the facts of the reason. It names
// no event of a calendar.
type Verdict struct {
	Email  string
	Reason Reason
	Offers bool // they offer the start, not counting bookings

	Personal bool // their own schedule decides, and nothing that is painted
	Painted  bool // it is painted for a painted interviewer, who may be away

	Span                 Range      // of what is in the way: an interview, a busy time, an absence or a day off
	InterviewID          string     // of [ReasonBooked]
	ReadAt, FailingSince *time.Time // of [ReasonNotRead]: the last reading, and since when it fails; nil: never
	Until                time.Time  // of [ReasonTooFar] and [ReasonNotKnown]: up to when they are offered

	Limit *models.AtLimit // of [ReasonAtLimit]

	Room  *Room // which the verdict is about; nil: a person
	Needs int   // people whom the room has to hold
}

// Explanation says whether a start is offered, and if not why not.
type Explanation struct {
	Start    time.Time
	Duration time.Duration
	// Reason is [ReasonFree] exactly if the start is one of [Availability.Offered].
	Reason       Reason
	Capacity     int       // places that are left
	Unnamed      []Booked  // interviews at this start that name nobody and take a place each
	Interviewers []Verdict // those who are free first, then by email
	Rooms        []Verdict // of the round's panel, in the order in which they were read
	// Places are those of the round's panel that cannot be filled, none if a panel is free. With a panel, Capacity
	// counts panels.
	Places []PlaceVerdict

	paneled bool // the round has a panel

	Limit *models.AtLimit // of [ReasonAtLimit]: the organization's, nil if everybody who would be free is at one
}

// Explain says why the start of a round of that duration is or is not offered at now (D15). The answer comes from the
// code that offers, so it is [ReasonFree] exactly where a start is offered. An interview in the way is named before any
// other reason, since it alone refuses a booking. The interview of the id except, which is moved or gets another
// interviewer, takes no place.
func (a Availability) Explain(start time.Time, duration time.Duration, now time.Time, except string) Explanation {
	return a.ExplainAll([]time.Time{start}, duration, now, except)[0]
}

// ExplainAll is [Availability.Explain] of several starts, which are in order.
func (a Availability) ExplainAll(starts []time.Time, duration time.Duration, now time.Time,
	except string) []Explanation {
	if len(starts) == 0 {
		return nil
	}
	q := asked{duration: duration, from: starts[0], to: starts[len(starts)-1], horizon: now.Add(MaxPersonalHorizon),
		except: except, now: now}
	diaries, table := a.diaries(q)
	out, limits := make([]Explanation, len(starts)), a.readers(q)
	for n, start := range starts {
		out[n] = a.explain(diaries, table, limits, start, q)
	}
	return out
}

func (a Availability) explain(diaries []*diary, table *panel.Table, limits limitReaders, start time.Time,
	q asked) Explanation {
	e := Explanation{Start: start, Duration: q.duration, Unnamed: a.unnamedAt(start, q.except),
		Interviewers: make([]Verdict, len(diaries)-len(a.Rooms)), paneled: table != nil}
	people := len(e.Interviewers)
	for _, d := range diaries[people:] {
		e.Rooms = append(e.Rooms, d.verdict(start))
	}
	offered, assigned, limited, free := false, false, false, 0
	for n, d := range diaries[:people] {
		e.Interviewers[n] = d.verdict(start)
		assigned = assigned || !d.Unassigned
		offered = offered || e.Interviewers[n].Offers
		limited = limited || e.Interviewers[n].Reason == ReasonAtLimit
		if e.Interviewers[n].Reason == ReasonFree {
			free++
		}
	}
	var lacks []panel.Lack
	if table != nil {
		offering, able := table.NewSet(), table.NewSet()
		takers := slices.Concat(e.Interviewers, e.Rooms)
		for n, w := range takers {
			if w.Offers {
				offering.Add(n)
			}
			if w.Reason == ReasonFree {
				able.Add(n)
			}
		}
		offered, assigned, free = table.Fits(offering), true, table.Capacity(able)
		limited = false // the places say who is
		lacks = table.Lacks(able)
	}
	slices.SortFunc(e.Interviewers, func(x, y Verdict) int {
		return cmp.Or(cmp.Compare(x.order(), y.order()), strings.Compare(x.Email, y.Email))
	})
	e.Places = placeVerdicts(lacks, slices.Concat(e.Interviewers, e.Rooms))
	e.Capacity = max(free-len(e.Unnamed), 0)
	if e.Capacity > 0 {
		e.Limit = limits.over(Range{start, start.Add(q.duration)})
	}
	switch {
	case !start.After(q.now):
		e.Reason, e.Limit = ReasonPast, nil
	case e.Limit != nil:
		e.Reason = ReasonAtLimit
	case e.Capacity > 0:
		e.Reason = ReasonFree
	case !OnGrid(start):
		e.Reason = ReasonOffGrid
	case !assigned:
		e.Reason = ReasonNobody
	case offered:
		e.Reason = ReasonFull
	case limited:
		e.Reason = ReasonAtLimit
	default:
		e.Reason = ReasonNotOffered
	}
	return e
}

// order puts those who are free first.
func (w Verdict) order() int {
	if w.Reason == ReasonFree {
		return 0
	}
	return 1
}

// verdict adds the facts to what [diary.at] says.
func (d *diary) verdict(start time.Time) Verdict {
	offer, booked := d.at(start)
	w := Verdict{Email: d.Email, Reason: offer, Offers: offer == ReasonFree, Personal: d.Available.Personal,
		Painted: !d.Available.Personal && d.paints(start), Room: d.Room, Needs: d.needs}
	want := Range{start, start.Add(d.duration)}
	if booked {
		w.Reason = ReasonBooked
		for _, b := range d.Bookings {
			if b.InterviewID != d.except && b.Overlaps(want) && (w.InterviewID == "" || b.From.Before(w.Span.From)) {
				w.InterviewID, w.Span = b.InterviewID, b.Range
			}
		}
		return w
	}
	switch offer {
	case ReasonAtLimit:
		w.Limit = d.limit(want)
	case ReasonOffGrid:
		w.Span = want
	case ReasonAway:
		w.Span, _ = d.absent.after(start)
	case ReasonDayOff:
		w.Span, _ = d.off.after(start)
	case ReasonTooFar:
		w.Until = d.horizon
	case ReasonNotRead:
		w.ReadAt, w.FailingSince = d.ReadAt, d.FailingSince
	case ReasonNotKnown:
		w.Until = d.Known.To
	case ReasonBusy:
		w.Span, _ = d.busy.after(start)
	}
	return w
}

// Of returns what is said about that interviewer.
func (e Explanation) Of(email string) (Verdict, bool) {
	for _, w := range e.Interviewers {
		if w.Email == email {
			return w, true
		}
	}
	return Verdict{}, false
}

// Free returns the emails of those who are free.
func (e Explanation) Free() []string { return freeOf(e.Interviewers) }

// FreeRooms returns the ids of the rooms that are free and large enough.
func (e Explanation) FreeRooms() []string { return freeOf(e.Rooms) }

func freeOf(all []Verdict) (emails []string) {
	for _, w := range all {
		if w.Reason == ReasonFree {
			emails = append(emails, w.Email)
		}
	}
	return emails
}

// who is the address of the interviewer, or the room's name.
func (w Verdict) who() string {
	if w.Room != nil {
		return w.Room.Name
	}
	return w.Email
}

// Words says why the start as a whole is or is not offered, as a sentence without its full stop, for people in zone.
func (e Explanation) Words(zone *time.Location) string {
	switch e.Reason {
	case ReasonFree:
		if e.paneled {
			return "This time is offered, with everybody for " + count(e.Capacity, "interview", "interviews")
		}
		return "This time is offered, with " + count(e.Capacity, "free place", "free places")
	case ReasonPast:
		return "This time is past"
	case ReasonOffGrid:
		return "Times are offered " + GridWords(e.Start, zone) + " only"
	case ReasonNobody:
		return "The posting has no interviewers"
	case ReasonFull:
		if len(e.Places) > 0 {
			return "This time is fully booked: " + e.placeWords(zone)
		}
		if len(e.Unnamed) > 0 {
			return "This time is fully booked: " + count(len(e.Unnamed), "interview that names nobody takes a place",
				"interviews that name nobody take a place each")
		}
		return "This time is fully booked: everybody who offers it has an interview then"
	case ReasonAtLimit:
		if e.Limit != nil {
			return "The organization " + e.Limit.Words()
		}
		return "Everybody who would be free then is at a limit"
	}
	if len(e.Places) > 0 {
		return "Not everybody who is needed is free at this time: " + e.placeWords(zone)
	}
	return "No interviewer offers this time"
}

// GridWords says at which minutes of the hour slots begin in a zone around t. They are on the half hours of UTC, which
// are other minutes where the clocks differ from it by a quarter of an hour.
func GridWords(t time.Time, zone *time.Location) string {
	_, offset := t.In(zone).Zone()
	minute := (offset/60%30 + 30) % 30
	if minute == 0 {
		return "on the hour and half hour"
	}
	return fmt.Sprintf("at %d and %d minutes past the hour", minute, minute+30)
}

// count is [models.Count] for nouns whose plural is given.
func count(n int, one, several string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, several)
}

// Words says what the interviewer does at that time, in words that follow their name, with times in zone.
func (w Verdict) Words(zone *time.Location) string {
	at := func(t time.Time) string { return LocalWords(t, zone) }
	if w.Room != nil && w.Reason != ReasonFree {
		return w.roomWords(zone)
	}
	switch w.Reason {
	case ReasonFree:
		return "is free"
	case ReasonBooked:
		return "has an interview " + spanWords(w.Span, zone)
	case ReasonNotPainted:
		return "has not painted this time"
	case ReasonTooFar:
		return "is offered until " + at(w.Until) + " only, since working hours count for 92 days ahead"
	case ReasonOutsideHours:
		return "does not work then"
	case ReasonAway:
		return "is away " + spanWords(w.Span, zone)
	case ReasonDayOff:
		return "has the day off"
	case ReasonNotRead, ReasonNotKnown, ReasonBusy:
		return w.calendarWords("their", zone)
	case ReasonOffGrid:
		return "is free then, but times are offered " + GridWords(w.Span.From, zone) + " only"
	case ReasonNotAssigned:
		return "is not an interviewer of this posting"
	case ReasonNoPlace:
		return "has no seat in this round"
	case ReasonCandidate:
		return "is the candidate"
	case ReasonAtLimit:
		return w.Limit.Words()
	}
	return "is not offered"
}

// calendarWords say what a connected calendar does to that time, in words that follow the name of its owner. whose is
// "their" of a person.
func (w Verdict) calendarWords(whose string, zone *time.Location) string {
	at := func(t time.Time) string { return LocalWords(t, zone) }
	switch {
	case w.Reason == ReasonBusy:
		return "is busy in " + whose + " calendar " + spanWords(w.Span, zone)
	case w.Reason == ReasonNotKnown:
		return "is offered until " + at(w.Until) + " only, since " + whose + " calendar was read up to then"
	case w.ReadAt == nil && w.FailingSince == nil:
		return "is not offered, because " + whose + " calendar has not been read yet"
	case w.FailingSince == nil:
		return "is not offered, because " + whose + " calendar was last read on " + at(*w.ReadAt)
	}
	return "is not offered, because " + whose + " calendar could not be read since " + at(*w.FailingSince)
}

// WhyNot says in sentences why the start is not offered, with times in zone: by that interviewer, or by anybody if
// email is "". Of several it tells of the first who are asked about. Of a panel it names the places that cannot be
// filled, and what those do who could take them.
func (e Explanation) WhyNot(email string, zone *time.Location) string {
	const told = 3
	var lines []string
	if w, ok := e.Of(email); len(e.Places) > 0 && (email == "" || ok && w.Reason == ReasonFree) &&
		(e.Reason == ReasonFull || e.Reason == ReasonNotOffered) {
		if ok {
			lines = append(lines, email+" is free.")
		}
		for _, p := range e.Places {
			lines = append(lines, p.why(zone)+".")
		}
		return strings.Join(lines, " ")
	}
	if email == "" || e.Reason != ReasonFree && e.Reason != ReasonFull && e.Reason != ReasonNotOffered &&
		(e.Reason != ReasonAtLimit || e.Limit != nil) {
		lines = append(lines, e.Words(zone)+".")
	}
	for _, w := range e.Interviewers {
		if w.Email == email || email == "" && w.Reason != ReasonFree && len(lines) <= told {
			lines = append(lines, w.Email+" "+w.Words(zone)+".")
		}
	}
	return strings.Join(lines, " ")
}

// LocalWords says when t is in a zone, for people: Tue 3 Mar 2026 16:00 CET.
func LocalWords(t time.Time, zone *time.Location) string {
	t = t.In(zone)
	return t.Format("Mon 2 Jan 2006 15:04 ") + ZoneAbbreviation(t)
}

// spanWords says from when to when, with the dates where they differ: "from 15:00 to 16:00 CET".
func spanWords(r Range, zone *time.Location) string {
	from, to := r.From.In(zone), r.To.In(zone)
	if from.Format(time.DateOnly) == to.Format(time.DateOnly) {
		return "from " + from.Format("15:04") + " to " + to.Format("15:04 ") + ZoneAbbreviation(to)
	}
	return "from " + from.Format("Mon 2 Jan 15:04") + " to " + to.Format("Mon 2 Jan 15:04 ") +
		ZoneAbbreviation(to)
}

// SlotsOf returns those of the slots that at least one of the interviewers offers, all of them if nobody is named. A
// slot stays as it is: it also names others who offer it.
func SlotsOf(slots []Slot, emails ...string) []Slot {
	if len(emails) == 0 {
		return slots
	}
	var of []Slot
	for _, s := range slots {
		if slices.ContainsFunc(s.InterviewerEmails, func(e string) bool { return slices.Contains(emails, e) }) {
			of = append(of, s)
		}
	}
	return of
}

// Nearest returns those of the slots, which are in order, that are nearest to the start: at most n, in order.
func Nearest(slots []Slot, start time.Time, n int) []Slot {
	if len(slots) <= n {
		return slots
	}
	first, _ := slices.BinarySearchFunc(slots, start, func(s Slot, t time.Time) int { return s.StartAt.Compare(t) })
	last := first // the nearest are slots[first:last]
	for last-first < n {
		switch {
		case first == 0:
			last++
		case last == len(slots) || start.Sub(slots[first-1].StartAt) <= slots[last].StartAt.Sub(start):
			first--
		default:
			last++
		}
	}
	return slots[first:last]
}

// GridStarts returns the starts on the grid with from <= start <= to.
func GridStarts(from, to time.Time) (starts []time.Time) {
	for start := nextOnGrid(from.UTC()); !start.After(to); start = start.Add(slotGrid) {
		starts = append(starts, start)
	}
	return starts
}
