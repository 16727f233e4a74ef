package db

import (
	"gorm.io/gorm"

	"litmus/models"
)

// ReadOrganization reads the organization that has the value in the column; [models.NotFound] if there is none.
func ReadOrganization(tx *gorm.DB, column, value string) (models.Organization, error) {
	row, err := Must[OrganizationRecord](tx.Where(map[string]any{column: value}),
		models.NotFoundf("organization %s not found", models.Quote(value)))
	return row.Model(), Wrap("read organization", err)
}
