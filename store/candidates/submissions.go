package candidates

import (
	"context"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/store/internal/db"
)

// Submission reads a submission with its candidate; [models.NotFound] if the organization has none with that id.
func (s *Store) Submission(ctx context.Context, orgID, id string) (models.Submission, models.Candidate, error) {
	type row struct {
		models.Submission
		CandidateEmail, CandidateName string
	}
	found, err := db.One[row](s.db.Read.WithContext(ctx), SubmissionNotFound(id),
		`select s.*, c.email as candidate_email, c.name as candidate_name from submissions s
		join candidates c on c.org_id = s.org_id and c.id = s.candidate_id where s.org_id = ? and s.id = ?`, orgID, id)
	return found.Submission, models.Candidate{Email: found.CandidateEmail, Name: found.CandidateName},
		db.Wrap("read submission", err)
}

func insertSubmission(tx *gorm.DB, s models.Submission) error {
	row := db.SubmissionRecord(s)
	return tx.Create(&row).Error
}
