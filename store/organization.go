package store

import (
	"gorm.io/gorm"

	"litmus/models"
)

func readOrganization(tx *gorm.DB, column, value string) (models.Organization, error) {
	row, err := must[organizationRecord](tx.Where(map[string]any{column: value}),
		models.NotFoundf("organization %s not found", models.Quote(value)))
	return row.model(), wrap("read organization", err)
}
