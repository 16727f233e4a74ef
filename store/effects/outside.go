package effects

import (
	"context"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/effect"
	"litmus/store/internal/db"
	"litmus/store/interviews"
)

// MadeLink is a meeting link that an effect made, and its maker; the zero value is none.
type MadeLink struct{ Maker, Link string }

// settledOutside does what follows from the settlement of an interview's effect that is no letter. One that is done
// ends older attempts whose outcome was not known, and gives the interview the link that was made (see
// [booking.DecideMadeLink]); revision is the interview's when that changed it, else 0.
func (s *Store) settledOutside(tx *gorm.DB, e effect.Entry,
	made MadeLink) (revision int64, err error) {
	if e.State != effect.Done {
		return 0, nil
	}
	now := s.db.NowOf(e.OrgID)
	if err := tx.Model(&db.EffectRecord{}).Where("org_id = ? and interview_id = ? and target = ? and revision < ? "+
		"and state = ?", e.OrgID, e.InterviewID, e.Target, e.Revision, effect.Intent).
		Select("State", "LeaseUntil", "UpdatedAt").
		Updates(db.EffectRecord{State: effect.Obsolete, UpdatedAt: now}).Error; err != nil {
		return 0, err
	}
	if e.Kind == effect.NotetakerDismissed {
		// The workflow that is to invite it anew may be lost, and the sweep looks only at rows that have not converged.
		return 0, tx.Exec("update interviews set converged_revision = revision - 1 where org_id = ? and id = ? "+
			"and converged_revision = revision", e.OrgID, e.InterviewID).Error
	}
	if made == (MadeLink{}) {
		return 0, nil
	}
	found, err := interviews.LockInterview(tx, e.OrgID, e.InterviewID)
	if err != nil || found == nil {
		return 0, err
	}
	i, changed := booking.DecideMadeLink(*found, made.Maker, made.Link, e.Revision, now)
	if !changed {
		return 0, nil
	}
	if err := db.UpdateInterview(tx, i); err != nil {
		return 0, err
	}
	if err := s.db.Note(act.By{}, tx, i.OrgID, models.InterviewChange(models.ChangeMeetingLinkMade, *found,
		i)); err != nil {
		return 0, err
	}
	// The workflow that made the attempt loads the row next, so nobody has to wake it.
	return i.Revision, tx.Exec("update interviews set woken_revision = ?, wake_trace = null where org_id = ? and id = ?",
		i.Revision, i.OrgID, i.ID).Error
}

// ReopenEvents makes the copies that were given up in a person's calendar owed again, unless their interview is over:
// the calendar works again, or is another one. An entry that was refused after an attempt of unknown outcome has an
// unknown outcome again. The relay wakes the workflows.
func ReopenEvents(tx *gorm.DB, orgID, email string, now time.Time) error {
	target := effect.EventTarget(email)
	var ids []string
	if err := tx.Raw(`select distinct i.id from effects l join interviews i on i.org_id = l.org_id
		and i.id = l.interview_id and i.revision = l.revision
		where l.org_id = ? and l.interview_id is not null and l.target = ? and l.state = 'failed' and l.permanent
		and i.call_ended_at is null
		and (i.window_ends_at is null or i.window_ends_at > ?)`,
		orgID, target, now).Scan(&ids).Error; err != nil {
		return db.Wrap("find given up events", err)
	}
	if len(ids) == 0 {
		return nil
	}
	if err := tx.Model(&db.EffectRecord{}).Where("org_id = ? and interview_id in ? and target = ? and state = ? "+
		"and permanent", orgID, ids, target, effect.Failed).Updates(map[string]any{
		"permanent":  false,
		"state":      gorm.Expr("case when tries > 1 then ? else state end", effect.Intent),
		"updated_at": now,
	}).Error; err != nil {
		return db.Wrap("reopen events", err)
	}
	return db.Wrap("wake for events", tx.Exec("update interviews set woken_revision = revision - 1, "+
		"converged_revision = case when converged_revision = revision then revision - 1 else converged_revision end "+
		"where org_id = ? and id in ?", orgID, ids).Error)
}

// WakeForMend makes the interview of that revision owed again, if its workflow is done with it: a worker that does not
// know yet that a copy is mended owed nothing, and said that it has converged. The relay wakes the workflow.
func (s *Store) WakeForMend(ctx context.Context, i models.Interview) error {
	return db.Wrap("wake for a mend", s.db.Tx(ctx, func(tx *gorm.DB) error {
		return tx.Exec("update interviews set woken_revision = revision - 1, converged_revision = revision - 1 "+
			"where org_id = ? and id = ? and revision = ? and converged_revision = revision",
			i.OrgID, i.ID, i.Revision).Error
	}))
}

// ForgetCopies forgets the ids that a person's calendar gave to our copies: in another account such an id belongs to
// nothing, or to another event. The copies are found again by their UIDs.
func ForgetCopies(tx *gorm.DB, orgID, email string) error {
	return db.Wrap("forget copies", tx.Model(&db.EffectRecord{}).Where("org_id = ? and interview_id is not null "+
		"and target = ? and provider_id <> ''", orgID, effect.EventTarget(email)).Select("ProviderID", "ETag").
		Updates(db.EffectRecord{}).Error)
}
