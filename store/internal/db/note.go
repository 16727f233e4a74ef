package db

import (
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/act"
)

// ChangeRecord is a row of history.
type ChangeRecord struct {
	OrgID     string    `gorm:"primaryKey"`
	Subject   string    `gorm:"primaryKey"`
	SubjectID string    `gorm:"primaryKey"`
	At        time.Time `gorm:"primaryKey"`
	ID        string    `gorm:"primaryKey"`
	What      string
	ActorKind string
	ActorID   string
	RequestID string
	Details   []models.Detail `gorm:"serializer:list"`
}

func (ChangeRecord) TableName() string { return "history" }

const prefixChange = "chg_"

// Note adds changes to the histories of their records, with one statement, in the transaction that makes them. The
// instant, unless the change has one, is now. Every change of a record is noted; what
// changes nothing is not.
func (s *DB) Note(by act.By, tx *gorm.DB, orgID string, changes ...models.Change) error {
	if len(changes) == 0 {
		return nil
	}
	actor, now := by.Who(), s.NowOf(orgID)
	rows := make([]ChangeRecord, len(changes))
	for n, c := range changes {
		if c.At.IsZero() {
			c.At = now
		}
		c = c.Within()
		rows[n] = ChangeRecord{orgID, string(c.Subject), c.SubjectID, c.At, NewID(prefixChange), string(c.Kind),
			string(actor.Kind), actor.ID, actor.RequestID, c.Details}
	}
	if _, err := Create(tx, rows, nil); err != nil {
		return Wrap("note change", err)
	}
	for _, r := range rows {
		if err := s.tellWatchers(tx, r); err != nil {
			return Wrap("note news", err)
		}
	}
	return nil
}

// Forget erases the histories of records that the transaction removes; the organization's says that one was removed.
func (s *DB) Forget(tx *gorm.DB, orgID string, subject models.Subject, ids ...string) error {
	if len(ids) == 0 {
		return nil
	}
	return Wrap("forget history", Of(tx, orgID).Where("subject = ? and subject_id in ?", string(subject), ids).
		Delete(&ChangeRecord{}).Error)
}
