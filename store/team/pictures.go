package team

import (
	"bytes"
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"litmus/models"
	"litmus/models/act"
	"litmus/store/internal/db"
)

// pictureRecord is the picture of a member (D1).
type pictureRecord struct {
	OrgID   string `gorm:"primaryKey"`
	Email   string `gorm:"primaryKey"`
	ID      string
	Content []byte
	// ForCandidates is false for a picture that was saved while members alone were to see it.
	ForCandidates bool
}

func (pictureRecord) TableName() string { return "pictures" }

// SetPicture gives a member a picture, as [pictures.Square] makes it, or takes theirs away if content is empty. The
// members of the organization see it, and the candidates whom the member interviews, in their letters.
// [models.NotFound] if the email is no member's.
func (s *Store) SetPicture(ctx context.Context, by act.By, orgID, email string, content []byte) error {
	return db.Wrap("set picture", s.db.Tx(ctx, func(tx *gorm.DB) error {
		if err := s.lockSeats(tx, orgID, email); err != nil { // a removed member leaves none behind
			return err
		}
		switch members, err := ReadMembers(tx, orgID, " and email = ?", email); {
		case err != nil:
			return err
		case len(members) == 0:
			return models.NotFoundf("member %s not found", models.Quote(email))
		}
		old, err := db.Take[pictureRecord](db.Of(tx, orgID).Where("email = ?", email))
		if err != nil {
			return err
		}
		row := pictureRecord{OrgID: orgID, Email: email, ID: db.NewID(db.PrefixPicture), Content: content,
			ForCandidates: true}
		before, after := "", row.ID
		if old != nil {
			before = old.ID
		}
		switch {
		case len(content) == 0 && old == nil, old != nil && old.ForCandidates && bytes.Equal(old.Content, content):
			return nil
		case len(content) == 0:
			after, err = "", dropPictures(tx, orgID, email)
		default:
			err = tx.Clauses(clause.OnConflict{UpdateAll: true}).Create(&row).Error
		}
		if err != nil {
			return err
		}
		return s.db.Note(by, tx, orgID, models.Change{Subject: models.SubjectMember, SubjectID: email,
			Kind: models.ChangeEdited, Details: models.Changed(models.FieldPicture, before, after)})
	}))
}

func dropPictures(tx *gorm.DB, orgID string, emails ...string) error {
	return db.Wrap("delete pictures", db.Of(tx, orgID).Where("email in ?", emails).Delete(&pictureRecord{}).Error)
}

// Picture reads a picture by its id; [models.NotFound] if the organization has none with it.
func (s *Store) Picture(ctx context.Context, orgID, id string) (content []byte, err error) {
	row, err := db.Must[pictureRecord](db.Of(s.db.Read.WithContext(ctx), orgID).Select("content").Where("id = ?", id),
		models.NotFoundf("picture %s not found", models.Quote(id)))
	if err != nil {
		return nil, db.Wrap("read picture", err)
	}
	return row.Content, nil
}
