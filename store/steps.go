package store

import (
	"context"

	"gorm.io/gorm"

	"litmus/models"
)

// Steps reads the steps of the postings' tracks, in order, by the id of their track. Their delivery modes are not read.
func (s *Store) Steps(ctx context.Context, orgID string, postings []string) (map[string][]models.Round, error) {
	return readSteps(s.read.WithContext(ctx), orgID, postings)
}

func readSteps(tx *gorm.DB, orgID string, postings []string) (map[string][]models.Round, error) {
	var rows []roundRecord
	if err := of(tx, orgID).Where("posting_id in ?", postings).Order("position, id").Find(&rows).Error; err != nil {
		return nil, wrap("read steps", err)
	}
	out := map[string][]models.Round{}
	for _, r := range rows {
		out[r.TrackID] = append(out[r.TrackID], r.model())
	}
	return out, nil
}
