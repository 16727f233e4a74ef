package db

import (
	"gorm.io/gorm"

	"litmus/models/effect"
)

// ReadEntries reads the entries that meet the condition, the oldest first.
func ReadEntries(tx *gorm.DB, condition string, args ...any) ([]effect.Entry, error) {
	var found []EffectRecord
	if err := tx.Where(condition, args...).Order("created_at, revision").Find(&found).Error; err != nil {
		return nil, err
	}
	var ledger []effect.Entry
	for _, r := range found {
		ledger = append(ledger, effect.Entry(r))
	}
	return ledger, nil
}
