package store

import (
	"context"
	"time"

	"gorm.io/gorm"

	"litmus/models"
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
func (s *Store) Rubric(ctx context.Context, orgID, assessmentID string) (a models.Assessment, r models.Rubric,
	err error) {
	err = s.view(ctx, func(tx *gorm.DB) (err error) {
		if a, err = readAssessment(tx, orgID, assessmentID); err != nil {
			return err
		}
		r, err = readRubric(tx, orgID, assessmentID)
		return err
	})
	return a, r, wrap("read rubric", err)
}

func readRubric(tx *gorm.DB, orgID, assessmentID string) (models.Rubric, error) {
	none := models.Rubric{OrgID: orgID, AssessmentID: assessmentID}
	row, err := take[rubricRecord](of(tx, orgID).Where("assessment_id = ?", assessmentID).Order("version desc"))
	if err != nil || row == nil {
		return none, wrap("read rubric", err)
	}
	r := models.Rubric{OrgID: orgID, AssessmentID: assessmentID, Version: row.Version, Text: row.Text,
		By: models.Actor{Kind: models.ActorKind(row.ActorKind), ID: row.ActorID}, CreatedAt: row.CreatedAt}
	return r, wrap("read rubric", unmarshalText(row.Scale, &r.Scale))
}

// EditRubric adds a version to an assessment's rubric for who has seen that one, 0 for none. The errors are those of
// [models.DecideRubric], and [models.NotFound]. The organization file has no rubrics, so its assessments' are edited,
// too.
func (s *Store) EditRubric(ctx context.Context, by By, orgID, assessmentID string, seen int64,
	e models.RubricEdit) (r models.Rubric, err error) {
	err = s.editing(ctx, orgID, func(tx *gorm.DB) error {
		a, err := readAssessment(tx.Clauses(forUpdate), orgID, assessmentID)
		if err != nil {
			return err
		}
		before, err := readRubric(tx, orgID, assessmentID)
		if err != nil {
			return err
		}
		var changed bool
		r, changed, err = models.DecideRubric(a, before, seen, e, by.who(), s.NowOf(orgID))
		if err != nil || !changed {
			return err
		}
		if err := tx.Create(&rubricRecord{OrgID: orgID, AssessmentID: assessmentID, Version: r.Version, Text: r.Text,
			Scale: jsonText(r.Scale), ActorKind: string(r.By.Kind), ActorID: r.By.ID,
			CreatedAt: r.CreatedAt}).Error; err != nil {
			return err
		}
		return s.note(by, tx, orgID, models.RubricChange(before, r))
	})
	return r, wrap("edit rubric", err)
}
