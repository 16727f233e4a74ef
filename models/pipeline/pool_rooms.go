package pipeline

import (
	"cmp"
	"slices"

	"litmus/models"
	"litmus/models/timetable"
)

// Room returns the pool's room of that id, nil for none.
func (p PoolPage) Room(id string) *timetable.Room {
	n := slices.IndexFunc(p.Rooms, func(r timetable.Room) bool { return r.ID == id })
	if n < 0 {
		return nil
	}
	return &p.Rooms[n]
}

// SortRooms orders rooms by their names.
func SortRooms(list []timetable.Room) {
	slices.SortFunc(list, func(a, b timetable.Room) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
}

// CheckHolds refuses rooms of a pool of people, and people of a pool of rooms, as a [models.Conflict]: a pool keeps its
// kind.
func (p PoolPage) CheckHolds(kind string) error {
	if p.Kind != kind {
		return models.Conflictf("%s is a pool of %s", p.Words(), p.Kind)
	}
	return nil
}

// DecideRoom decides what becomes of the pool's room of that id, which a form says with that version of the pool; a
// form for a new room may be older, since it takes back nothing. before is nil for a new one. Where both are the same
// nothing is saved. Names differ within a pool, since people know rooms by them. Errors are of kind [models.Invalid]
// and [models.Conflict].
func DecideRoom(p PoolPage, version int64, r timetable.Room) (before *timetable.Room, after timetable.Room, err error) {
	if err := p.CheckHolds(models.PoolRooms); err != nil {
		return nil, r, err
	}
	if r, err = r.Check(); err != nil {
		return nil, r, err
	}
	for _, other := range p.Rooms {
		if other.ID != r.ID && other.Name == r.Name {
			return nil, r, models.Conflictf("%s has a room %s already", p.Words(), models.Quote(r.Name))
		}
	}
	if before = p.Room(r.ID); before == nil {
		if len(p.Rooms) >= models.MaxPoolRooms {
			return nil, r, models.Conflictf("%s has %d rooms; there is no room for more", p.Words(), len(p.Rooms))
		}
		r.Key = RecordKey(r.Name, func(key string) bool {
			return slices.ContainsFunc(p.Rooms, func(other timetable.Room) bool { return other.Key == key })
		})
		return nil, r, nil
	}
	if r.Key = before.Key; SameRoom(*before, r) {
		return before, r, nil
	}
	return before, r, CheckVersion(p.Words(), version, p.Version)
}

// SameRoom reports whether both say the same.
func SameRoom(a, b timetable.Room) bool {
	return a.ID == b.ID && a.Key == b.Key && a.Name == b.Name && a.TimeZone == b.TimeZone &&
		a.Words() == b.Words()
}

// RoomDetails are what differs between two states of a room, nil for not being in the pool, in words of its history.
func RoomDetails(before, after *timetable.Room) []models.Detail {
	words := func(r *timetable.Room) string {
		if r == nil {
			return ""
		}
		return r.Words()
	}
	switch {
	case before == nil:
		return models.ChangedIn(models.FieldRoom, after.Name, "", words(after))
	case after == nil:
		return models.ChangedIn(models.FieldRoom, before.Name, words(before), "")
	}
	return slices.Concat(models.ChangedIn(models.FieldName, before.Name, before.Name, after.Name),
		models.ChangedIn(models.FieldRoom, after.Name, words(before), words(after)))
}
