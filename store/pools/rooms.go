package pools

import (
	"context"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/pipeline"
	"litmus/models/timetable"
	"litmus/store/internal/db"
)

// NewRoomID returns an id for a form that adds a room: a form that is sent twice adds one.
func NewRoomID() string { return db.NewID(db.PrefixRoom) }

// SetRoom adds a room of that id to a pool, or changes it, as [pipeline.DecideRoom] decides. Errors are its own, and
// [models.NotFound] for a pool that is not there.
func (s *Store) SetRoom(ctx context.Context, by act.By, orgID, id string, version int64, r timetable.Room) error {
	return db.Wrap("set room", s.changing(ctx, orgID, id, func(tx *gorm.DB, page pipeline.PoolPage,
		now time.Time) error {
		if err := db.CheckFormID(db.PrefixRoom, r.ID); err != nil {
			return err
		}
		before, after, err := pipeline.DecideRoom(page, version, r)
		if err != nil || before != nil && pipeline.SameRoom(*before, after) {
			return err
		}
		row := db.RecordOfRoom(orgID, id, after)
		if before == nil {
			err = tx.Create(&row).Error
		} else {
			err = WriteRoom(tx, *before, row, now)
		}
		if err != nil {
			return err
		}
		return s.saved(tx, by, page.Pool, now, models.ChangePoolRoomsSet, pipeline.RoomDetails(before, &after))
	}))
}

// WriteRoom writes a room that was there before. What was read of its calendar in another zone is read anew.
func WriteRoom(tx *gorm.DB, before timetable.Room, row db.RoomRecord, now time.Time) error {
	if err := tx.Select("*").Updates(&row).Error; err != nil || before.TimeZone == row.TimeZone {
		return db.Wrap("write room", err)
	}
	return db.RequestFullSync(tx, row.OrgID, row.ID, now)
}

// DeleteRooms deletes rooms with their calendars, what was read of those, and their credentials.
func DeleteRooms(d *db.DB, tx *gorm.DB, orgID string, rooms ...timetable.Room) error {
	for _, r := range rooms {
		if err := d.DropCalendar(tx, orgID, r.ID); err != nil {
			return err
		}
		if err := tx.Delete(&db.RoomRecord{OrgID: orgID, ID: r.ID}).Error; err != nil {
			return db.Wrap("delete room", err)
		}
	}
	return nil
}

// RemoveRoom takes a room out of a pool. Interviews that are in it stay there. A room that is not in it is no error.
func (s *Store) RemoveRoom(ctx context.Context, by act.By, orgID, id, roomID string) error {
	return db.Wrap("remove room", s.changing(ctx, orgID, id, func(tx *gorm.DB, page pipeline.PoolPage,
		now time.Time) error {
		room := page.Room(roomID)
		if room == nil {
			return nil
		}
		if err := DeleteRooms(s.db, tx, orgID, *room); err != nil {
			return err
		}
		return s.saved(tx, by, page.Pool, now, models.ChangePoolRoomsSet, pipeline.RoomDetails(room, nil))
	}))
}

// ReadRooms reads the rooms of the pools by the id of their pool and by name. Of pools of people it reads nothing.
func ReadRooms(tx *gorm.DB, orgID string, pools ...models.Pool) (map[string][]timetable.Room, error) {
	var ids []string
	for _, p := range pools {
		if p.Kind == models.PoolRooms {
			ids = append(ids, p.ID)
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	var rows []db.RoomRecord
	err := db.Of(tx, orgID).Where("pool_id in ?", ids).Order("id").Find(&rows).Error
	out := map[string][]timetable.Room{}
	for _, r := range rows {
		out[r.PoolID] = append(out[r.PoolID], r.Model())
	}
	for _, list := range out {
		pipeline.SortRooms(list)
	}
	return out, db.Wrap("read rooms", err)
}
