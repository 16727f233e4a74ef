package store

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"

	"litmus/models"
)

// IntendOutside writes the intent of an attempt at an effect besides letters, as [Store.Intend] does. One attempt at a
// target is in flight at a time, whatever it does. What was done already is taken up again where it is owed again: a
// notetaker that was sent away and is asked back.
func (s *Store) IntendOutside(ctx context.Context, e models.Entry, revision int64, lease time.Duration) (outcome string, tries int, err error) {
	err = s.tx(ctx, func(tx *gorm.DB) (err error) {
		now := s.Now()
		var current int64
		if err := tx.Raw("select revision from interviews where org_id = ? and id = ?"+s.dialect.forUpdate(), e.OrgID, e.InterviewID).Scan(&current).Error; err != nil {
			return err
		}
		if current != revision {
			outcome = IntentStale
			return nil
		}
		var others int
		var last instant
		if err := tx.Raw("select coalesce(sum(case when lease_until > ? then 1 else 0 end), 0), "+s.dialect.instant("max(created_at)")+" from ledger where org_id = ? and interview_id = ? and target = ?",
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
		outcome, tries, err = takeIntent(tx, `insert into ledger (org_id, interview_id, target, kind, revision, state, permanent, invitation, assessment_link, tries, lease_until, provider_id, etag,
				start, meeting_link, interviewer, stamp, code, detail, created_at, updated_at)
			values (?, ?, ?, ?, ?, 'intent', false, false, false, 1, ?, ?, ?, ?, ?, ?, ?, '', '', ?, ?)
			on conflict (org_id, interview_id, target, kind, revision) do update
			set created_at = case when ledger.state = 'done' then excluded.created_at else ledger.created_at end, state = 'intent', permanent = false, tries = ledger.tries + 1,
				lease_until = excluded.lease_until, meeting_link = excluded.meeting_link, updated_at = excluded.updated_at
			returning tries`,
			e.OrgID, e.InterviewID, e.Target, e.Kind, e.Revision, now.Add(lease), e.ProviderID, e.ETag, e.Start, e.MeetingLink, e.Interviewer, e.Stamp, created, now)
		return err
	})
	if err != nil {
		return "", 0, wrap("write intent", err)
	}
	return outcome, tries, nil
}

// MadeLink is a meeting link that an effect made, and its maker; the zero value is none.
type MadeLink struct{ Maker, Link string }

// SettleOutside closes an attempt at an effect besides letters, as [Store.Settle] does, with what the provider holds now,
// and in the same transaction gives the interview the link that was made (see [models.DecideMadeLink]); revision is the
// interview's when that changed it, else 0. Older attempts of unknown end are over with one that is done.
func (s *Store) SettleOutside(ctx context.Context, e models.Entry, made MadeLink) (revision int64, err error) {
	err = s.tx(ctx, func(tx *gorm.DB) error {
		now := s.Now()
		revision = 0
		if err := tx.Exec(`update ledger set state = ?, permanent = ?, provider_id = ?, etag = ?, meeting_link = ?, code = ?, detail = ?, lease_until = null, updated_at = ?
			where org_id = ? and interview_id = ? and target = ? and kind = ? and revision = ?`,
			e.State, e.Permanent, e.ProviderID, e.ETag, e.MeetingLink, e.Code, e.Detail, now, e.OrgID, e.InterviewID, e.Target, e.Kind, e.Revision).Error; err != nil {
			return err
		}
		if e.State != models.EffectDone {
			return nil
		}
		if err := tx.Exec("update ledger set state = 'obsolete', lease_until = null, updated_at = ? where org_id = ? and interview_id = ? and target = ? and revision < ? and state = 'intent'",
			now, e.OrgID, e.InterviewID, e.Target, e.Revision).Error; err != nil {
			return err
		}
		if e.Kind == models.NotetakerDismissed { // who asks it back may be lost: the sweep looks at what has not converged
			return tx.Exec("update interviews set converged_revision = revision - 1 where org_id = ? and id = ? and converged_revision = revision", e.OrgID, e.InterviewID).Error
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
		return tx.Exec("update interviews set woken_revision = ? where org_id = ? and id = ?", i.Revision, i.OrgID, i.ID).Error
	})
	return revision, wrap("settle effect", err)
}

// reopenEvents has what was given up in a person's calendar tried again, where the interview is not over: the calendar
// works again, or is another one. What was refused after an attempt of unknown end is of unknown end. The relay wakes the
// workflows.
func reopenEvents(tx *gorm.DB, orgID, email string, now time.Time) error {
	target := models.EventTarget(email)
	var ids []string
	if err := tx.Raw(`select distinct i.id from ledger l join interviews i on i.org_id = l.org_id and i.id = l.interview_id and i.revision = l.revision
		where l.org_id = ? and l.target = ? and l.state = 'failed' and l.permanent and i.call_ended_at is null and (i.window_ends_at is null or i.window_ends_at > ?)`,
		orgID, target, now).Scan(&ids).Error; err != nil {
		return wrap("find given up events", err)
	}
	if len(ids) == 0 {
		return nil
	}
	if err := tx.Exec(`update ledger set permanent = false, state = case when tries > 1 then 'intent' else state end, updated_at = ?
		where org_id = ? and target = ? and state = 'failed' and permanent and interview_id in ?`, now, orgID, target, ids).Error; err != nil {
		return wrap("reopen events", err)
	}
	return wrap("wake for events", tx.Exec("update interviews set woken_revision = revision - 1, converged_revision = case when converged_revision = revision then revision - 1 else converged_revision end where org_id = ? and id in ?",
		orgID, ids).Error)
}

// forgetCopies forgets what a person's calendar called our copies: to another account that names nothing, or another
// event. Their UIDs find them again.
func forgetCopies(tx *gorm.DB, orgID, email string) error {
	return wrap("forget copies", tx.Exec("update ledger set provider_id = '', etag = '' where org_id = ? and target = ? and provider_id <> ''", orgID, models.EventTarget(email)).Error)
}

// Rehearse decides the order as [Store.Book] would and writes nothing (decision 44): refusals are the same. It returns the
// interview that the order replaces when a notetaker was asked into that session, else nil.
func (s *Store) Rehearse(ctx context.Context, org models.Organization, o models.BookingOrder) (replaces *models.Interview, err error) {
	ids := newIDs(o)
	var refusal error
	err = s.tx(ctx, func(tx *gorm.DB) error {
		replaces, refusal = nil, nil
		now := s.Now()
		f, err := s.bookingFacts(tx, org, o, now)
		if err != nil {
			return err
		}
		if _, refusal = models.DecideBooking(o, f, s.policy, ids, now); refusal != nil || f.Existing == nil {
			return nil
		}
		var told []models.Entry
		if err := tx.Raw("select * from ledger where org_id = ? and interview_id = ? and target = ? order by created_at, revision", org.ID, f.Existing.ID, models.TargetNotetaker).Scan(&told).Error; err != nil {
			return wrap("read notetaker", err)
		}
		if models.HasNotetaker(told) {
			replaces = f.Existing
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return replaces, refusal
}

// Delivery is what a notetaker's callback brings to an interview.
type Delivery struct {
	EventID     string
	NotetakerID string // "" when the notetaker does not say
	models.Artifacts
	CallEndedAt *time.Time
}

// Deliver takes a callback, once: repeated is true, and nothing is changed, for an event that was taken before. Artifacts
// take the place of earlier ones; the end of the call is the interview's (decision 52), and ended is true when that changed
// the row. [models.NotFound] when there is no such interview, or it has not that notetaker.
func (s *Store) Deliver(ctx context.Context, ref Ref, d Delivery) (i InterviewRow, ended, repeated bool, err error) {
	i, ended, err = s.change(ctx, ref.OrgID, ref.ID, nil, func(tx *gorm.DB, i models.Interview) (models.Interview, bool, error) {
		repeated = false
		var ids []string // "" of an attempt whose answer was lost
		if err := tx.Raw("select distinct provider_id from ledger where org_id = ? and interview_id = ? and target = ?", ref.OrgID, ref.ID, models.TargetNotetaker).Scan(&ids).Error; err != nil {
			return i, false, wrap("read notetaker", err)
		}
		if len(ids) == 0 || d.NotetakerID != "" && !slices.Contains(ids, d.NotetakerID) && !slices.Contains(ids, "") {
			return i, false, models.NotFoundf("interview %s has no such notetaker", ref.ID)
		}
		r := tx.Exec("insert into callbacks (org_id, interview_id, event_id, at) values (?, ?, ?, ?) on conflict do nothing", ref.OrgID, ref.ID, d.EventID, s.Now())
		if r.Error != nil {
			return i, false, wrap("note callback", r.Error)
		}
		if repeated = r.RowsAffected == 0; repeated {
			return i, false, nil
		}
		if err := putArtifacts(tx, ref, d.Artifacts); err != nil {
			return i, false, err
		}
		if d.CallEndedAt == nil {
			return i, false, nil
		}
		changed := false
		i, changed = models.DecideCallEnded(i, *d.CallEndedAt, s.Now())
		return i, changed, nil
	})
	return i, ended, repeated, err
}

// PutArtifacts stores the parts of the artifacts that are not nil in the place of earlier ones; [models.NotFound] when
// there is no such interview.
func (s *Store) PutArtifacts(ctx context.Context, ref Ref, a models.Artifacts) error {
	_, _, err := s.change(ctx, ref.OrgID, ref.ID, nil, func(tx *gorm.DB, i models.Interview) (models.Interview, bool, error) {
		return i, false, putArtifacts(tx, ref, a)
	})
	return err
}

// artifactColumns are the parts of the artifacts as columns, null for those that are nil.
func artifactColumns(a models.Artifacts) []column {
	row := []column{{"transcript", nil}, {"recording", nil}, {"interviewer_notes", nil}}
	if a.Transcript != nil {
		row[0].value = jsonText(a.Transcript)
	}
	if a.Recording != nil {
		row[1].value = jsonText(a.Recording)
	}
	if a.InterviewerNotes != nil {
		row[2].value = jsonText(a.InterviewerNotes)
	}
	return row
}

func putArtifacts(tx *gorm.DB, ref Ref, a models.Artifacts) error {
	return writeArtifacts(tx, ref, slices.DeleteFunc(artifactColumns(a), func(c column) bool { return c.value == nil }))
}

// writeArtifacts writes these columns of an interview's artifacts and leaves the others.
func writeArtifacts(tx *gorm.DB, ref Ref, row []column) error {
	if len(row) == 0 {
		return nil
	}
	if err := insertRows(tx, "artifacts (org_id, interview_id)", "on conflict do nothing", 1, func(int) []any { return []any{ref.OrgID, ref.ID} }); err != nil {
		return wrap("insert artifacts", err)
	}
	return wrap("write artifacts", updateRow(tx, "artifacts", 2, append([]column{{"org_id", ref.OrgID}, {"interview_id", ref.ID}}, row...)))
}
