package store

import (
	"context"

	"gorm.io/gorm"

	"litmus/models"
)

// TakeOver makes a record of the organization file the dashboard's: the file leaves it alone from then on (D24). An
// organization, a person, a calendar and a member is named by the organization's id and by their email, everything else
// by its id. It returns [models.NotFound] if the organization has no such record, and [models.Invalid] for a subject
// that no file has. What is the dashboard's already stays as it is.
func (s *Store) TakeOver(ctx context.Context, by By, orgID string, subject models.Subject, id string) error {
	o, ok := ownables[subject]
	if !ok {
		_, err := models.TakeOverAction(subject)
		return err
	}
	return wrap("take over "+o.kind, s.tx(ctx, func(tx *gorm.DB) error {
		if err := s.lockApply(tx, orgID); err != nil {
			return err
		}
		var found []struct{ Key, Origin, Subject string }
		q := tx.Table(o.table).Where(o.org+" = ? and "+o.id+" = ?", orgID, id)
		if subject == models.SubjectCandidate {
			q = q.Where("key is not null")
		}
		q = q.Select(o.key+" as key", "origin", o.subject+" as subject").Order(o.key)
		if err := q.Scan(&found).Error; err != nil {
			return err
		}
		if len(found) == 0 {
			return models.NotFoundf("no %s %s is in the organization file", o.kind, models.Quote(id))
		}
		var taken []takenRecord
		for _, r := range found {
			if r.Origin == models.OriginFile {
				taken = append(taken, takenRecord{orgID, o.kind, r.Key, s.NowOf(orgID)})
			}
		}
		if len(taken) == 0 {
			return nil
		}
		if err := tx.Table(o.table).Where(o.org+" = ? and "+o.id+" = ? and origin = ?", orgID, id,
			models.OriginFile).Update("origin", models.OriginDashboard).Error; err != nil {
			return err
		}
		if _, err := create(tx, taken, skipKnown); err != nil {
			return err
		}
		return s.note(by, tx, orgID, models.Change{Subject: subject, SubjectID: found[0].Subject,
			Kind: models.ChangeTakenOver})
	}))
}
