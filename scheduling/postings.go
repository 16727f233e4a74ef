package scheduling

import (
	"context"

	"litmus/models"
	"litmus/models/pipeline"
)

// CreatePosting creates a posting, with its first step unless that is nil: see [pipelines.Store.CreatePosting].
func (s Pipelines) CreatePosting(ctx context.Context, by By, id string, e pipeline.PostingEdit,
	first *pipeline.AddRound) (models.Posting, error) {
	return s.store.Pipelines.CreatePosting(ctx, by.By, by.Org.ID, id, e, first)
}

// EditPosting changes what a posting says: see [pipelines.Store.EditPosting].
func (s Pipelines) EditPosting(ctx context.Context, by By, id string, version int64,
	e pipeline.PostingEdit) (models.Posting, error) {
	return s.store.Pipelines.EditPosting(ctx, by.By, by.Org.ID, id, version, e)
}

// SetPostingState opens, closes or archives a posting: see [pipelines.Store.SetPostingState].
func (s Pipelines) SetPostingState(ctx context.Context, by By, id, state string) (models.Posting, error) {
	return s.store.Pipelines.SetPostingState(ctx, by.By, by.Org.ID, id, state)
}

// RemovePosting removes a posting: see [pipelines.Store.RemovePosting].
func (s Pipelines) RemovePosting(ctx context.Context, by By, id string, version int64) error {
	return s.store.Pipelines.RemovePosting(ctx, by.By, by.Org.ID, id, version)
}

// EditPipeline changes the tracks and steps of a posting: see [pipelines.Store.EditPipeline].
func (s Pipelines) EditPipeline(ctx context.Context, by By, postingID string, version int64,
	c pipeline.Change) (models.Posting, error) {
	return s.store.Pipelines.EditPipeline(ctx, by.By, by.Org.ID, postingID, version, c)
}
