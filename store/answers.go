package store

import (
	"context"
	"time"

	"gorm.io/gorm"

	"litmus/models"
)

// StartAssessment starts the candidate's assessment and returns them as they are then; changed is false when it was started
// before. Refusals are those of [models.DecideStart], and [models.NotFound] when the organization has no such candidate.
func (s *Store) StartAssessment(ctx context.Context, candidate Ref) (c models.Candidate, changed bool, err error) {
	err = s.tx(ctx, func(tx *gorm.DB) (err error) {
		if c, err = s.dialect.lockCandidate(tx, candidate); err != nil {
			return err
		}
		var around struct {
			DeliveryMode string
			Interviewed  bool
		}
		if err := tx.Raw(`select a.delivery_mode, exists (select 1 from interviews i where i.org_id = a.org_id and i.candidate_id = ? and i.canceled_at is null) as interviewed
			from assessments a where a.org_id = ? and a.id = ?`, c.ID, c.OrgID, c.AssessmentID).Scan(&around).Error; err != nil {
			return wrap("read assessment", err)
		}
		if c, changed, err = models.DecideStart(c, around.DeliveryMode, around.Interviewed, s.Now()); err != nil || !changed {
			return err
		}
		return moveCandidate(tx, c)
	})
	if err != nil {
		return models.Candidate{}, false, err
	}
	return c, changed, nil
}

// SaveAnswer keeps a draft in the place of the one before it; its SavedAt is the store's. seen is when the draft that the form
// showed was saved, see [models.CheckDraft]. Refusals are those of both and of [models.DecideSave], and [models.NotFound] when the organization has no such candidate.
func (s *Store) SaveAnswer(ctx context.Context, candidate Ref, a models.Answer, seen *time.Time) error {
	return s.tx(ctx, func(tx *gorm.DB) error {
		c, err := s.dialect.lockCandidate(tx, candidate)
		if err != nil {
			return err
		}
		if err := models.DecideSave(c); err != nil {
			return err
		}
		if err := checkDraft(tx, candidate, a, seen); err != nil {
			return err
		}
		return putAnswer(tx, c, a, "", s.Now())
	})
}

// Submit hands the answer in and makes its submission; it returns the candidate as they are then, too. seen is as in
// [Store.SaveAnswer]. Refusals are those of [models.DecideSubmit] and [models.CheckDraft], and [models.NotFound] when the organization has no such candidate; a second one leaves what the first handed in.
func (s *Store) Submit(ctx context.Context, candidate Ref, a models.Answer, seen *time.Time) (c models.Candidate, submission models.Submission, err error) {
	id := newID(prefixSubmission)
	err = s.tx(ctx, func(tx *gorm.DB) (err error) {
		if c, err = s.dialect.lockCandidate(tx, candidate); err != nil {
			return err
		}
		if c, submission, err = models.DecideSubmit(c, a, id, s.Now()); err != nil {
			return err
		}
		if err := checkDraft(tx, candidate, a, seen); err != nil {
			return err
		}
		if err := insertSubmission(tx, submission); err != nil {
			return wrap("insert submission", err)
		}
		if err := putAnswer(tx, c, a, submission.ID, submission.SubmittedAt); err != nil {
			return err
		}
		return moveCandidate(tx, c)
	})
	if err != nil {
		return models.Candidate{}, models.Submission{}, err
	}
	return c, submission, nil
}

// checkDraft compares what is sent with the draft there is, under the candidate's lock.
func checkDraft(tx *gorm.DB, candidate Ref, a models.Answer, seen *time.Time) error {
	if seen == nil {
		return nil
	}
	var now Assessed
	if err := readAnswer(tx, candidate, &now); err != nil {
		return wrap("read draft", err)
	}
	return models.CheckDraft(now.Answer, a, seen)
}

// moveCandidate writes what a decision changes of a candidate who is there.
func moveCandidate(tx *gorm.DB, c models.Candidate) error {
	return wrap("update candidate", tx.Exec(`update candidates set name = ?, state = ?, invited_at = ?, invite_expires_at = ?, started_at = ?, revision = ?, updated_at = ?
		where org_id = ? and id = ?`, c.Name, c.State, c.InvitedAt, c.InviteExpiresAt, c.StartedAt, c.Revision, c.UpdatedAt, c.OrgID, c.ID).Error)
}

// putAnswer writes the candidate's answer; submissionID is "" for a draft.
func putAnswer(tx *gorm.DB, c models.Candidate, a models.Answer, submissionID string, at time.Time) error {
	return wrap("write answer", tx.Exec(`insert into answers (org_id, candidate_id, text, links, submission_id, saved_at) values (?, ?, ?, ?, ?, ?)
		on conflict (org_id, candidate_id) do update set text = excluded.text, links = excluded.links, submission_id = excluded.submission_id, saved_at = excluded.saved_at`,
		c.OrgID, c.ID, a.Text, jsonText(list(a.Links)), orNull(submissionID), at).Error)
}

func insertSubmission(tx *gorm.DB, s models.Submission) error {
	return tx.Exec(`insert into submissions (org_id, id, key, posting_id, assessment_id, candidate_id, submitted_at, score, native_score, decision, created_at, updated_at)
		values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		s.OrgID, s.ID, orNull(s.Key), s.PostingID, s.AssessmentID, s.CandidateID, s.SubmittedAt, s.Score, s.NativeScore, s.Decision, s.CreatedAt, s.UpdatedAt).Error
}
