package db

import (
	"time"

	"gorm.io/gorm"

	"litmus/models"
)

// FileRecord is a row of files.
type FileRecord struct {
	OrgID        string `gorm:"primaryKey"`
	ID           string `gorm:"primaryKey"`
	AssessmentID string `gorm:"serializer:blank"` // null: a candidate's
	CandidateID  string `gorm:"serializer:blank"` // null: an assessment's
	Name         string
	Size         int64
	Type         string
	Hash         string
	AddedAt      time.Time
}

func (FileRecord) TableName() string { return "files" }

// FilesOf reads the files of an assessment and of a candidate, either of which may be "", in the order in which they
// were added.
func FilesOf(tx *gorm.DB, orgID, assessmentID, candidateID string) ([]models.File, error) {
	var rows []FileRecord
	if err := Of(tx, orgID).Where("assessment_id = ? or candidate_id = ?", assessmentID, candidateID).
		Order("id").Find(&rows).Error; err != nil {
		return nil, Wrap("read files", err)
	}
	files := make([]models.File, len(rows))
	for n, r := range rows {
		files[n] = models.File(r)
	}
	return files, nil
}

// FileRoom reads what bounds one more file beside those.
func (s *DB) FileRoom(tx *gorm.DB, orgID string, files []models.File) (models.FileRoom, error) {
	r := models.FileRoom{Files: len(files), Limit: s.Limits.FileMegabytes}
	for _, f := range files {
		r.Bytes += f.Size
	}
	return r, Wrap("count files", tx.Raw("select coalesce(sum(size), 0) from files where org_id = ?", orgID).Row().
		Scan(&r.OfOrganization))
}

// AddFile writes the file's row if there is room for it beside those, and returns it as it is written; the errors are
// those of [models.FileRoom.Check].
func (s *DB) AddFile(tx *gorm.DB, f models.File, beside []models.File) (models.File, error) {
	room, err := s.FileRoom(tx, f.OrgID, beside)
	if err != nil {
		return f, err
	}
	if err := room.Check(f.Size); err != nil {
		return f, err
	}
	f.AddedAt = models.Instant(s.NowOf(f.OrgID))
	row := FileRecord(f)
	return f, Wrap("write file", tx.Create(&row).Error)
}

// RemoveFile deletes the row of that id among those, and returns what it was; [models.NotFound] if there is none.
func RemoveFile(tx *gorm.DB, orgID, id string, among []models.File) (models.File, error) {
	f, err := FileAmong(among, id)
	if err != nil {
		return f, err
	}
	return f, Wrap("remove file", tx.Delete(&FileRecord{OrgID: orgID, ID: id}).Error)
}

// FileAmong returns the file of that id; [models.NotFound] if there is none.
func FileAmong(files []models.File, id string) (models.File, error) {
	for _, f := range files {
		if f.ID == id {
			return f, nil
		}
	}
	return models.File{}, FileNotFound(id)
}

// FileNotFound is the error for a file that is not there, or not for who asks.
func FileNotFound(id string) error { return models.NotFoundf("file %s not found", models.Quote(id)) }
