package timetable

import (
	"fmt"
	"strings"
	"time"
)

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
