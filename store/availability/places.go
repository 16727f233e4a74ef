package availability

import (
	"cmp"
	"database/sql"
	"errors"
	"maps"
	"slices"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/panel"
	"litmus/models/pipeline"
	"litmus/models/timetable"
	"litmus/store/internal/db"
	"litmus/store/pools"
)

// ReadPlaces reads who can take the places of a round's seats at now: those who are named, and of a pool those who are
// in it as the seat asks. Who is paused today takes none, whenever the interview is: pauses end by hand, too.
// Of a pool of rooms it is all of them, by the ids that they have in panels: the smallest first, then by name. What
// trainees did is read only where there are some (P7). Without seats there are no places, and nothing is read.
func (s *Store) ReadPlaces(tx *gorm.DB, orgID string, seats []models.Seat) (places []panel.Place, err error) {
	var ids, ofRooms []string
	for _, seat := range seats {
		switch {
		case seat.Role == models.SeatRoom:
			ofRooms = append(ofRooms, seat.Pool)
		case seat.Pool != "":
			ids = append(ids, seat.Pool)
		}
	}
	named := map[string]*pipeline.PoolPage{}
	trainees := false
	now := s.db.NowOf(orgID)
	today := ""
	if len(ids) > 0 {
		err = db.Each(tx.Raw(`select p.id, p.name, p.settings, coalesce(p.limits, ''), o.time_zone, m.email, m.state,
				m.done, m.paused_until, m.resumes
			from pools p join organizations o on o.id = p.org_id
			join pool_members m on m.org_id = p.org_id and m.pool_id = p.id
			where p.org_id = ? and p.id in ? order by m.email`, orgID, ids), func(rows *sql.Rows) error {
			var p pipeline.PoolPage
			var m models.PoolMember
			var settings, limits, zone string
			if err := rows.Scan(&p.ID, &p.Name, &settings, &limits, &zone, &m.Email, &m.State, &m.Done,
				&m.PausedUntil, &m.Resumes); err != nil {
				return err
			}
			if named[p.ID] == nil {
				named[p.ID], today = &p, now.In(models.Location(zone)).Format(time.DateOnly)
				if err := errors.Join(db.UnmarshalText(settings, &p.PoolSettings),
					db.UnmarshalText(limits, &p.Limits)); err != nil {
					return err
				}
			}
			named[p.ID].Members = append(named[p.ID].Members, m)
			trainees = trainees || m.Trains() != ""
			return nil
		})
		if err != nil {
			return nil, db.Wrap("read who is in pools", err)
		}
	}
	var trained pools.Trainings
	if trainees {
		if trained, err = pools.ReadTrainings(s.db.Dialect, tx, orgID, now, ids...); err != nil {
			return nil, err
		}
	}
	poolsOfRooms, rooms, err := readPoolsOfRooms(tx, orgID, ofRooms)
	if err != nil {
		return nil, err
	}
	for _, seat := range seats {
		p := panel.Place{Role: seat.Role, Optional: seat.Optional, People: seat.People}
		if seat.Role == models.SeatRoom {
			pool := poolsOfRooms[seat.Pool]
			p.Seat, p.Pool, p.People, p.Limits = pool.Name, seat.Pool, rooms[seat.Pool], pool.Limits
		} else if pool := named[seat.Pool]; pool != nil {
			p.Seat, p.Pool, p.Shown, p.Limits = pool.Name, pool.ID, pool.ShadowsShown, pool.Limits
			for _, m := range pool.Members {
				state := trained.Of(pool.Pool, m).StateOn(today)
				training := state == models.PoolShadow || state == models.PoolReverseShadow
				if seat.Role == models.SeatShadow && training ||
					seat.Role != models.SeatShadow && state == models.PoolQualified {
					p.People = append(p.People, m.Email)
					if state == models.PoolReverseShadow {
						p.Leads = append(p.Leads, m.Email)
					}
				}
			}
		}
		for range seat.Count {
			places = append(places, p)
		}
	}
	return places, nil
}

// readPoolsOfRooms reads these pools, and the ids of their rooms in the order in which they are taken.
func readPoolsOfRooms(tx *gorm.DB, orgID string, pools []string) (of map[string]models.Pool,
	list map[string][]string, err error) {
	if len(pools) == 0 {
		return nil, nil, nil
	}
	of, list = map[string]models.Pool{}, map[string][]string{}
	err = db.Each(tx.Raw(`select p.id, p.name, coalesce(p.limits, ''), coalesce(r.id, '') from pools p
		left join rooms r on r.org_id = p.org_id and r.pool_id = p.id
		where p.org_id = ? and p.id in ? and p.kind = ? order by r.capacity, r.name, r.id`, orgID, pools,
		models.PoolRooms), func(rows *sql.Rows) error {
		var p models.Pool
		var limits, id string
		if err := rows.Scan(&p.ID, &p.Name, &limits, &id); err != nil {
			return err
		}
		if err := db.UnmarshalText(limits, &p.Limits); err != nil {
			return err
		}
		if of[p.ID] = p; id != "" {
			list[p.ID] = append(list[p.ID], id)
		}
		return nil
	})
	return of, list, db.Wrap("read pools of rooms", err)
}

// readRooms reads the rooms of places, in the order in which they are taken. Without places of rooms it reads nothing.
func (s *Store) readRooms(tx *gorm.DB, orgID string, places []panel.Place) (rooms []timetable.Available, err error) {
	ids := RoomsOf(places)
	if len(ids) == 0 {
		return nil, nil
	}
	var zone string
	var rows []db.RoomRecord
	if err := tx.Raw("select time_zone from organizations where id = ?", orgID).Scan(&zone).Error; err != nil {
		return nil, db.Wrap("read time zone", err)
	}
	if err := db.Of(tx, orgID).Where("id in ?", ids).Order("capacity, name, id").Find(&rows).Error; err != nil {
		return nil, db.Wrap("read rooms", err)
	}
	for _, r := range rows {
		rooms = append(rooms, r.Model().In(zone))
	}
	return rooms, nil
}

// CountingPools are the ids of the places' pools whose limits count interviews, each once, sorted: whoever chooses from
// them is decided after another.
func CountingPools(places []panel.Place) (ids []string) {
	for _, p := range places {
		if p.Limits.Counts() {
			ids = append(ids, p.Pool)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// roomCalendar is the connected calendar of a room.
type roomCalendar struct {
	timetable.Connection `gorm:"embedded"`
	BusyRevision         int64
}

// readRoomCalendars reads the rooms' own calendars, and notes in each room how well its own is known at now. Without
// rooms it reads nothing.
func readRoomCalendars(tx *gorm.DB, orgID string, rooms []timetable.Available, now time.Time) (own []roomCalendar,
	err error) {
	if len(rooms) == 0 {
		return nil, nil
	}
	at := map[string]int{}
	for n, room := range rooms {
		at[room.Email] = n
	}
	err = tx.Raw("select c.* from calendars c where c.org_id = ? and c.email in ?", orgID,
		slices.Collect(maps.Keys(at))).Scan(&own).Error
	for _, c := range own {
		n := at[c.Email]
		rooms[n] = rooms[n].Knowing(&c.Connection, now)
	}
	return own, db.Wrap("read calendars of rooms", err)
}

// PeopleOf are the people of all places, each once, sorted.
func PeopleOf(places []panel.Place) []string { return takersOf(places, false) }

// RoomsOf are the ids of the rooms of all places, each once, sorted.
func RoomsOf(places []panel.Place) []string { return takersOf(places, true) }

func takersOf(places []panel.Place, rooms bool) (out []string) {
	for _, p := range places {
		if p.Room() == rooms {
			out = append(out, p.People...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// ReadShares reads how much these people interview, anywhere in the organization, without the interview that is moved,
// nil for none, and how much their limits allow: what [panel.Choose] decides on.
func (s *Store) ReadShares(tx *gorm.DB, orgID string, people []timetable.Available, moving *models.Interview,
	now time.Time) (map[string]panel.Share, error) {
	emails := make([]string, len(people))
	for n, iv := range people {
		emails[n] = iv.Email
	}
	turns, err := s.readTurns(tx, s.db.Dialect.Members("?")+" cross join (select ? as org_id) i",
		"m.value", []any{db.JSONText(emails), orgID}, "true", nil, moving, now)
	out := map[string]panel.Share{}
	for _, iv := range people {
		t := turns[iv.Email]
		share := panel.Share{Interviews: t.Interviews, Last: t.Last}
		for _, l := range iv.Limits {
			share.Allowed = cmp.Or(share.Allowed, panel.Allows(l.Day, l.Week))
		}
		out[iv.Email] = share
	}
	return out, err
}
