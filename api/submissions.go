package api

import (
	"net/http"

	"litmus/models"
	"litmus/wire"
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
	Files        []wire.SubmittedFile    `json:"files,omitempty"`
}

type submissionCandidateJSON struct {
	Email string `json:"email"`
	Name  string `json:"name"`
}

// readSubmission serves GET /submissions/{id}.
func (a *API) readSubmission(c *call) (int, any, error) {
	s, who, err := a.Store.Candidates.Submission(c.Context(), c.OrgID(), c.ID)
	if err != nil {
		return 0, nil, err
	}
	files, err := a.Store.Candidates.SubmittedFiles(c.Context(), c.OrgID(), s.ID)
	return http.StatusOK, submissionJSON{s.ID, s.AssessmentID, submissionCandidateJSON{who.Email, who.Name}, s.Score,
		s.NativeScore, s.ScoreScale(), s.Decision, models.FormatInstant(s.SubmittedAt),
		a.BaseURL + "/dashboard/submissions/" + s.ID,
		wire.SubmittedFilesOf(files, a.BaseURL+prefix+"/files/")}, err
}

// readFile serves GET /files/{id}: the content of a file that was handed in, of no type that anything would open.
func (a *API) readFile(c *call) (int, any, error) {
	f, err := a.Store.Candidates.HandedInFile(c.Context(), c.OrgID(), c.ID)
	if err != nil {
		return 0, nil, err
	}
	content, err := a.Acts.OpenFile(c.Context(), f)
	f.Type = "application/octet-stream"
	return http.StatusOK, sent{f, content}, err
}
