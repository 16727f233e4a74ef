package store

import (
	"time"

	"gorm.io/gorm"

	"litmus/models"
)

// Ref names an interview or a candidate; it is all that Temporal ever learns of one.
type Ref struct {
	OrgID string `json:"org_id"`
	ID    string `json:"id"`
}

// Entity is a kind of row that has a workflow: what is signalled and what is done stands in the row itself.
type Entity string

// The entities: an interview and a connected calendar by their ids, and an invitation by its candidate's.
const (
	EntityInterview  Entity = "interview"
	EntityInvitation Entity = "invitation"
	EntityCalendar   Entity = "calendar"
)

// PendingWake is an entity whose workflow should be woken.
type PendingWake struct {
	Entity    Entity
	OrgID, ID string
	Revision  int64
}

// tables are where the entities' rows are.
var tables = map[Entity]string{EntityInterview: "interviews", EntityInvitation: "candidates",
	EntityCalendar: "calendars"}

// MarkWoken notes that Temporal accepted the wake-up. Nobody waits for it: a note that is lost costs one wake-up too
// many.
func (s *Store) MarkWoken(one PendingWake) {
	s.batch.later(func(tx *gorm.DB) error {
		return tx.Exec("update "+tables[one.Entity]+" set woken_revision = ? where org_id = ? and id = ? "+
			"and woken_revision < ?", one.Revision, one.OrgID, one.ID, one.Revision).Error
	})
}

// MarkConverged notes that nothing is owed for the interview as it was read and when something will be next. Nobody
// waits for it: a note that is lost costs one sweep.
func (s *Store) MarkConverged(i models.Interview, next *time.Time) {
	if i.ConvergedRevision == i.Revision && sameInstant(i.NextDueAt, next) {
		return
	}
	s.batch.later(func(tx *gorm.DB) error {
		return tx.Exec("update interviews set converged_revision = ?, next_due_at = ? where org_id = ? "+
			"and id = ? and revision = ?", i.Revision, next, i.OrgID, i.ID, i.Revision).Error
	})
}

func sameInstant(a, b *time.Time) bool {
	return a == nil && b == nil || a != nil && b != nil && a.Equal(*b)
}
