package pipelines

import (
	"context"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/store/internal/db"
)

// TrackSteps is a track with its steps in order, without their delivery modes.
type TrackSteps struct {
	models.Track
	Steps []models.Round
	Alone bool // its posting has no other track
}

// Tracks reads the tracks of the postings by their ids; two statements.
func (s *Store) Tracks(ctx context.Context, orgID string, postings []string) (map[string]TrackSteps, error) {
	tx := s.db.Read.WithContext(ctx)
	var tracks []db.TrackRecord
	if err := db.Of(tx, orgID).Where("posting_id in ?", postings).Find(&tracks).Error; err != nil {
		return nil, db.Wrap("read tracks", err)
	}
	steps, err := ReadSteps(tx, orgID, postings)
	if err != nil {
		return nil, err
	}
	out, siblings := make(map[string]TrackSteps, len(tracks)), map[string]int{}
	for _, t := range tracks {
		siblings[t.PostingID]++
	}
	for _, t := range tracks {
		out[t.ID] = TrackSteps{models.Track(t), steps[t.ID], siblings[t.PostingID] == 1}
	}
	return out, nil
}

// ReadSteps reads the steps of the postings' tracks, in order, by the id of their track.
func ReadSteps(tx *gorm.DB, orgID string, postings []string) (map[string][]models.Round, error) {
	var rows []db.RoundRecord
	if err := db.Of(tx, orgID).Where("posting_id in ?", postings).Order("position, id").Find(&rows).Error; err != nil {
		return nil, db.Wrap("read steps", err)
	}
	out := map[string][]models.Round{}
	for _, r := range rows {
		out[r.TrackID] = append(out[r.TrackID], r.Model())
	}
	return out, nil
}
