package candidates

import (
	"context"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/candidacy"
	"litmus/store/internal/db"
)

// NewFile reads what bounds one more file of the candidate, and returns the file, which has an id and no content yet.
// The errors are those of [candidacy.DecideSave], and [models.NotFound].
func (s *Store) NewFile(ctx context.Context, candidate models.Ref) (f models.File, room models.FileRoom, err error) {
	f = models.File{OrgID: candidate.OrgID, ID: db.NewID(db.PrefixFile), CandidateID: candidate.ID}
	err = s.db.View(ctx, func(tx *gorm.DB) error {
		c, err := ReadCandidate(tx, candidate)
		if err != nil {
			return err
		}
		if err := candidacy.DecideSave(c); err != nil {
			return err
		}
		beside, err := db.FilesOf(tx, c.OrgID, "", c.ID)
		if err != nil {
			return err
		}
		room, err = s.db.FileRoom(tx, c.OrgID, beside)
		return err
	})
	return f, room, db.Wrap("read room for a file", err)
}

// Attach names a file, whose bytes are kept, among those that the candidate will hand in. Like a draft it has no
// history. The errors are those of [candidacy.DecideSave] and [models.FileRoom.Check], [models.ErrFileThere] for one
// that was sent twice, and [models.NotFound].
func (s *Store) Attach(ctx context.Context, f models.File) error {
	return s.changeFiles(ctx, models.Ref{OrgID: f.OrgID, ID: f.CandidateID}, "attach file",
		func(tx *gorm.DB, files []models.File) error {
			if f.Again(files) {
				return models.ErrFileThere
			}
			_, err := s.db.AddFile(tx, f, files)
			return err
		})
}

// Detach removes one of the files that the candidate would hand in, and returns it. The errors are those of
// [candidacy.DecideSave], and [models.NotFound] if there is none of that id.
func (s *Store) Detach(ctx context.Context, candidate models.Ref, id string) (f models.File, err error) {
	err = s.changeFiles(ctx, candidate, "detach file", func(tx *gorm.DB, files []models.File) (err error) {
		f, err = db.RemoveFile(tx, candidate.OrgID, id, files)
		return err
	})
	return f, err
}

// changeFiles changes the candidate's files under the lock of their record, while their assessment is in progress.
func (s *Store) changeFiles(ctx context.Context, candidate models.Ref, what string,
	change func(tx *gorm.DB, files []models.File) error) error {
	return db.Wrap(what, s.db.Tx(ctx, func(tx *gorm.DB) error {
		c, err := LockCandidate(tx, candidate)
		if err != nil {
			return err
		}
		if err := candidacy.DecideSave(c); err != nil {
			return err
		}
		files, err := db.FilesOf(tx, c.OrgID, "", c.ID)
		if err != nil {
			return err
		}
		return change(tx, files)
	}))
}

// FileFor reads a file that the candidate may open: one of their own, or of their assessment. Any other one is
// [models.NotFound].
func (s *Store) FileFor(ctx context.Context, candidate models.Ref, id string) (f models.File, err error) {
	err = s.db.View(ctx, func(tx *gorm.DB) error {
		c, err := ReadCandidate(tx, candidate)
		if err != nil {
			return err
		}
		ofTask, own := "", ""
		if candidacy.SeesTask(c) {
			ofTask = c.AssessmentID
		}
		if candidacy.SeesOwn(c) {
			own = c.ID
		}
		files, err := db.FilesOf(tx, c.OrgID, ofTask, own)
		if err != nil {
			return err
		}
		f, err = db.FileAmong(files, id)
		return err
	})
	return f, db.Wrap("read file", err)
}

// SubmittedFiles reads the files that were handed in with a submission; none if the organization has no such
// submission, or if it was not made on the assessment's page.
func (s *Store) SubmittedFiles(ctx context.Context, orgID, submissionID string) (files []models.File, err error) {
	err = s.db.View(ctx, func(tx *gorm.DB) error {
		candidate, err := db.First[string](tx, `select a.candidate_id from submissions s
			join answers a on a.org_id = s.org_id and a.candidate_id = s.candidate_id and a.submission_id = s.id
			where s.org_id = ? and s.id = ?`, orgID, submissionID)
		if err != nil || candidate == nil {
			return err
		}
		files, err = db.FilesOf(tx, orgID, "", *candidate)
		return err
	})
	return files, db.Wrap("read files", err)
}

// SubmittedFile reads one of them; [models.NotFound] if there is none of that id.
func (s *Store) SubmittedFile(ctx context.Context, orgID, submissionID, id string) (models.File, error) {
	files, err := s.SubmittedFiles(ctx, orgID, submissionID)
	if err != nil {
		return models.File{}, err
	}
	return db.FileAmong(files, id)
}

// HandedInFile reads a file that was handed in with any submission; [models.NotFound] if there is none of that id.
func (s *Store) HandedInFile(ctx context.Context, orgID, id string) (models.File, error) {
	row, err := db.Must[db.FileRecord](db.Of(s.db.Read.WithContext(ctx), orgID).Where(`id = ? and exists (select 1
		from answers a where a.org_id = files.org_id and a.candidate_id = files.candidate_id
		and a.submission_id is not null)`, id), db.FileNotFound(id))
	return models.File(row), db.Wrap("read file", err)
}

// NamedFiles returns which of the ids have a row.
func (s *Store) NamedFiles(ctx context.Context, orgID string, ids []string) (named map[string]bool, err error) {
	var found []string
	err = db.Of(s.db.Read.WithContext(ctx), orgID).Model(&db.FileRecord{}).Where("id in ?", ids).
		Pluck("id", &found).Error
	named = make(map[string]bool, len(found))
	for _, id := range found {
		named[id] = true
	}
	return named, db.Wrap("look for files", err)
}
