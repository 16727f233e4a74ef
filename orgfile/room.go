package orgfile

import (
	"time"

	"go.yaml.in/yaml/v3"

	"litmus/models"
	"litmus/models/timetable"
)

// readRooms reads the rooms of a pool (P1). A room without opening hours is open at any time.
func readRooms(v value) (rooms []timetable.Room) {
	keys, names := newIndex("room of the pool"), newIndex("room of the pool")
	for _, item := range v.items("key") {
		o, ok := item.object("key", "name", "capacity", "time_zone", "opening_hours")
		if !ok {
			continue
		}
		name := o.required("name", "a name")
		r := timetable.Room{
			Key:      o.key(keys),
			Name:     name.phrase(),
			Capacity: o.required("capacity", "how many people it holds").integer(1, 1, models.MaxRoomSeats),
			TimeZone: o.get("time_zone").zone(""),
			Hours:    o.get("opening_hours").week(),
		}
		names.add(r.Name, name)
		checked, err := r.Check()
		if err == nil {
			rooms = append(rooms, checked)
		} else if r.Name != "" {
			item.refused(err)
		}
	}
	if len(rooms) > models.MaxPoolRooms {
		v.problem("%d rooms; at most %d are allowed", len(rooms), models.MaxPoolRooms)
	}
	return rooms
}

func roomNode(r timetable.Room) *yaml.Node {
	m := &mapping{}
	m.text("key", r.Key)
	m.text("name", r.Name)
	m.number("capacity", r.Capacity, 0)
	m.text("time_zone", r.TimeZone)
	m.week("opening_hours", r.Hours)
	return m.node()
}

// week puts weekly hours, from Monday on, and nothing for nil.
func (m *mapping) week(name string, hours timetable.WeeklyHours) {
	if hours == nil {
		return
	}
	week := &mapping{}
	for n := range days {
		day := time.Weekday((n + 1) % len(days))
		week.texts(days[day], spans(hours[day]))
	}
	m.put(name, week.flow())
}
