package team

import (
	"context"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/access"
	"litmus/models/act"
	"litmus/store/internal/db"
)

// TakeOver makes a record of the organization file the dashboard's: the file leaves it alone from then on (D24). An
// organization, a person, a calendar and a member is named by the organization's id and by their email, everything else
// by its id. It returns [models.NotFound] if the organization has no such record, and [models.Invalid] for a subject
// that no file has. What is the dashboard's already stays as it is.
func (s *Store) TakeOver(ctx context.Context, by act.By, orgID string, subject models.Subject, id string) error {
	o, ok := db.Ownables[subject]
	if !ok {
		_, err := access.TakeOverAction(subject)
		return err
	}
	return db.Wrap("take over "+o.Kind, s.db.Tx(ctx, func(tx *gorm.DB) error {
		if err := s.db.LockApply(tx, orgID); err != nil {
			return err
		}
		var found []struct{ Key, Origin, Subject string }
		q := tx.Table(o.Table).Where(o.Org+" = ? and "+o.ID+" = ?", orgID, id)
		if subject == models.SubjectCandidate {
			q = q.Where("key is not null")
		}
		q = q.Select(o.Key+" as key", "origin", o.Subject+" as subject").Order(o.Key)
		if err := q.Scan(&found).Error; err != nil {
			return err
		}
		if len(found) == 0 {
			return models.NotFoundf("no %s %s is in the organization file", o.Kind, models.Quote(id))
		}
		var taken []db.TakenRecord
		for _, r := range found {
			if r.Origin == models.OriginFile {
				taken = append(taken, db.TakenRecord{OrgID: orgID, Kind: o.Kind, Key: r.Key, At: s.db.NowOf(orgID)})
			}
		}
		if len(taken) == 0 {
			return nil
		}
		if err := tx.Table(o.Table).Where(o.Org+" = ? and "+o.ID+" = ? and origin = ?", orgID, id,
			models.OriginFile).Update("origin", models.OriginDashboard).Error; err != nil {
			return err
		}
		if _, err := db.Create(tx, taken, db.SkipKnown); err != nil {
			return err
		}
		return s.db.Note(by, tx, orgID, models.Change{Subject: subject, SubjectID: found[0].Subject,
			Kind: models.ChangeTakenOver})
	}))
}
