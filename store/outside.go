package store

import (
	"context"
	"time"

	"gorm.io/gorm"

	"litmus/models"
)

// IntendOutside writes the intent of an attempt at an effect besides letters, as [Store.Intend] does. One attempt at a
// target is in flight at a time, whatever it does. What was done already is taken up again where it is owed again: a
// notetaker that was sent away and is asked back.
func (s *Store) IntendOutside(ctx context.Context, e models.Entry, revision int64,
	lease time.Duration) (outcome string, tries int, err error) {
	err = s.tx(ctx, func(tx *gorm.DB) (err error) {
		now := s.Now()
		var current int64
		if err := tx.Raw("select revision from interviews where org_id = ? and id = ?"+s.dialect.forUpdate(),
			e.OrgID, e.InterviewID).Scan(&current).Error; err != nil {
			return err
		}
		if current != revision {
			outcome = IntentStale
			return nil
		}
		var others int
		var last instant
		if err := tx.Raw("select coalesce(sum(case when lease_until > ? then 1 else 0 end), 0), "+
			s.dialect.instant("max(created_at)")+" from ledger where org_id = ? and interview_id = ? and target = ?",
			now, e.OrgID, e.InterviewID, e.Target).Row().Scan(&others, &last); err != nil {
			return err
		}
		if others > 0 {
			outcome = IntentLeased
			return nil
		}
		created := now // entries of a target are told apart by when they were begun
		if !created.After(last.at) {
			created = last.at.Add(time.Millisecond)
		}
		outcome, tries, err = takeIntent(tx, `insert into ledger (org_id, interview_id, target, kind, revision, state,
			permanent, invitation, assessment_link, tries, lease_until, provider_id, etag,
				start, meeting_link, interviewer, stamp, code, detail, created_at, updated_at)
			values (?, ?, ?, ?, ?, 'intent', false, false, false, 1, ?, ?, ?, ?, ?, ?, ?, '', '', ?, ?)
			on conflict (org_id, interview_id, target, kind, revision) do update
			set created_at = case when ledger.state = 'done' then excluded.created_at else ledger.created_at end,
				state = 'intent', permanent = false, tries = ledger.tries + 1,
				lease_until = excluded.lease_until, meeting_link = excluded.meeting_link,
				updated_at = excluded.updated_at
			returning tries`,
			e.OrgID, e.InterviewID, e.Target, e.Kind, e.Revision, now.Add(lease), e.ProviderID, e.ETag, e.Start,
			e.MeetingLink, e.Interviewer, e.Stamp, created, now)
		return err
	})
	if err != nil {
		return "", 0, wrap("write intent", err)
	}
	return outcome, tries, nil
}

// MadeLink is a meeting link that an effect made, and its maker; the zero value is none.
type MadeLink struct{ Maker, Link string }

// SettleOutside closes an attempt at an effect besides letters, as [Store.Settle] does, with what the provider holds
// now, and in the same transaction gives the interview the link that was made (see [models.DecideMadeLink]); revision
// is the interview's when that changed it, else 0. Older attempts of unknown end are over with one that is done.
func (s *Store) SettleOutside(ctx context.Context, e models.Entry, made MadeLink) (revision int64, err error) {
	err = s.tx(ctx, func(tx *gorm.DB) error {
		now := s.Now()
		revision = 0
		if err := tx.Exec(`update ledger set state = ?, permanent = ?, provider_id = ?, etag = ?, meeting_link = ?,
			code = ?, detail = ?, lease_until = null, updated_at = ?
			where org_id = ? and interview_id = ? and target = ? and kind = ? and revision = ?`,
			e.State, e.Permanent, e.ProviderID, e.ETag, e.MeetingLink, e.Code, e.Detail, now, e.OrgID, e.InterviewID,
			e.Target, e.Kind, e.Revision).Error; err != nil {
			return err
		}
		if e.State != models.EffectDone {
			return nil
		}
		if err := tx.Exec("update ledger set state = 'obsolete', lease_until = null, updated_at = ? "+
			"where org_id = ? and interview_id = ? and target = ? and revision < ? and state = 'intent'",
			now, e.OrgID, e.InterviewID, e.Target, e.Revision).Error; err != nil {
			return err
		}
		if e.Kind == models.NotetakerDismissed {
			// who asks it back may be lost: the sweep looks at what has not converged
			return tx.Exec("update interviews set converged_revision = revision - 1 where org_id = ? and id = ? "+
				"and converged_revision = revision", e.OrgID, e.InterviewID).Error
		}
		if made == (MadeLink{}) {
			return nil
		}
		found, err := s.dialect.lockInterview(tx, e.OrgID, e.InterviewID)
		if err != nil || found == nil {
			return err
		}
		i, changed := models.DecideMadeLink(*found, made.Maker, made.Link, e.Revision, now)
		if !changed {
			return nil
		}
		revision = i.Revision
		if err := updateInterview(tx, i); err != nil {
			return err
		}
		// The workflow that had it done loads the row next: it need not be woken for it.
		return tx.Exec("update interviews set woken_revision = ? where org_id = ? and id = ?",
			i.Revision, i.OrgID, i.ID).Error
	})
	return revision, wrap("settle effect", err)
}

// reopenEvents has what was given up in a person's calendar tried again, where the interview is not over: the calendar
// works again, or is another one. What was refused after an attempt of unknown end is of unknown end. The relay wakes
// the workflows.
func reopenEvents(tx *gorm.DB, orgID, email string, now time.Time) error {
	target := models.EventTarget(email)
	var ids []string
	if err := tx.Raw(`select distinct i.id from ledger l join interviews i on i.org_id = l.org_id
		and i.id = l.interview_id and i.revision = l.revision
		where l.org_id = ? and l.target = ? and l.state = 'failed' and l.permanent and i.call_ended_at is null
		and (i.window_ends_at is null or i.window_ends_at > ?)`,
		orgID, target, now).Scan(&ids).Error; err != nil {
		return wrap("find given up events", err)
	}
	if len(ids) == 0 {
		return nil
	}
	if err := tx.Exec(`update ledger set permanent = false, state = case when tries > 1 then 'intent' else state end,
		updated_at = ?
		where org_id = ? and target = ? and state = 'failed' and permanent
		and interview_id in ?`, now, orgID, target, ids).Error; err != nil {
		return wrap("reopen events", err)
	}
	return wrap("wake for events", tx.Exec("update interviews set woken_revision = revision - 1, "+
		"converged_revision = case when converged_revision = revision then revision - 1 else converged_revision end "+
		"where org_id = ? and id in ?",
		orgID, ids).Error)
}

// forgetCopies forgets what a person's calendar called our copies: to another account that names nothing, or another
// event. Their UIDs find them again.
func forgetCopies(tx *gorm.DB, orgID, email string) error {
	return wrap("forget copies", tx.Exec("update ledger set provider_id = '', etag = '' where org_id = ? "+
		"and target = ? and provider_id <> ''", orgID, models.EventTarget(email)).Error)
}
