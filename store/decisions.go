package store

import (
	"context"

	"gorm.io/gorm"

	"litmus/models"
)

// Decide records a decision on a submission, or on the candidate of a live interview (decision 187). The errors are
// those of [models.Decide] and [models.NotFound] if the organization has no such submission or candidate.
func (s *Store) Decide(ctx context.Context, orgID string, o models.DecisionOrder) (d models.Decided, err error) {
	err = s.tx(ctx, func(tx *gorm.DB) error {
		if err := s.beginCommit(ctx, tx, orgID); err != nil {
			return err
		}
		f, err := s.decisionFacts(tx, orgID, o)
		if err != nil {
			return err
		}
		if d, err = models.Decide(o, f, s.NowOf(orgID)); err != nil || !d.Changed {
			return err
		}
		if err := s.commit(ctx, tx, orgID, Committed{CandidateID: d.Candidate.ID, SubmissionID: o.SubmissionID},
			func() (models.Preview, error) { return models.PreviewDecision(f, d), nil }); err != nil {
			return err
		}
		if err := moveCandidate(tx, d.Candidate); err != nil {
			return err
		}
		if d.Submission != nil {
			row := submissionRecord(*d.Submission)
			if err := tx.Select("decision", "updated_at").Updates(&row).Error; err != nil {
				return wrap("update submission", err)
			}
		}
		return s.note(ctx, tx, orgID, d.Change())
	})
	if err != nil {
		return models.Decided{}, err
	}
	return d, nil
}

// decisionFacts reads the facts for [models.Decide] and locks the candidate, then the submission.
func (s *Store) decisionFacts(tx *gorm.DB, orgID string, o models.DecisionOrder) (f models.DecisionFacts, err error) {
	if o.SubmissionID != "" {
		row, err := must[submissionRecord](of(tx, orgID).Select("candidate_id").Where("id = ?", o.SubmissionID),
			submissionNotFound(o.SubmissionID))
		if err != nil {
			return f, err
		}
		o.CandidateID = row.CandidateID
	}
	if f.Candidate, err = lockCandidate(tx, Ref{orgID, o.CandidateID}); err != nil {
		return f, err
	}
	if o.SubmissionID != "" {
		s, err := lockSubmission(tx, orgID, o.SubmissionID)
		if err != nil {
			return f, err
		}
		f.Submission = &s
	} else if err := tx.Raw("select exists (select 1 from submissions where org_id = ? and candidate_id = ?)", orgID,
		o.CandidateID).Row().Scan(&f.HandedIn); err != nil {
		return f, wrap("look for a submission", err)
	}
	a, err := readAssessment(tx, orgID, f.Candidate.AssessmentID)
	if err != nil {
		return f, err
	}
	f.DeliveryMode = a.DeliveryMode
	f.Interview, err = liveInterview(tx, orgID, f.Candidate.ID)
	return f, wrap("read interview", err)
}
