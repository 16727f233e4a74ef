package store

import (
	"gorm.io/gorm"

	"litmus/models"
)

// readEntries reads the entries that meet the condition, the oldest first.
func readEntries(tx *gorm.DB, condition string, args ...any) ([]models.Entry, error) {
	var found []effectRecord
	if err := tx.Where(condition, args...).Order("created_at, revision").Find(&found).Error; err != nil {
		return nil, err
	}
	var ledger []models.Entry
	for _, r := range found {
		ledger = append(ledger, models.Entry(r))
	}
	return ledger, nil
}
