package wakes

import (
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/store/internal/db"
)

// tables are the tables of the entities.
var tables = map[models.Entity]string{models.EntityInterview: "interviews", models.EntityInvitation: "candidates",
	models.EntityCalendar: "calendars", models.EntitySignIn: "sign_ins", models.EntityNews: "news"}

// MarkWoken records that Temporal accepted the wake-up. It does not wait for the write: if that is lost, the row is
// woken once more.
func (s *Store) MarkWoken(one models.PendingWake) {
	marks := s.db.Batch
	if one.Entity == models.EntityNews {
		marks = s.db.Alone // a batch would hold the row while it waits for others
	}
	marks.Later(func(tx *gorm.DB) error {
		return db.Of(tx.Table(tables[one.Entity]), one.OrgID).Where("id = ? and woken_revision < ?", one.ID,
			one.Revision).
			Updates(map[string]any{"woken_revision": one.Revision,
				"wake_trace": gorm.Expr("case when revision > ? then wake_trace end", one.Revision)}).Error
	})
}

// MarkConverged records that nothing is owed for the interview as it was read, and when something will be due next. It
// does not wait for the write: if that is lost, the row is swept once more.
func (s *Store) MarkConverged(i models.Interview, next *time.Time) {
	if i.ConvergedRevision == i.Revision && db.SameInstant(i.NextDueAt, next) {
		return
	}
	s.db.Batch.Later(func(tx *gorm.DB) error {
		return db.Of(tx.Model(&db.InterviewRecord{}), i.OrgID).Where("id = ? and revision = ?", i.ID, i.Revision).
			Updates(map[string]any{"converged_revision": i.Revision, "next_due_at": next}).Error
	})
}

// All makes every row that has something to do look as if its workflow had not been woken, so that it will be.
func All(tx *gorm.DB) error {
	for _, c := range expected {
		err := tx.Exec("update " + c.table + " set woken_revision = revision - 1, wake_trace = null " +
			"where woken_revision >= revision and " + c.condition).Error
		if err != nil {
			return db.Wrap("wake all", err)
		}
	}
	return nil
}
