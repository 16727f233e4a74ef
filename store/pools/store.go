// Package pools keeps pools with their members and rooms (P1).
package pools

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/pipeline"
	"litmus/store/internal/db"
)

// Store reads and writes pools.
type Store struct{ db *db.DB }

// New returns the store of a database.
func New(db *db.DB) *Store { return &Store{db: db} }

// NewPoolID returns an id for a form that makes a pool: a form that is sent twice makes one.
func NewPoolID() string { return db.NewID(db.PrefixPool) }

// List reads the organization's pools by name, with their members by address and their rooms by name; three statements,
// and one more where there are rooms.
func (s *Store) List(ctx context.Context, orgID string) (list []pipeline.PoolPage, err error) {
	err = s.db.View(ctx, func(tx *gorm.DB) error {
		pools, err := Read(tx, orgID)
		if err != nil {
			return err
		}
		list, err = Pages(s.db.Dialect, tx, orgID, s.db.NowOf(orgID), pools)
		return err
	})
	return list, db.Wrap("list pools", err)
}

// Pages are the pools with their members at now, by address, and their rooms by name; three statements.
func Pages(d db.Dialect, tx *gorm.DB, orgID string, now time.Time, pools []models.Pool) (list []pipeline.PoolPage,
	err error) {
	members, err := readMembers(tx, orgID, "")
	if err != nil {
		return nil, err
	}
	rooms, err := ReadRooms(tx, orgID, pools...)
	if err != nil {
		return nil, err
	}
	trained, err := ReadTrainings(d, tx, orgID, now)
	for _, p := range pools {
		page := pipeline.PoolPage{Pool: p, Rooms: rooms[p.ID]}
		for _, m := range members[p.ID] {
			page.Members = append(page.Members, trained.Of(p, m))
		}
		list = append(list, page)
	}
	return list, err
}

// Page reads a pool with its members or rooms; [models.NotFound] if the organization has none of that id.
func (s *Store) Page(ctx context.Context, orgID, id string) (page pipeline.PoolPage, err error) {
	err = s.db.View(ctx, func(tx *gorm.DB) error {
		page, err = s.readPage(tx, orgID, id, s.db.NowOf(orgID))
		return err
	})
	return page, db.Wrap("read pool", err)
}

// Read reads the organization's pools by name.
func Read(tx *gorm.DB, orgID string) ([]models.Pool, error) {
	var rows []db.PoolRecord
	if err := db.Of(tx, orgID).Order("id").Find(&rows).Error; err != nil {
		return nil, db.Wrap("read pools", err)
	}
	out := make([]models.Pool, len(rows))
	for n, r := range rows {
		out[n] = r.Model()
	}
	pipeline.SortPools(out)
	return out, nil
}

// readPage reads a pool with its members or rooms at now. A transaction that changes them holds the lock of
// [db.DB.LockApply].
func (s *Store) readPage(tx *gorm.DB, orgID, id string, now time.Time) (page pipeline.PoolPage, err error) {
	r, err := db.Must[db.PoolRecord](db.Of(tx, orgID).Where("id = ?", id),
		models.NotFoundf("pool %s not found", models.Quote(id)))
	if err != nil {
		return page, err
	}
	page = pipeline.PoolPage{Pool: r.Model()}
	if r.Kind == models.PoolRooms {
		rooms, err := ReadRooms(tx, orgID, page.Pool)
		page.Rooms = rooms[id]
		return page, err
	}
	members, err := readMembers(tx, orgID, " and m.pool_id = ?", id)
	if err != nil {
		return page, err
	}
	trained, err := ReadTrainings(s.db.Dialect, tx, orgID, now, id)
	for _, m := range members[id] {
		page.Members = append(page.Members, trained.Of(page.Pool, m))
	}
	return page, err
}

// readMembers reads the members whom restrict selects, by the id of their pool and by address.
func readMembers(tx *gorm.DB, orgID, restrict string, args ...any) (map[string][]models.PoolMember, error) {
	var rows []struct {
		PoolID string
		models.PoolMember
	}
	err := tx.Raw(`select m.pool_id, m.email, coalesce(nullif(t.name, ''), p.name, '') as name, m.state, m.done,
			m.paused_until, m.resumes
		from pool_members m
		left join members t on t.org_id = m.org_id and t.email = m.email
		left join people p on p.org_id = m.org_id and p.email = m.email
		where m.org_id = ?`+restrict+` order by m.pool_id, m.email`, append([]any{orgID}, args...)...).
		Scan(&rows).Error
	out := map[string][]models.PoolMember{}
	for _, r := range rows {
		out[r.PoolID] = append(out[r.PoolID], r.PoolMember)
	}
	return out, db.Wrap("read members of pools", err)
}

// Use reads the titles of the steps whose seats name a pool, by its id. Nobody adds one meanwhile under the lock of
// [db.DB.LockApply], under which pipelines are edited.
func Use(tx *gorm.DB, orgID string) (map[string][]string, error) {
	var rows []db.RoundRecord
	err := db.Of(tx, orgID).Select("id", "title", "seats").Where("seats is not null and seats <> '[]'").Order("id").
		Find(&rows).Error
	use := map[string][]string{}
	for _, r := range rows {
		var named []string
		for _, s := range r.Seats {
			if s.Pool != "" && !slices.Contains(named, s.Pool) {
				named = append(named, s.Pool)
				use[s.Pool] = append(use[s.Pool], r.Title)
			}
		}
	}
	return use, db.Wrap("read seats of steps", err)
}
