package pools

import (
	"context"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/pipeline"
	"litmus/store/internal/db"
)

// Create makes a pool of that id, which [NewPoolID] made for the form. A form that is sent twice makes one. Errors are
// those of [pipeline.NewPool], and [models.Conflict] if the form was changed and sent again.
func (s *Store) Create(ctx context.Context, by act.By, orgID, id string,
	e pipeline.PoolEdit) (p models.Pool, err error) {
	err = s.editing(ctx, orgID, func(tx *gorm.DB) error {
		if err := db.CheckFormID(db.PrefixPool, id); err != nil {
			return err
		}
		found, err := db.Take[db.PoolRecord](db.Of(tx, orgID).Where("id = ?", id))
		if err != nil {
			return err
		}
		if found != nil {
			p = found.Model()
			if e, err = e.Check(); err != nil {
				return err
			}
			return pipeline.CheckSame(p.Words(), e == pipeline.PoolEditOf(p))
		}
		pools, err := Read(tx, orgID)
		if err != nil {
			return err
		}
		taken, err := db.TakenKeys(db.Of(tx.Model(&db.PoolRecord{}), orgID))
		if err != nil {
			return err
		}
		if p, err = pipeline.NewPool(orgID, id, e, len(pools), taken, s.db.NowOf(orgID)); err != nil {
			return err
		}
		row := db.RecordOfPool(p)
		if err := tx.Create(&row).Error; err != nil {
			return err
		}
		return s.db.Note(by, tx, orgID, Change(p, models.ChangeCreated, nil))
	})
	return p, db.Wrap("create pool", err)
}

// Edit saves what a form says of a pool, which showed that version of it. Errors are those of
// [pipeline.DecidePoolEdit], and [models.NotFound].
func (s *Store) Edit(ctx context.Context, by act.By, orgID, id string, version int64, e pipeline.PoolEdit) error {
	return db.Wrap("edit pool", s.changing(ctx, orgID, id, func(tx *gorm.DB,
		page pipeline.PoolPage, now time.Time) error {
		p, err := pipeline.DecidePoolEdit(page.Pool, version, e, now)
		if err != nil || p.Version == page.Version {
			return err
		}
		if err := write(tx, p); err != nil {
			return err
		}
		changes := []models.Change{Change(p, models.ChangeEdited, pipeline.PoolDetails(page.Pool, p))}
		var further []models.Detail
		for _, m := range page.Members { // other numbers may be enough for who is in training
			after := p.Trained(m)
			if after == m && (m.Counted == 0 || p.PoolSettings == page.PoolSettings) {
				continue // else what is counted by now was counted by the numbers before
			}
			if err := writeMember(tx, p, after, now); err != nil {
				return err
			}
			further = append(further, pipeline.PoolMemberDetails(&m, &after)...)
		}
		if len(further) > 0 {
			changes = append(changes, Change(p, models.ChangePoolMembersSet, further))
		}
		return s.db.Note(by, tx, orgID, changes...)
	}))
}

// Remove deletes a pool with its members. It returns [models.NotFound] if there is none of that id, and
// [models.Conflict] for another version than the one that the form showed and for a pool that seats of rounds name.
func (s *Store) Remove(ctx context.Context, by act.By, orgID, id string, version int64) error {
	return db.Wrap("remove pool", s.changing(ctx, orgID, id, func(tx *gorm.DB,
		page pipeline.PoolPage, now time.Time) error {
		if err := pipeline.CheckVersion(page.Words(), version, page.Version); err != nil {
			return err
		}
		use, err := Use(tx, orgID)
		if err != nil {
			return err
		}
		if err := pipeline.CheckPoolRemoval(page.Pool, use[id]); err != nil {
			return err
		}
		if err := Delete(s.db, tx, page.Pool); err != nil {
			return err
		}
		if err := s.db.KeepOut(tx, orgID, models.SubjectPool, page.Key); err != nil {
			return err
		}
		if err := s.db.Forget(tx, orgID, models.SubjectPool, id); err != nil {
			return err
		}
		return s.db.Note(by, tx, orgID, models.Change{Subject: models.SubjectOrganization, SubjectID: orgID,
			Kind: models.ChangeRemoved, Details: models.Changed(models.FieldRecord, "", page.Words())})
	}))
}

// Delete deletes a pool, and its members or rooms with it.
func Delete(d *db.DB, tx *gorm.DB, p models.Pool) error {
	rooms, err := ReadRooms(tx, p.OrgID, p)
	if err != nil {
		return err
	}
	if err := DeleteRooms(d, tx, p.OrgID, rooms[p.ID]...); err != nil {
		return err
	}
	row := db.RecordOfPool(p)
	return db.Wrap("delete pool", tx.Delete(&row).Error)
}

// Join adds somebody to a pool. Errors are those of [pipeline.DecideJoin], and [models.NotFound].
func (s *Store) Join(ctx context.Context, by act.By, orgID, id string, m models.PoolMember) error {
	return db.Wrap("add to pool", s.changing(ctx, orgID, id, func(tx *gorm.DB,
		page pipeline.PoolPage, now time.Time) error {
		if err := page.CheckHolds(models.PoolPeople); err != nil {
			return err
		}
		m, joins, err := pipeline.DecideJoin(page.Pool, page.Members, m)
		if err != nil || !joins {
			return err
		}
		row := db.RecordOfPoolMember(orgID, id, m, "", now)
		if err := tx.Create(&row).Error; err != nil {
			return err
		}
		return s.saved(tx, by, page.Pool, now, models.ChangePoolMembersSet, pipeline.PoolMemberDetails(nil, &m))
	}))
}

// SetMember changes a member of a pool, of which the form showed that version. For seats that they have from the pool
// while they are paused somebody else is needed ([booking.Vacancy]). Errors are those of
// [pipeline.DecidePoolMember], and [models.NotFound].
func (s *Store) SetMember(ctx context.Context, by act.By, orgID, id string, version int64,
	m models.PoolMember) error {
	return db.Wrap("change member of pool", s.changing(ctx, orgID, id, func(tx *gorm.DB,
		page pipeline.PoolPage, now time.Time) error {
		org, err := db.ReadOrganization(tx, "id", orgID)
		if err != nil {
			return err
		}
		today := now.In(models.Location(org.TimeZone)).Format(time.DateOnly)
		before, after, err := pipeline.DecidePoolMember(page.Pool, page.Members, version, m, today)
		if err != nil || before == after {
			return err
		}
		vacancy := booking.PausedVacancy(id, org.TimeZone, before, after)
		if err := s.db.Vacancies.LockVacancies(tx, orgID, vacancy); err != nil {
			return err
		}
		if err := writeMember(tx, page.Pool, after, now); err != nil {
			return err
		}
		if err := s.saved(tx, by, page.Pool, now, models.ChangePoolMembersSet,
			pipeline.PoolMemberDetails(&before, &after)); err != nil {
			return err
		}
		return s.db.Vacancies.FillVacancies(by, tx, orgID, vacancy)
	}))
}

// Leave takes somebody out of a pool. They keep their interviews. Who is not in it is no error.
func (s *Store) Leave(ctx context.Context, by act.By, orgID, id, email string) error {
	return db.Wrap("take out of pool", s.changing(ctx, orgID, id, func(tx *gorm.DB,
		page pipeline.PoolPage, now time.Time) error {
		m := page.Member(email)
		if m == nil {
			return nil
		}
		if err := tx.Delete(&db.PoolMemberRecord{OrgID: orgID, PoolID: id, Email: email}).Error; err != nil {
			return err
		}
		return s.saved(tx, by, page.Pool, now, models.ChangePoolMembersSet, pipeline.PoolMemberDetails(m, nil))
	}))
}

// saved writes the pool after a change of its members or rooms, and notes it.
func (s *Store) saved(tx *gorm.DB, by act.By, p models.Pool, now time.Time, what models.ChangeKind,
	details []models.Detail) error {
	p = pipeline.SavedPool(p, now)
	if err := write(tx, p); err != nil {
		return err
	}
	return s.db.Note(by, tx, p.OrgID, Change(p, what, details))
}

// editing runs fn in a transaction that excludes every other edit of the organization's pools and pipelines, and the
// applying of its file.
func (s *Store) editing(ctx context.Context, orgID string, fn func(*gorm.DB) error) error {
	return s.db.Tx(ctx, func(tx *gorm.DB) error {
		if err := s.db.LockApply(tx, orgID); err != nil {
			return err
		}
		return fn(tx)
	})
}

// changing is [Store.editing] of a pool that is there and not kept in the organization file. The page is as it is at
// the instant that fn gets and writes: what trainees complete after it counts beside what is written.
func (s *Store) changing(ctx context.Context, orgID, id string,
	fn func(tx *gorm.DB, page pipeline.PoolPage, now time.Time) error) error {
	return s.editing(ctx, orgID, func(tx *gorm.DB) error {
		now := models.Instant(s.db.NowOf(orgID))
		page, err := s.readPage(tx, orgID, id, now)
		if err != nil {
			return err
		}
		if err := models.CheckOrigin(page.Words(), page.Origin); err != nil {
			return err
		}
		return fn(tx, page, now)
	})
}

// Change is a change of a pool, for its history.
func Change(p models.Pool, what models.ChangeKind, details []models.Detail) models.Change {
	return models.Change{Subject: models.SubjectPool, SubjectID: p.ID, Kind: what, At: p.UpdatedAt, Details: details}
}

func write(tx *gorm.DB, p models.Pool) error {
	row := db.RecordOfPool(p)
	return db.Wrap("write pool", tx.Select("*").Updates(&row).Error)
}

// writeMember writes a member of the pool as they are at now, but not what a file said of them.
func writeMember(tx *gorm.DB, p models.Pool, m models.PoolMember, now time.Time) error {
	row := db.RecordOfPoolMember(p.OrgID, p.ID, m, "", now)
	return db.Wrap("write member of pool", tx.Select("*").Omit("declared").Updates(&row).Error)
}
