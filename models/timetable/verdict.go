package timetable

import (
	"time"

	"litmus/models"
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
