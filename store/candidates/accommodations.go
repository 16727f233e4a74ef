package candidates

import (
	"context"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/candidacy"
	"litmus/store/internal/db"
	"litmus/store/interviews"
)

// Accommodation reads what the candidate of a record needs, nil for nothing.
func (s *Store) Accommodation(ctx context.Context, candidate models.Ref) (*candidacy.Accommodation, error) {
	a, err := readAccommodation(s.db.Read.WithContext(ctx), candidate)
	return a, db.Wrap("read accommodation", err)
}

// Accommodate keeps what the candidate needs, as [candidacy.DecideAccommodation] decides, whose errors it returns; and
// [models.NotFound] if the organization has no such candidate. Neither a history nor a workflow learns of it.
func (s *Store) Accommodate(ctx context.Context, candidate models.Ref, o candidacy.AccommodationOrder) error {
	return s.db.Tx(ctx, func(tx *gorm.DB) error {
		c, err := LockCandidate(tx, candidate)
		if err != nil {
			return err
		}
		i, err := interviews.LiveInterview(tx, candidate.OrgID, candidate.ID)
		if err != nil {
			return db.Wrap("read interview", err)
		}
		was, err := readAccommodation(tx, candidate)
		if err != nil {
			return db.Wrap("read accommodation", err)
		}
		a, changed, err := candidacy.DecideAccommodation(c, i, was, o, s.db.NowOf(candidate.OrgID))
		if err != nil || !changed {
			return err
		}
		return putAccommodation(tx, candidate, a)
	})
}

// SettleAccommodation says that the member who acts has seen to what the candidate needs, as [candidacy.DecideSettled]
// decides, whose errors it returns; and [models.NotFound] if the organization has no such candidate.
func (s *Store) SettleAccommodation(ctx context.Context, by act.By, candidate models.Ref, seen time.Time) error {
	return s.db.Tx(ctx, func(tx *gorm.DB) error {
		if _, err := LockCandidate(tx, candidate); err != nil {
			return err
		}
		was, err := readAccommodation(tx, candidate)
		if err != nil {
			return db.Wrap("read accommodation", err)
		}
		a, changed, err := candidacy.DecideSettled(was, seen, by.Who().ID, s.db.NowOf(candidate.OrgID))
		if err != nil || !changed {
			return err
		}
		return putAccommodation(tx, candidate, a)
	})
}

func readAccommodation(tx *gorm.DB, candidate models.Ref) (*candidacy.Accommodation, error) {
	row, err := db.Take[db.AccommodationRecord](db.Of(tx, candidate.OrgID).Where("candidate_id = ?", candidate.ID))
	if err != nil || row == nil {
		return nil, err
	}
	return &candidacy.Accommodation{Text: row.Text, AskedAt: row.AskedAt, SettledAt: row.SettledAt,
		SettledBy: row.SettledBy}, nil
}

// putAccommodation writes what the candidate needs in the place of what was there; nil removes it.
func putAccommodation(tx *gorm.DB, candidate models.Ref, a *candidacy.Accommodation) error {
	if a == nil {
		return db.Wrap("remove accommodation", db.Of(tx, candidate.OrgID).Where("candidate_id = ?", candidate.ID).
			Delete(&db.AccommodationRecord{}).Error)
	}
	row := db.AccommodationRecord{OrgID: candidate.OrgID, CandidateID: candidate.ID, Text: a.Text, AskedAt: a.AskedAt,
		SettledAt: a.SettledAt, SettledBy: a.SettledBy}
	return db.Wrap("write accommodation", tx.Clauses(clause.OnConflict{UpdateAll: true}).Create(&row).Error)
}
