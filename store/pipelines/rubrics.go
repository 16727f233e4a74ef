package pipelines

import (
	"context"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/pipeline"
	"litmus/store/internal/db"
)

// rubricRecord is one version of an assessment's rubric.
type rubricRecord struct {
	OrgID        string `gorm:"primaryKey"`
	AssessmentID string `gorm:"primaryKey"`
	Version      int64  `gorm:"primaryKey"`
	Text         string
	Scale        string // JSON
	ActorKind    string
	ActorID      string
	CreatedAt    time.Time `gorm:"autoCreateTime:false"`
}

func (rubricRecord) TableName() string { return "rubrics" }

// Rubric reads an assessment with its rubric, of version 0 if there is none; [models.NotFound] if the organization has
// no such assessment.
func (s *Store) Rubric(ctx context.Context, orgID, assessmentID string) (a models.Assessment, r pipeline.Rubric,
	err error) {
	err = s.db.View(ctx, func(tx *gorm.DB) (err error) {
		if a, err = ReadAssessment(tx, orgID, assessmentID); err != nil {
			return err
		}
		r, err = ReadRubric(tx, orgID, assessmentID)
		return err
	})
	return a, r, db.Wrap("read rubric", err)
}

// ReadRubric reads the assessment's rubric, the zero value if it has none.
func ReadRubric(tx *gorm.DB, orgID, assessmentID string) (pipeline.Rubric, error) {
	none := pipeline.Rubric{OrgID: orgID, AssessmentID: assessmentID}
	row, err := db.Take[rubricRecord](db.Of(tx, orgID).Where("assessment_id = ?", assessmentID).Order("version desc"))
	if err != nil || row == nil {
		return none, db.Wrap("read rubric", err)
	}
	r := pipeline.Rubric{OrgID: orgID, AssessmentID: assessmentID, Version: row.Version, Text: row.Text,
		By: models.Actor{Kind: models.ActorKind(row.ActorKind), ID: row.ActorID}, CreatedAt: row.CreatedAt}
	return r, db.Wrap("read rubric", db.UnmarshalText(row.Scale, &r.Scale))
}

// EditRubric adds a version to an assessment's rubric for who has seen that one, 0 for none. The errors are those of
// [pipeline.DecideRubric], and [models.NotFound]. The organization file has no rubrics, so its assessments' are edited,
// too.
func (s *Store) EditRubric(ctx context.Context, by act.By, orgID, assessmentID string, seen int64,
	e pipeline.RubricEdit) (r pipeline.Rubric, err error) {
	err = s.Editing(ctx, orgID, func(tx *gorm.DB) error {
		a, err := ReadAssessment(tx.Clauses(db.ForUpdate), orgID, assessmentID)
		if err != nil {
			return err
		}
		before, err := ReadRubric(tx, orgID, assessmentID)
		if err != nil {
			return err
		}
		var changed bool
		r, changed, err = pipeline.DecideRubric(a, before, seen, e, by.Who(), s.db.NowOf(orgID))
		if err != nil || !changed {
			return err
		}
		if err := tx.Create(&rubricRecord{OrgID: orgID, AssessmentID: assessmentID, Version: r.Version, Text: r.Text,
			Scale: db.JSONText(r.Scale), ActorKind: string(r.By.Kind), ActorID: r.By.ID,
			CreatedAt: r.CreatedAt}).Error; err != nil {
			return err
		}
		return s.db.Note(by, tx, orgID, pipeline.RubricChange(before, r))
	})
	return r, db.Wrap("edit rubric", err)
}
