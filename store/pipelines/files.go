package pipelines

import (
	"context"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/pipeline"
	"litmus/store/internal/db"
)

// Files reads the files that an assessment brings along; none if the organization has no such assessment.
func (s *Store) Files(ctx context.Context, orgID, assessmentID string) ([]models.File, error) {
	return db.FilesOf(s.db.Read.WithContext(ctx), orgID, assessmentID, "")
}

// File reads one of them; [models.NotFound] if there is none of that id.
func (s *Store) File(ctx context.Context, orgID, assessmentID, id string) (models.File, error) {
	files, err := s.Files(ctx, orgID, assessmentID)
	if err != nil {
		return models.File{}, err
	}
	return db.FileAmong(files, id)
}

// NewFile reads what bounds one more file of the assessment, and returns the file, which has an id and no content yet.
// The errors are those of [pipeline.CheckBrings], and [models.NotFound].
func (s *Store) NewFile(ctx context.Context, orgID, assessmentID string) (f models.File, room models.FileRoom,
	err error) {
	f = models.File{OrgID: orgID, ID: db.NewID(db.PrefixFile), AssessmentID: assessmentID}
	err = s.db.View(ctx, func(tx *gorm.DB) error {
		beside, err := filesBeside(tx, f, tx)
		if err != nil {
			return err
		}
		room, err = s.db.FileRoom(tx, orgID, beside)
		return err
	})
	return f, room, db.Wrap("read room for a file", err)
}

// AddFile names a file, whose bytes are kept, among those that the assessment brings along. The errors are those of
// [pipeline.CheckBrings] and [models.FileRoom.Check], and [models.NotFound]. The organization file has no files, so its
// assessments have them, too.
func (s *Store) AddFile(ctx context.Context, by act.By, f models.File) error {
	err := s.Editing(ctx, f.OrgID, func(tx *gorm.DB) error {
		beside, err := filesBeside(tx, f, tx.Clauses(db.ForUpdate))
		if err != nil {
			return err
		}
		if f, err = s.db.AddFile(tx, f, beside); err != nil {
			return err
		}
		return s.db.Note(by, tx, f.OrgID, pipeline.FileChange(models.ChangeFileAdded, f, f.AddedAt))
	})
	return db.Wrap("add file", err)
}

// RemoveFile removes one of the files that the assessment brings along, and returns it; [models.NotFound] if there is
// none of that id.
func (s *Store) RemoveFile(ctx context.Context, by act.By, orgID, assessmentID, id string) (f models.File, err error) {
	err = s.Editing(ctx, orgID, func(tx *gorm.DB) error {
		if _, err := ReadAssessment(tx.Clauses(db.ForUpdate), orgID, assessmentID); err != nil {
			return err
		}
		among, err := db.FilesOf(tx, orgID, assessmentID, "")
		if err != nil {
			return err
		}
		if f, err = db.RemoveFile(tx, orgID, id, among); err != nil {
			return err
		}
		return s.db.Note(by, tx, orgID, pipeline.FileChange(models.ChangeFileRemoved, f,
			models.Instant(s.db.NowOf(orgID))))
	})
	return f, db.Wrap("remove file", err)
}

// filesBeside reads the files beside a new one of its assessment, which is read by a statement of its own.
func filesBeside(tx *gorm.DB, f models.File, assessment *gorm.DB) ([]models.File, error) {
	a, err := ReadAssessment(assessment, f.OrgID, f.AssessmentID)
	if err != nil {
		return nil, err
	}
	if err := pipeline.CheckBrings(a); err != nil {
		return nil, err
	}
	return db.FilesOf(tx, f.OrgID, f.AssessmentID, "")
}
