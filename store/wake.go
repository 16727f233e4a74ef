package store

import (
	"context"
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

// Sleeper is an entity whose workflow should be woken.
type Sleeper struct {
	Entity    Entity
	OrgID, ID string
	Revision  int64
}

// MarkWoken notes that Temporal accepted the wake-up. Nobody waits for it: a note that is lost costs one wake-up too many.
func (s *Store) MarkWoken(one Sleeper) {
	table := "interviews"
	switch one.Entity {
	case EntityInvitation:
		table = "candidates"
	case EntityCalendar:
		table = "calendars"
	}
	s.batch.later(func(tx *gorm.DB) error {
		return tx.Exec("update "+table+" set woken_revision = ? where org_id = ? and id = ? and woken_revision < ?", one.Revision, one.OrgID, one.ID, one.Revision).Error
	})
}

// Unwoken lists interviews and invitations of every organization that changed before the instant and whose wake-up
// Temporal did not accept yet, and the calendars that are to be read at once; limit bounds each.
func (s *Store) Unwoken(ctx context.Context, before time.Time, limit int) ([]Sleeper, error) {
	q := sleeping("woken_revision < revision and updated_at <= ? order by updated_at limit ?") + calendars("woken_revision < revision order by updated_at limit ?")
	out, err := s.sleepers(ctx, q, before, limit, before, limit, limit)
	return out, wrap("find the unwoken", err)
}

// Overdue lists interviews and invitations of every organization that should have converged, or should have done
// something by their timeline, and calendars that should have been read, before the instant: their workflow may be lost.
// limit bounds each of the six.
func (s *Store) Overdue(ctx context.Context, before time.Time, limit int) ([]Sleeper, error) {
	q := sleeping("converged_revision < revision and updated_at <= ? order by updated_at limit ?") + calendars("synced_revision < revision and updated_at <= ? order by updated_at limit ?")
	out, err := s.sleepers(ctx, q, before, limit, before, limit, before, limit)
	if err != nil {
		return nil, wrap("find the unconverged", err)
	}
	q = sleeping("next_due_at is not null and next_due_at <= ? order by next_due_at limit ?") + calendars("next_sync_at <= ? order by next_sync_at limit ?")
	due, err := s.sleepers(ctx, q, before, limit, before, limit, before, limit)
	return append(out, due...), wrap("find the overdue", err)
}

// sleeping selects the interviews and the invitations that meet the condition, each by its own partial index.
func sleeping(condition string) string {
	return "select * from (select 'interview' as entity, org_id, id, revision from interviews where " + condition + ") as i" +
		" union all select * from (select 'invitation' as entity, org_id, id, revision from candidates where " + condition + ") as c"
}

// calendars adds the connected calendars that meet the condition.
func calendars(condition string) string {
	return " union all select * from (select 'calendar' as entity, org_id, id, revision from calendars where " + condition + ") as k"
}

func (s *Store) sleepers(ctx context.Context, q string, args ...any) (out []Sleeper, err error) {
	err = s.read.WithContext(ctx).Raw(q, args...).Scan(&out).Error
	return out, err
}

// MarkConverged notes that nothing is owed for the interview as it was read and when something will be next. Nobody waits
// for it: a note that is lost costs one sweep.
func (s *Store) MarkConverged(i models.Interview, next *time.Time) {
	if i.ConvergedRevision == i.Revision && sameInstant(i.NextDueAt, next) {
		return
	}
	s.batch.later(func(tx *gorm.DB) error {
		return tx.Exec("update interviews set converged_revision = ?, next_due_at = ? where org_id = ? and id = ? and revision = ?", i.Revision, next, i.OrgID, i.ID, i.Revision).Error
	})
}

func sameInstant(a, b *time.Time) bool {
	return a == nil && b == nil || a != nil && b != nil && a.Equal(*b)
}
