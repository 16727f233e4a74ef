package team

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"litmus/models"
	"litmus/models/act"
	"litmus/store/internal/db"
)

// LogoRecord is the logo of an organization, whose media type is in the organization's row.
type LogoRecord struct {
	OrgID   string `gorm:"primaryKey"`
	Content []byte
}

func (LogoRecord) TableName() string { return "logos" }

// EditBrand saves the brand of an admin who was shown the given version of the settings (D23), see
// [models.Organization.DecideBrand] for what is refused. The logo of e was checked by [models.CheckLogo].
func (s *Store) EditBrand(ctx context.Context, by act.By, orgID string, version int64,
	e models.BrandEdit) (models.Organization, error) {
	var after models.Organization
	err := s.changeOrganization(ctx, by, orgID, func(tx *gorm.DB,
		o models.Organization) (models.Organization, bool, error) {
		var changed bool
		var err error
		if after, changed, err = o.DecideBrand(e, version); err != nil || !changed {
			return after, false, err
		}
		return after, true, WriteLogo(tx, orgID, after.Brand, e.Logo)
	})
	return after, db.Wrap("edit brand", err)
}

// WriteLogo writes the content of the brand's logo, or deletes it where the brand has none. Nil leaves it as it is.
func WriteLogo(tx *gorm.DB, orgID string, b models.Brand, content []byte) error {
	switch {
	case b.LogoType == "":
		return db.Wrap("delete logo", tx.Delete(&LogoRecord{OrgID: orgID}).Error)
	case content != nil:
		return db.Wrap("write logo", tx.Clauses(clause.OnConflict{UpdateAll: true}).
			Create(&LogoRecord{orgID, content}).Error)
	}
	return nil
}

// Logo reads the logo of an organization; [models.NotFound] if it has none.
func (s *Store) Logo(ctx context.Context, orgID string) (mediaType string, content []byte, err error) {
	type row struct {
		LogoType string
		Content  []byte
	}
	found, err := db.One[row](s.db.Read.WithContext(ctx), models.NotFoundf("the organization has no logo"),
		`select o.logo_type, l.content from organizations o join logos l on l.org_id = o.id
		where o.id = ? and o.logo_type <> ''`, orgID)
	return found.LogoType, found.Content, db.Wrap("read logo", err)
}
