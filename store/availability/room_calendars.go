package availability

import (
	"context"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/timetable"
	"litmus/store/internal/db"
)

// Room reads a room of the organization with its pool; [models.NotFound] for none of that id.
func (s *Store) Room(ctx context.Context, orgID, id string) (timetable.Room, models.Pool, error) {
	room, pool, err := readRoom(s.db.Read.WithContext(ctx), orgID, id)
	return room, pool, db.Wrap("read room", err)
}

func readRoom(tx *gorm.DB, orgID, id string) (r timetable.Room, p models.Pool, err error) {
	row, err := db.Must[db.RoomRecord](db.Of(tx, orgID).Where("id = ?", id),
		models.NotFoundf("room %s not found", models.Quote(id)))
	if err != nil {
		return r, p, err
	}
	pool, err := db.Must[db.PoolRecord](db.Of(tx, orgID).Where("id = ?", row.PoolID),
		models.NotFoundf("pool %s not found", models.Quote(row.PoolID)))
	return row.Model(), pool.Model(), err
}

// RoomConnections are the connected calendars of the rooms of a pool, by the room's id.
func (s *Store) RoomConnections(ctx context.Context, orgID, poolID string) (map[string]timetable.Connection, error) {
	var all []timetable.Connection
	err := s.db.Read.WithContext(ctx).Raw(`select c.* from calendars c
		join rooms r on r.org_id = c.org_id and r.id = c.room_id
		where c.org_id = ? and r.pool_id = ?`, orgID, poolID).Scan(&all).Error
	out := map[string]timetable.Connection{}
	for _, c := range all {
		out[c.RoomID] = c
	}
	return out, db.Wrap("read calendars of rooms", err)
}

// ConnectRoom connects a room's own calendar (P1), or another one in place of the one that is connected, as
// [Store.Connect] does for a person. It is the dashboard's even where the pool is kept in the organization file, which
// has no credentials of rooms. [models.NotFound] for a room that is not there.
func (s *Store) ConnectRoom(ctx context.Context, by act.By, orgID, id string, a timetable.CalendarAccount) error {
	if err := a.Check(); err != nil {
		return err
	}
	return db.Wrap("connect room's calendar", s.changeRoom(ctx, orgID, id, func(tx *gorm.DB, r timetable.Room,
		p models.Pool) error {
		old, err := readConnectionOf(tx, orgID, id)
		if err != nil {
			return err
		}
		before := ""
		if old != nil {
			before = old.Provider
		}
		changed, err := s.connect(tx, by, db.CalendarRecord{OrgID: orgID, Email: id, RoomID: id}, a)
		if err != nil || !changed {
			return err
		}
		return s.noteRoom(tx, by, p, models.ChangedIn(models.FieldProvider, r.Name, before, a.Provider))
	}))
}

// DisconnectRoom forgets a room's calendar: its account, and what was read of it. Copies of interviews stay in it.
// [models.NotFound] if none is connected.
func (s *Store) DisconnectRoom(ctx context.Context, by act.By, orgID, id string) error {
	return db.Wrap("disconnect room's calendar", s.changeRoom(ctx, orgID, id, func(tx *gorm.DB, r timetable.Room,
		p models.Pool) error {
		old, err := readConnectionOf(tx, orgID, id)
		if err != nil {
			return err
		}
		if old == nil {
			return models.NotFoundf("%s has no connected calendar", r.Name)
		}
		if err := s.db.DropCalendar(tx, orgID, id); err != nil {
			return err
		}
		return s.noteRoom(tx, by, p, models.ChangedIn(models.FieldProvider, r.Name, old.Provider, ""))
	}))
}

// changeRoom runs fn for a room in a transaction in which nobody else changes rooms.
func (s *Store) changeRoom(ctx context.Context, orgID, id string,
	fn func(*gorm.DB, timetable.Room, models.Pool) error) error {
	return s.db.Tx(ctx, func(tx *gorm.DB) error {
		if err := s.db.LockApply(tx, orgID); err != nil {
			return err
		}
		r, p, err := readRoom(tx, orgID, id)
		if err != nil {
			return err
		}
		return fn(tx, r, p)
	})
}

// noteRoom notes a change of a room's calendar in the history of its pool, which outlives the calendar's own.
func (s *Store) noteRoom(tx *gorm.DB, by act.By, p models.Pool, details []models.Detail) error {
	return s.db.Note(by, tx, p.OrgID, models.Change{Subject: models.SubjectPool, SubjectID: p.ID,
		Kind: models.ChangePoolRoomsSet, At: s.db.NowOf(p.OrgID), Details: details})
}
