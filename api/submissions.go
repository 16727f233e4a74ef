package api

import (
	"net/http"

	"litmus/models"
)

type submissionJSON struct {
	ID           string                  `json:"id"`
	AssessmentID string                  `json:"assessment_id"`
	Candidate    submissionCandidateJSON `json:"candidate"`
	Score        *float64                `json:"score"`
	NativeScore  *float64                `json:"native_score"`
	ScoreScale   *models.ScoreScale      `json:"score_scale"`
	Decision     string                  `json:"decision"`
	SubmittedAt  string                  `json:"submitted_at"`
	ReportURL    string                  `json:"report_url"`
}

type submissionCandidateJSON struct {
	Email string `json:"email"`
	Name  string `json:"name"`
}

// readSubmission serves GET /submissions/{id}.
func (a *API) readSubmission(c *call) (int, any, error) {
	s, who, err := a.Store.Candidates.Submission(c.Context(), c.OrgID(), c.ID)
	return http.StatusOK, submissionJSON{s.ID, s.AssessmentID, submissionCandidateJSON{who.Email, who.Name}, s.Score,
		s.NativeScore, s.ScoreScale(), s.Decision, models.FormatInstant(s.SubmittedAt),
		a.BaseURL + "/dashboard/submissions/" + s.ID}, err
}
