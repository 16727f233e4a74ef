package candidates

import (
	"context"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/candidacy"
	"litmus/store/internal/db"
	"litmus/store/interviews"
	"litmus/store/pipelines"
)

// StartAssessment starts the candidate's assessment and returns the candidate after it. changed is false if it was
// started before. The errors are those of [candidacy.DecideStart], and [models.NotFound] if the organization has no
// such candidate.
func (s *Store) StartAssessment(ctx context.Context, candidate models.Ref) (c models.Candidate, changed bool,
	err error) {
	err = s.db.Tx(ctx, func(tx *gorm.DB) (err error) {
		if c, err = LockCandidate(tx, candidate); err != nil {
			return err
		}
		var around struct {
			DeliveryMode string
			Interviewed  bool
		}
		if err := tx.Raw(`select a.delivery_mode, exists (select 1 from interviews i where i.org_id = a.org_id
			and i.candidate_id = ? and i.canceled_at is null) as interviewed
			from assessments a where a.org_id = ? and a.id = ?`,
			c.ID, c.OrgID, c.AssessmentID).Scan(&around).Error; err != nil {
			return db.Wrap("read assessment", err)
		}
		before := c
		c, changed, err = candidacy.DecideStart(c, around.DeliveryMode, around.Interviewed, s.db.NowOf(candidate.OrgID))
		if err != nil || !changed {
			return err
		}
		if err := moveCandidate(tx, c); err != nil {
			return err
		}
		return s.db.Note(act.ByCandidate(c.ID), tx, c.OrgID, models.StateChange(models.ChangeStarted, before, c))
	})
	if err != nil {
		return models.Candidate{}, false, err
	}
	return c, changed, nil
}

// SaveAnswer replaces the candidate's draft and returns its SavedAt, which is set here. Nothing else is written: pages
// save by themselves, so a draft has no history and wakes nobody. seen is when the draft that the form showed was
// saved, see [candidacy.CheckDraft]. The errors are those of [candidacy.CheckDraft] and [candidacy.DecideSave], and
// [models.NotFound] if the organization has no such candidate.
func (s *Store) SaveAnswer(ctx context.Context, candidate models.Ref, a candidacy.Answer,
	seen *time.Time) (savedAt time.Time, err error) {
	err = s.db.Tx(ctx, func(tx *gorm.DB) error {
		c, err := LockCandidate(tx, candidate)
		if err != nil {
			return err
		}
		if err := candidacy.DecideSave(c); err != nil {
			return err
		}
		if err := checkDraft(tx, candidate, a, seen); err != nil {
			return err
		}
		savedAt = models.Instant(s.db.NowOf(candidate.OrgID))
		return putAnswer(tx, c, a, "", savedAt)
	})
	if err != nil {
		return time.Time{}, err
	}
	return savedAt, nil
}

// Submit stores the answer as a submission, with the files that the candidate has, and returns it with the candidate
// after it. seen is as in [Store.SaveAnswer], and a.Files are those that the form showed, of which the ids are enough;
// nil if it does not say. The errors are those of [candidacy.DecideSubmit], [candidacy.CheckDraft] and
// [candidacy.CheckFiles], and [models.NotFound] if the organization has no such candidate. A second call is refused and
// leaves the submission as it is.
func (s *Store) Submit(ctx context.Context, candidate models.Ref, a candidacy.Answer,
	seen *time.Time) (c models.Candidate, submission models.Submission, err error) {
	id := db.NewID(db.PrefixSubmission)
	err = s.db.Tx(ctx, func(tx *gorm.DB) (err error) {
		if c, err = LockCandidate(tx, candidate); err != nil {
			return err
		}
		shown := a.Files
		if a.Files, err = db.FilesOf(tx, c.OrgID, "", c.ID); err != nil {
			return err
		}
		before := c
		if c, submission, err = candidacy.DecideSubmit(c, a, id, s.db.NowOf(candidate.OrgID)); err != nil {
			return err
		}
		if err := checkDraft(tx, candidate, a, seen); err != nil {
			return err
		}
		if err := candidacy.CheckFiles(shown, a.Files); err != nil {
			return err
		}
		if err := insertSubmission(tx, submission); err != nil {
			return db.Wrap("insert submission", err)
		}
		if err := putAnswer(tx, c, a, submission.ID, submission.SubmittedAt); err != nil {
			return err
		}
		if err := moveCandidate(tx, c); err != nil {
			return err
		}
		return s.db.Note(act.ByCandidate(c.ID), tx, c.OrgID, models.StateChange(models.ChangeSubmitted, before, c))
	})
	if err != nil {
		return models.Candidate{}, models.Submission{}, err
	}
	return c, submission, nil
}

// checkDraft compares the answer with the stored draft, under the candidate's lock.
func checkDraft(tx *gorm.DB, candidate models.Ref, a candidacy.Answer, seen *time.Time) error {
	if seen == nil {
		return nil
	}
	var now Assessed
	if err := readAnswer(tx, candidate, &now); err != nil {
		return db.Wrap("read draft", err)
	}
	return candidacy.CheckDraft(now.Answer, a, seen)
}

// putAnswer writes the candidate's answer in the place of the one before it; submissionID is "" for a draft.
func putAnswer(tx *gorm.DB, c models.Candidate, a candidacy.Answer, submissionID string, at time.Time) error {
	row := db.AnswerRecord{
		OrgID: c.OrgID, CandidateID: c.ID, Text: a.Text, Links: a.Links, SubmissionID: submissionID, SavedAt: at,
	}
	return db.Wrap("write answer", tx.Clauses(clause.OnConflict{UpdateAll: true}).Create(&row).Error)
}

// Assessed is what the page of a candidate's assessment shows.
type Assessed struct {
	Candidate        models.Candidate
	Assessment       models.Assessment
	OrganizationName string
	PostingTitle     string
	WriteTo          string            // to whom the candidate writes, "" for nobody
	Interview        *models.Interview // that is not canceled; nil for none
	Answer           *candidacy.Answer // the draft or the submitted answer; nil for none
	SubmissionID     string            // of the answer; "" until it is submitted
	SubmittedAt      *time.Time        // when the answer was submitted
	Task, Own        []models.File     // that the assessment brings along, and the candidate's
}

// Assessed reads what the page of a candidate's assessment shows; [models.NotFound] if the organization has no such
// candidate.
func (s *Store) Assessed(ctx context.Context, candidate models.Ref) (out Assessed, err error) {
	err = s.db.View(ctx, func(tx *gorm.DB) error {
		if out.Candidate, err = ReadCandidate(tx, candidate); err != nil {
			return err
		}
		if out.Assessment, err = pipelines.ReadAssessment(tx, candidate.OrgID, out.Candidate.AssessmentID); err != nil {
			return err
		}
		if err := tx.Raw("select o.name, p.title, "+db.ReplyTo+" from postings p "+
			"join organizations o on o.id = p.org_id where p.org_id = ? and p.id = ?",
			candidate.OrgID, out.Candidate.PostingID).Row().Scan(&out.OrganizationName, &out.PostingTitle,
			&out.WriteTo); err != nil {
			return err
		}
		if err := readAnswer(tx, candidate, &out); err != nil {
			return err
		}
		if err := readFiles(tx, &out); err != nil {
			return err
		}
		out.Interview, err = interviews.LiveInterview(tx, candidate.OrgID, candidate.ID)
		return err
	})
	return out, db.Wrap("read assessment", err)
}

// readFiles reads the files of the task, and the candidate's beside their answer.
func readFiles(tx *gorm.DB, out *Assessed) error {
	files, err := db.FilesOf(tx, out.Candidate.OrgID, out.Candidate.AssessmentID, out.Candidate.ID)
	if err != nil {
		return err
	}
	for _, f := range files {
		if f.CandidateID == "" {
			out.Task = append(out.Task, f)
		} else {
			out.Own = append(out.Own, f)
		}
	}
	if out.Answer != nil {
		out.Answer.Files = out.Own
	}
	return nil
}

// readAnswer reads the candidate's draft or submitted answer, and when it was submitted.
func readAnswer(tx *gorm.DB, candidate models.Ref, out *Assessed) error {
	type row struct {
		Text, Links, SubmissionID string
		SavedAt                   time.Time
		SubmittedAt               *time.Time
	}
	a, err := db.First[row](tx, `select a.text, a.links, a.saved_at, a.submission_id, s.submitted_at
		from answers a left join submissions s on s.org_id = a.org_id and s.id = a.submission_id
		where a.org_id = ? and a.candidate_id = ?`, candidate.OrgID, candidate.ID)
	if err != nil || a == nil {
		return err
	}
	out.Answer = &candidacy.Answer{Text: a.Text, SavedAt: a.SavedAt}
	out.SubmissionID, out.SubmittedAt = a.SubmissionID, a.SubmittedAt
	return db.UnmarshalText(a.Links, &out.Answer.Links)
}
