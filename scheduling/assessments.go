package scheduling

import (
	"context"

	"litmus/models"
	"litmus/models/pipeline"
)

// CreateAssessment creates an assessment: see [pipelines.Store.CreateAssessment].
func (s Pipelines) CreateAssessment(ctx context.Context, by By, id string,
	e pipeline.AssessmentEdit) (models.Assessment, error) {
	return s.store.Pipelines.CreateAssessment(ctx, by.By, by.Org.ID, id, e)
}

// EditAssessment changes an assessment: see [pipelines.Store.EditAssessment].
func (s Pipelines) EditAssessment(ctx context.Context, by By, id string, version int64,
	e pipeline.AssessmentEdit) (models.Assessment, error) {
	return s.store.Pipelines.EditAssessment(ctx, by.By, by.Org.ID, id, version, e)
}

// RemoveAssessment removes an assessment: see [pipelines.Store.RemoveAssessment].
func (s Pipelines) RemoveAssessment(ctx context.Context, by By, id string, version int64) error {
	return s.store.Pipelines.RemoveAssessment(ctx, by.By, by.Org.ID, id, version)
}

// EditRubric writes how submissions are graded: see [pipelines.Store.EditRubric].
func (s Pipelines) EditRubric(ctx context.Context, by By, assessmentID string, seen int64,
	e pipeline.RubricEdit) (pipeline.Rubric, error) {
	return s.store.Pipelines.EditRubric(ctx, by.By, by.Org.ID, assessmentID, seen, e)
}
