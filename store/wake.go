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

// The entities: an interview by its id, and an invitation by its candidate's.
const (
	EntityInterview  Entity = "interview"
	EntityInvitation Entity = "invitation"
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
	if one.Entity == EntityInvitation {
		table = "candidates"
	}
	s.batch.later(func(tx *gorm.DB) error {
		return tx.Exec("update "+table+" set woken_revision = ? where org_id = ? and id = ? and woken_revision < ?", one.Revision, one.OrgID, one.ID, one.Revision).Error
	})
}

// Unwoken lists interviews and invitations of every organization that changed before the instant and whose wake-up
// Temporal did not accept yet; limit bounds each.
func (s *Store) Unwoken(ctx context.Context, before time.Time, limit int) ([]Sleeper, error) {
	out, err := s.sleepers(ctx, "woken_revision < revision and updated_at <= ? order by updated_at limit ?", before, limit)
	return out, wrap("find the unwoken", err)
}

// Overdue lists interviews and invitations of every organization that should have converged, or should have done
// something by their timeline, before the instant: their workflow may be lost. limit bounds each of the four.
func (s *Store) Overdue(ctx context.Context, before time.Time, limit int) ([]Sleeper, error) {
	out, err := s.sleepers(ctx, "converged_revision < revision and updated_at <= ? order by updated_at limit ?", before, limit)
	if err != nil {
		return nil, wrap("find the unconverged", err)
	}
	due, err := s.sleepers(ctx, "next_due_at is not null and next_due_at <= ? order by next_due_at limit ?", before, limit)
	return append(out, due...), wrap("find the overdue", err)
}

// sleepers finds the interviews and the invitations that meet the condition, each by its own partial index.
func (s *Store) sleepers(ctx context.Context, condition string, before time.Time, limit int) (out []Sleeper, err error) {
	err = s.read.WithContext(ctx).Raw("select * from (select 'interview' as entity, org_id, id, revision from interviews where "+condition+") as i"+
		" union all select * from (select 'invitation' as entity, org_id, id, revision from candidates where "+condition+") as c", before, limit, before, limit).Scan(&out).Error
	return out, err
}

// Account is an interview with what was told of it.
type Account struct {
	InterviewRow
	Ledger []models.Entry
}

// Account reads an interview and its ledger in one state; [models.NotFound] when there is none of that id.
func (s *Store) Account(ctx context.Context, ref Ref) (a Account, err error) {
	err = s.view(ctx, func(tx *gorm.DB) error {
		found, err := s.dialect.readInterviewRows(tx, ref.OrgID, true, " and i.id = ?", ref.ID)
		if err != nil {
			return err
		}
		if len(found) == 0 {
			return interviewNotFound(ref.ID)
		}
		a.InterviewRow = found[0]
		return tx.Raw("select * from ledger where org_id = ? and interview_id = ? order by created_at, revision", ref.OrgID, ref.ID).Scan(&a.Ledger).Error
	})
	return a, wrap("read account", err)
}

// MarkConverged notes that nothing is owed for the interview as it was read and when something will be next. Nobody waits
// for it: a note that is lost costs one sweep.
func (s *Store) MarkConverged(ref Ref, i models.Interview, next *time.Time) {
	if i.ConvergedRevision == i.Revision && sameInstant(i.NextDueAt, next) {
		return
	}
	s.batch.later(func(tx *gorm.DB) error {
		return tx.Exec("update interviews set converged_revision = ?, next_due_at = ? where org_id = ? and id = ? and revision = ?", i.Revision, next, ref.OrgID, ref.ID, i.Revision).Error
	})
}

func sameInstant(a, b *time.Time) bool {
	return a == nil && b == nil || a != nil && b != nil && a.Equal(*b)
}
