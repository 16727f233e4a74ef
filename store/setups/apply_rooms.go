package setups

import (
	"litmus/models"
	"litmus/models/pipeline"
	"litmus/models/setup"
	"litmus/models/timetable"
	"litmus/store/internal/db"
	"litmus/store/pools"
)

// roomChanges are what a file changes of a pool's rooms.
type roomChanges struct {
	add     []db.RoomRecord
	update  []roomUpdate
	remove  []timetable.Room
	details []models.Detail
}

// roomUpdate is a room as it was, and its row as it is to be.
type roomUpdate struct {
	before timetable.Room
	row    db.RoomRecord
}

// poolRooms decides what becomes of the pool's rooms, which the file names by their keys. Rooms that are not in the
// file stay, unless it prunes; interviews in those that are removed stay there.
func (a *applier) poolRooms(e setup.Pool, p models.Pool) (c roomChanges, err error) {
	if p.Kind != models.PoolRooms {
		return c, nil
	}
	read, err := pools.ReadRooms(a.tx, a.org.ID, p)
	if err != nil {
		return c, err
	}
	stored := map[string]timetable.Room{}
	for _, r := range read[p.ID] {
		stored[r.Key] = r
	}
	names := map[string]string{}
	for _, r := range e.Rooms {
		old, exists := stored[r.Key]
		delete(stored, r.Key)
		if r, err = r.Check(); err != nil {
			return c, err
		}
		names[r.Name] = r.Key
		switch r.ID = old.ID; {
		case !exists:
			r.ID = db.NewID(db.PrefixRoom)
			c.add = append(c.add, db.RecordOfRoom(a.org.ID, p.ID, r))
			c.details = append(c.details, pipeline.RoomDetails(nil, &r)...)
		case !pipeline.SameRoom(old, r):
			c.update = append(c.update, roomUpdate{old, db.RecordOfRoom(a.org.ID, p.ID, r)})
			c.details = append(c.details, pipeline.RoomDetails(&old, &r)...)
		}
	}
	for _, key := range db.SortedKeys(stored) {
		old := stored[key]
		if a.prune {
			c.remove = append(c.remove, old)
			c.details = append(c.details, pipeline.RoomDetails(&old, nil)...)
		} else if other := names[old.Name]; other != "" {
			return c, models.Invalidf("room %s has the name of room %s, which is stored; rename one of them, or prune",
				other, key)
		}
	}
	if there := len(read[p.ID]); there+len(c.add)-len(c.remove) > max(models.MaxPoolRooms, there) {
		return c, models.Invalidf("it would have %d rooms, with those that are stored; at most %d are allowed",
			there+len(c.add)-len(c.remove), models.MaxPoolRooms)
	}
	return c, nil
}

func (a *applier) writePoolRooms(c roomChanges) error {
	if err := pools.DeleteRooms(a.store.db, a.tx, a.org.ID, c.remove...); err != nil {
		return err
	}
	for _, r := range c.update {
		if err := pools.WriteRoom(a.tx, r.before, r.row, a.now); err != nil {
			return err
		}
	}
	_, err := db.Create(a.tx, c.add, nil)
	return db.Wrap("write rooms of pool", err)
}
