package pipelines

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/timetable"
	stored "litmus/store/pools"
)

// roomLine is a room of a pool with its form, or the form of a new one.
type roomLine struct {
	N int // counts the lines, for ids; 0 is the new one
	timetable.Room
	Holds, Zone, Open string
	Calendar          *roomCalendar // nil: none is connected
	Connect           string        // where its calendar is connected and managed, "" for who may not
	Home              string        // the organization's zone
	Typed             typedRoom
	Version           int64
	Path              string
}

// roomCalendar is the connected calendar of a room, as the table of rooms shows it.
type roomCalendar struct {
	timetable.Connection
	State, Badge string
	Trouble      timetable.Trouble
}

// typedRoom is a room as it is typed.
type typedRoom struct {
	ID, Name, Capacity, Zone string
	Days                     [7]typedDay
}

// typedDay are the opening hours of a weekday, as [timetable.ParseDay] reads them.
type typedDay struct{ Name, Label, Hours string }

// roomDays are the weekdays in the order in which the form of a room has them.
var roomDays = [7]time.Weekday{time.Monday, time.Tuesday, time.Wednesday, time.Thursday, time.Friday, time.Saturday,
	time.Sunday}

func typedRoomOf(r timetable.Room) typedRoom {
	t := typedRoom{ID: r.ID, Name: r.Name, Zone: r.TimeZone}
	if r.Capacity > 0 {
		t.Capacity = strconv.Itoa(r.Capacity)
	}
	for n, day := range roomDays {
		t.Days[n] = typedDay{strconv.Itoa(int(day)), day.String(), timetable.FormatHours(r.Hours[day])}
	}
	return t
}

func readTypedRoom(v *site.Visit) typedRoom {
	t := typedRoomOf(timetable.Room{ID: v.Field("room"), Name: v.Field("name"),
		TimeZone: strings.TrimSpace(v.Field("zone"))})
	t.Capacity = v.Field("capacity")
	for n := range t.Days {
		t.Days[n].Hours = v.Field("hours-" + t.Days[n].Name)
	}
	return t
}

// room reads what was typed. Every error is of kind [models.Invalid] and names the field.
func (t typedRoom) room() (r timetable.Room, err error) {
	r = timetable.Room{ID: t.ID, Name: t.Name, TimeZone: t.Zone, Hours: timetable.WeeklyHours{}}
	if r.Capacity, err = models.ParseWhole("capacity", t.Capacity, 0, 1, models.MaxRoomSeats); err != nil {
		return r, err
	}
	for n, day := range roomDays {
		hours, err := timetable.ParseDay(t.Days[n].Label, t.Days[n].Hours)
		if err != nil {
			return r, models.InField("hours-"+t.Days[n].Name, err)
		}
		if len(hours) > 0 {
			r.Hours[day] = hours
		}
	}
	return r, nil
}

// addRooms adds the lines of a pool's rooms, and that of a new one. typed is what was typed of one of them and refused,
// nil for nothing: beside what is saved by now if that is another version than the form showed.
func (body *poolView) addRooms(v *site.Visit, typed *typedRoom, connected map[string]timetable.Connection) {
	line := func(n int, r timetable.Room) roomLine {
		l := roomLine{N: n, Room: r, Holds: strconv.Itoa(r.Capacity) + " people", Open: "at any time",
			Zone: cmp.Or(r.TimeZone, v.Org.TimeZone),
			Home: v.Org.TimeZone, Typed: typedRoomOf(r), Version: body.Version,
			Path: body.Path}
		if r.Capacity == 1 {
			l.Holds = "1 person"
		}
		if r.Hours != nil {
			l.Open = r.Hours.Short()
		}
		return l
	}
	body.NewRoom = line(0, timetable.Room{ID: stored.NewRoomID()})
	for n, r := range body.Rooms {
		l := line(n+1, r)
		l.Connect = v.ToCalendar(r.ID)
		if c, ok := connected[r.ID]; ok {
			words := site.CalendarStates[c.State(v.Now)]
			l.Calendar = &roomCalendar{c, words[0], words[1], c.TroubleAt(v.Now, v.Zone)}
		}
		body.RoomRows = append(body.RoomRows, l)
	}
	if typed == nil {
		return
	}
	row := &body.NewRoom
	for n := range body.RoomRows {
		if body.RoomRows[n].ID == typed.ID {
			row = &body.RoomRows[n]
		}
	}
	if row.N > 0 && stale(v, body.Version) {
		all := []difference{{"Name", row.Typed.Name, typed.Name}, {"People whom it holds", row.Typed.Capacity,
			typed.Capacity}, {"Time zone", row.Typed.Zone, typed.Zone}}
		for n, day := range row.Typed.Days {
			all = append(all, difference{day.Label, day.Hours, typed.Days[n].Hours})
		}
		body.Versions = differing(all...)
	}
	row.Typed = *typed
}

// setRoom adds a room to a pool, or changes it. A form that is sent twice adds one.
func setRoom(v *site.Visit) (site.Answer, error) {
	typed := readTypedRoom(v)
	version, err := v.ShownVersion()
	var r timetable.Room
	if err == nil {
		r, err = typed.room()
	}
	if err == nil {
		err = v.Acts.Pools.SetRoom(v.Context(), v.By(), v.ID(), version, r)
	}
	return roomDone(v, err, r.Name+" is saved.", &typed)
}

// removeRoom takes a room out of a pool.
func removeRoom(v *site.Visit) (site.Answer, error) {
	return roomDone(v, v.Acts.Pools.RemoveRoom(v.Context(), v.By(), v.ID(), v.Field("room")),
		"The room is not in the pool any more. Interviews in it stay there.", nil)
}

// roomDone leads back to the pool with a note, or shows its page again with what is wrong.
func roomDone(v *site.Visit, err error, note string, typed *typedRoom) (site.Answer, error) {
	if err == nil {
		return site.RedirectNote(site.PoolPath(v.ID(), "#rooms"), note), nil
	}
	a, failed := showPool(v, nil, models.PoolMember{}, typed)
	if failed != nil {
		return site.Answer{}, failed
	}
	return a.Refusing(err)
}
