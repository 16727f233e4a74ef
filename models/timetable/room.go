package timetable

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"litmus/models"
	"litmus/models/panel"
)

// Room is a room of a pool of rooms (P1). What keeps it busy are the interviews in it, and the busy times of its own
// calendar if it has one.
type Room struct {
	ID, Key, Name string
	Capacity      int         // people whom it holds
	TimeZone      string      // of its hours, "" for the organization's
	Hours         WeeklyHours // when it is open; nil: at any time
}

// Check returns the room with its texts cleaned. A room without hours on any day is open at any time: one that is
// never open is none. Every error is of kind [models.Invalid] and names the field.
func (r Room) Check() (Room, error) {
	if err := models.CleanLine("the room's name", &r.Name, true); err != nil {
		return r, err
	}
	if r.Capacity < 1 || r.Capacity > models.MaxRoomSeats {
		return r, models.InField("capacity", models.Invalidf("capacity is %d people; expected 1 to %d", r.Capacity,
			models.MaxRoomSeats))
	}
	if r.TimeZone != "" {
		if err := models.CheckTimeZone("time zone", r.TimeZone); err != nil {
			return r, err
		}
	}
	if r.Hours.Short() == "" {
		r.Hours = nil
	}
	return r, nil
}

// Words say what the room is, for its history.
func (r Room) Words() string {
	hours := "at any time"
	if r.Hours != nil {
		hours = r.Hours.Short()
	}
	return "holds " + holds(r.Capacity) + ", is open " + hours + ", " +
		cmp.Or(r.TimeZone, "the organization's time zone")
}

func holds(people int) string { return count(people, "person", "people") }

// In returns the room as what can take a place of a panel, in the zone of an organization.
func (r Room) In(zone string) Available {
	return Available{Email: r.ID, Personal: true, Zone: cmp.Or(r.TimeZone, zone), Hours: r.Hours, Room: &r}
}

// Knowing returns the person or the room with how well their connected calendar is known at now.
func (iv Available) Knowing(c *Connection, now time.Time) Available {
	known := c.Known()
	iv.Known, iv.Unknown = &known, c.Unknown(now)
	iv.ReadAt, iv.FailingSince = c.SyncedAt, c.FailingSince
	return iv
}

// takers are who and what can take the places: the interviewers in their order, then the rooms.
func (a Availability) takers(people []*Available) []*Available {
	out := slices.Clone(people)
	for n := range a.Rooms {
		out = append(out, &a.Rooms[n])
	}
	return out
}

// roomDiaries are those of the rooms for starts up to a last one. A room is no person whose schedule decides: it adds
// no starts to those that people offer, and is asked about theirs however far ahead they are.
func (a Availability) roomDiaries(q asked, last time.Time, pools poolReaders) []*diary {
	q.to, q.horizon = last, last
	out := make([]*diary, len(a.Rooms))
	needs := panel.Needs(a.Places)
	for n := range a.Rooms {
		if out[n] = a.Rooms[n].diary(q, pools); a.Rooms[n].Room.Capacity < needs {
			out[n].cannot = ReasonTooSmall
		}
		out[n].needs = needs
	}
	return out
}

// open says whether the room is open for an interview at that time, and nothing else is in it as far as its calendar
// says. What is not known is never free, as with people.
func (d *diary) open(want Range) Reason {
	if d.Hours != nil && !d.hours.cover(want) {
		return ReasonOutsideHours
	}
	return d.inCalendar(want)
}

// inCalendar says whether a connected calendar leaves the time free.
func (d *diary) inCalendar(want Range) Reason {
	switch {
	case d.Unknown:
		return ReasonNotRead
	case d.Known != nil && (want.From.Before(d.Known.From) || want.To.After(d.Known.To)):
		return ReasonNotKnown
	case d.busy.overlap(want):
		return ReasonBusy
	}
	return ReasonFree
}

// roomWords say what the room does at that time, in words that follow its name.
func (w Verdict) roomWords(zone *time.Location) string {
	switch w.Reason {
	case ReasonBooked:
		return "is taken " + spanWords(w.Span, zone)
	case ReasonAtLimit:
		return w.Limit.Words()
	case ReasonTooSmall:
		return fmt.Sprintf("holds %s, and %d are needed", holds(w.Room.Capacity), w.Needs)
	case ReasonBusy, ReasonNotRead, ReasonNotKnown:
		return w.calendarWords("its", zone)
	}
	return "is not open then"
}

// RoomName is the name of the room of that id, "" for an address.
func (a Availability) RoomName(id string) string {
	for _, one := range a.Rooms {
		if one.Email == id {
			return one.Room.Name
		}
	}
	return ""
}
