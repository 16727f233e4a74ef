package candidates

import (
	"context"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/candidacy"
	"litmus/models/pipeline"
	"litmus/store/internal/db"
	"litmus/store/interviews"
	"litmus/store/pipelines"
)

// ShownGrades is how many versions of a grade a report has: their notes may be long.
const ShownGrades = 20

// Report is what the page of a submission shows (§2, report_url).
type Report struct {
	Submission   models.Submission
	Candidate    models.Candidate
	PostingTitle string
	Assessment   models.Assessment
	Rubric       pipeline.Rubric           // of the assessment; version 0 if there is none
	Answer       *candidacy.Answer         // as it was handed in; nil if not on the assessment's page
	Grades       []candidacy.Grade         // the last [ShownGrades] versions, the oldest first; the last one counts
	Interviews   []interviews.InterviewRow // of the candidate, for [models.Member.Owns]
}

// Grade returns the grade that counts, nil for none.
func (r Report) Grade() *candidacy.Grade {
	if len(r.Grades) == 0 {
		return nil
	}
	return &r.Grades[len(r.Grades)-1]
}

// Live returns the candidate's interview that is not canceled, nil for none.
func (r Report) Live() *models.Interview {
	for n := range r.Interviews {
		if r.Interviews[n].CanceledAt == nil {
			return &r.Interviews[n].Interview
		}
	}
	return nil
}

// Report reads a submission with its answer and its grades; [models.NotFound] if the organization has no such
// submission. The number of statements does not grow with what there is.
func (s *Store) Report(ctx context.Context, orgID, submissionID string) (r Report, err error) {
	err = s.db.View(ctx, func(tx *gorm.DB) error {
		row, err := db.Must[db.SubmissionRecord](db.Of(tx, orgID).Where("id = ?", submissionID),
			SubmissionNotFound(submissionID))
		if err != nil {
			return err
		}
		r.Submission = models.Submission(row)
		if r.Candidate, err = ReadCandidate(tx, models.Ref{OrgID: orgID, ID: row.CandidateID}); err != nil {
			return err
		}
		if r.Assessment, err = pipelines.ReadAssessment(tx, orgID, row.AssessmentID); err != nil {
			return err
		}
		if err := tx.Raw("select title from postings where org_id = ? and id = ?", orgID, row.PostingID).Row().
			Scan(&r.PostingTitle); err != nil {
			return err
		}
		if r.Rubric, err = pipelines.ReadRubric(tx, orgID, row.AssessmentID); err != nil {
			return err
		}
		if r.Answer, err = ReadHandedIn(tx, orgID, submissionID, row.CandidateID); err != nil {
			return err
		}
		if r.Answer != nil {
			if r.Answer.Files, err = db.FilesOf(tx, orgID, "", row.CandidateID); err != nil {
				return err
			}
		}
		if r.Grades, err = ReadGrades(tx, orgID, submissionID, row.GradeVersion-ShownGrades); err != nil {
			return err
		}
		r.Interviews, err = interviews.ReadInterviewRows(s.db.Dialect, tx, orgID, true, " and i.candidate_id = ?",
			row.CandidateID)
		return err
	})
	return r, db.Wrap("read report", err)
}

// ReadHandedIn reads the answer that became the submission, nil if there is none.
func ReadHandedIn(tx *gorm.DB, orgID, submissionID, candidateID string) (*candidacy.Answer, error) {
	row, err := db.Take[db.AnswerRecord](db.Of(tx, orgID).Where("candidate_id = ? and submission_id = ?", candidateID,
		submissionID))
	if err != nil || row == nil {
		return nil, err
	}
	return &candidacy.Answer{Text: row.Text, Links: row.Links, SavedAt: row.SavedAt}, nil
}
