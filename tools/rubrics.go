package tools

import (
	"fmt"
	"net/http"

	"litmus/models"
	"litmus/models/access"
	"litmus/models/pipeline"
	"litmus/wire"
)

var rubricTools = []tool{
	{
		name: "get_rubric", id: "assessment_id", hints: reads, anyOf: []string{access.GradersRead},
		do: (*Server).readRubric, in: "AssessmentReference", out: "Rubric",
		about: "Read how submissions to an assessment are graded, in words and by what scores mean, before " +
			"grade_submission.",
		say: saying(saidRubric),
	},
	{
		name: "update_rubric", id: "assessment_id", hints: hints{destructive: true, idempotent: true},
		anyOf: []string{access.GradersWrite}, do: (*Server).updateRubric, in: "RubricChange", out: "Rubric",
		about: "Change how submissions to an assessment are graded; what is left out stays. expected is the version " +
			"that was read, 0 for none: a later one refuses this change. Grades stay as they are.",
		say: saying(saidRubric),
	},
}

func saidRubric(x rubricJSON) string {
	if x.Version == 0 {
		return fmt.Sprintf("Assessment %s has no rubric.", x.AssessmentID)
	}
	return fmt.Sprintf("The rubric of assessment %s has version %d.", x.AssessmentID, x.Version)
}

type rubricJSON struct {
	AssessmentID    string                `json:"assessment_id"`
	AssessmentTitle string                `json:"assessment_title"`
	Version         int64                 `json:"version"`
	Text            string                `json:"text"`
	Scale           []pipeline.ScaleLevel `json:"scale"`
	ScoreScale      models.ScoreScale     `json:"score_scale"`
	UpdatedAt       *string               `json:"updated_at"`
}

func wireRubric(a models.Assessment, r pipeline.Rubric) rubricJSON {
	out := rubricJSON{AssessmentID: a.ID, AssessmentTitle: a.Title, Version: r.Version, Text: r.Text,
		Scale: append([]pipeline.ScaleLevel{}, r.Scale...), ScoreScale: models.NativeScale}
	if r.Version > 0 {
		out.UpdatedAt = wire.InstantOrNull(&r.CreatedAt)
	}
	return out
}

// readRubric serves get_rubric.
func (sv *Server) readRubric(c *call) (int, any, error) {
	assessment, r, err := sv.Store.Pipelines.Rubric(c.Context(), c.OrgID(), c.ID)
	return answered(wireRubric(assessment, r), err)
}

// updateRubric serves update_rubric. What is left out is taken from what is stored; if that has another version than
// the one expected, the edit is refused.
func (sv *Server) updateRubric(c *call) (int, any, error) {
	assessment, r, err := sv.Store.Pipelines.Rubric(c.Context(), c.OrgID(), c.ID)
	if err != nil {
		return 0, nil, err
	}
	e := pipeline.RubricEditOf(r)
	expected, err := c.rubricEdit(&e)
	if err != nil {
		return 0, nil, err
	}
	before := r.Version
	if r, err = sv.Acts.Pipelines.EditRubric(c.Context(), c.by(), c.ID, expected, e); err != nil {
		return 0, nil, err
	}
	if r.Version == before {
		if err := c.mayRead(access.GradersRead); err != nil {
			return 0, nil, err
		}
	}
	return http.StatusOK, wireRubric(assessment, r), nil
}

// rubricEdit puts what the arguments say into the edit, and leaves the rest.
func (c *call) rubricEdit(e *pipeline.RubricEdit) (expected int64, err error) {
	f := c.Fields("text", "scale", "expected")
	expected = expectedIn(f, "get_rubric")
	set(&e.Text, f.Optional("text"))
	levels := f.Objects("scale", pipeline.MaxRubricLevels, models.Invalidf("the scale has more than %d levels; at "+
		"most %[1]d are allowed", pipeline.MaxRubricLevels), "score", "meaning")
	if levels == nil {
		return expected, f.Err()
	}
	e.Scale = make([]pipeline.ScaleLevel, len(levels))
	for n, l := range levels {
		score := l.Number("score")
		if score == nil {
			f.Fail(models.Invalidf("%s must be a number", l.Name("score")))
			break
		}
		e.Scale[n] = pipeline.ScaleLevel{Score: *score, Meaning: l.Text("meaning")}
	}
	return expected, f.Err()
}
