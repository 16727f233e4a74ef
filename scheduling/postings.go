package scheduling

import (
	"context"

	"litmus/models"
	"litmus/models/pipeline"
	"litmus/models/timetable"
)

// CreatePosting creates a posting, with its first step unless that is nil: see [pipelines.Store.CreatePosting].
func (s *Service) CreatePosting(ctx context.Context, by By, id string, e pipeline.PostingEdit,
	first *pipeline.AddRound) (models.Posting, error) {
	return s.store.Pipelines.CreatePosting(ctx, by.By, by.Org.ID, id, e, first)
}

// EditPosting changes what a posting says: see [pipelines.Store.EditPosting].
func (s *Service) EditPosting(ctx context.Context, by By, id string, version int64,
	e pipeline.PostingEdit) (models.Posting, error) {
	return s.store.Pipelines.EditPosting(ctx, by.By, by.Org.ID, id, version, e)
}

// SetPostingState opens, closes or archives a posting: see [pipelines.Store.SetPostingState].
func (s *Service) SetPostingState(ctx context.Context, by By, id, state string) (models.Posting, error) {
	return s.store.Pipelines.SetPostingState(ctx, by.By, by.Org.ID, id, state)
}

// RemovePosting removes a posting: see [pipelines.Store.RemovePosting].
func (s *Service) RemovePosting(ctx context.Context, by By, id string, version int64) error {
	return s.store.Pipelines.RemovePosting(ctx, by.By, by.Org.ID, id, version)
}

// EditPipeline changes the tracks and steps of a posting: see [pipelines.Store.EditPipeline].
func (s *Service) EditPipeline(ctx context.Context, by By, postingID string, version int64,
	c pipeline.Change) (models.Posting, error) {
	return s.store.Pipelines.EditPipeline(ctx, by.By, by.Org.ID, postingID, version, c)
}

// SetInterviewers replaces the interviewers of a posting: see [availability.Store.SetInterviewers].
func (s *Service) SetInterviewers(ctx context.Context, by By, postingID string,
	set []timetable.PostingInterviewer) ([]timetable.PostingInterviewer, error) {
	return s.store.Availability.SetInterviewers(ctx, by.By, by.Org.ID, postingID, set)
}

// AssignInterviewer assigns an interviewer to a posting: see [availability.Store.AssignInterviewer].
func (s *Service) AssignInterviewer(ctx context.Context, by By, postingID, email, link string) error {
	return s.store.Availability.AssignInterviewer(ctx, by.By, by.Org.ID, postingID, email, link)
}

// SetAssignedLink saves an interviewer's meeting link on a posting: see [availability.Store.SetAssignedLink].
func (s *Service) SetAssignedLink(ctx context.Context, by By, postingID, email, was, link string) error {
	return s.store.Availability.SetAssignedLink(ctx, by.By, by.Org.ID, postingID, email, was, link)
}

// UnassignInterviewer takes an interviewer off a posting: see [availability.Store.UnassignInterviewer].
func (s *Service) UnassignInterviewer(ctx context.Context, by By, postingID, email string) error {
	return s.store.Availability.UnassignInterviewer(ctx, by.By, by.Org.ID, postingID, email)
}
