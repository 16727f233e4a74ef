package wire

import (
	"litmus/models"
	"litmus/models/pipeline"
)

// RoleList is the answer to GET /roles.
type RoleList struct {
	Roles []roleJSON `json:"roles"`
}

type roleJSON struct {
	ID              string `json:"id"`
	Kind            string `json:"kind"` // beside what the contract has
	Title           string `json:"title"`
	Status          string `json:"status"`
	Team            string `json:"team"`
	Location        string `json:"location"`
	Type            string `json:"type"`
	AssessmentCount int    `json:"assessment_count"`
	CreatedAt       string `json:"created_at"`
}

// RoleListOf renders postings, in their order.
func RoleListOf(roles []models.Role) RoleList {
	out := RoleList{make([]roleJSON, len(roles))}
	for i, r := range roles {
		out.Roles[i] = roleJSON{r.ID, r.Kind, r.Title, r.Status, r.Team, r.Location, r.Type, r.AssessmentCount,
			models.FormatInstant(r.CreatedAt)}
	}
	return out
}

// Pipeline is the answer to GET /postings/{id}/pipeline.
type Pipeline struct {
	PostingID           string         `json:"posting_id"`
	Tracks              []trackJSON    `json:"tracks"`
	UnstagedAssessments []unstagedJSON `json:"unstaged_assessments"`
}

type trackJSON struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	IsDefault bool   `json:"is_default"`
	Steps     []any  `json:"steps"` // stepJSON, assessmentStepJSON or groupStepJSON
}

type stepJSON struct {
	RoundID string `json:"round_id"`
	Type    string `json:"type"`
	Title   string `json:"title"`
}

type assessmentStepJSON struct {
	stepJSON
	AssessmentID    string `json:"assessment_id"`
	DeliveryMode    string `json:"delivery_mode"`
	DurationMinutes int    `json:"duration_minutes"`
	Bookable        bool   `json:"bookable"`
}

type groupStepJSON struct {
	stepJSON
	GroupID        string   `json:"group_id"`
	AssignmentMode string   `json:"assignment_mode"`
	AssessmentIDs  []string `json:"assessment_ids"`
}

type unstagedJSON struct {
	AssessmentID    string `json:"assessment_id"`
	Title           string `json:"title"`
	DeliveryMode    string `json:"delivery_mode"`
	DurationMinutes int    `json:"duration_minutes"`
}

// PipelineOf renders the pipeline of a posting.
func PipelineOf(postingID string, p pipeline.Pipeline) Pipeline {
	out := Pipeline{postingID, make([]trackJSON, len(p.Tracks)), make([]unstagedJSON, len(p.Unstaged))}
	for i, t := range p.Tracks {
		steps := make([]any, len(p.Rounds[t.ID]))
		for n, r := range p.Rounds[t.ID] {
			steps[n] = stepOf(r)
		}
		out.Tracks[i] = trackJSON{t.ID, t.Name, t.IsDefault, steps}
	}
	for i, u := range p.Unstaged {
		out.UnstagedAssessments[i] = unstagedJSON{u.AssessmentID, u.Title, u.DeliveryMode,
			models.DefaultDurationMinutes}
	}
	return out
}

// stepOf renders the fields of the step's type and no others.
func stepOf(r models.Round) any {
	step := stepJSON{r.ID, r.Type, r.Title}
	switch r.Type {
	case models.StepAssessment:
		return assessmentStepJSON{step, r.AssessmentID, r.DeliveryMode, r.DurationMinutes, r.Bookable}
	case models.StepGroup:
		members := r.AssessmentIDs
		if members == nil {
			members = []string{}
		}
		return groupStepJSON{step, r.GroupID, r.AssignmentMode, members}
	}
	return step
}
