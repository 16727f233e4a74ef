package wire

import (
	"context"

	"litmus/models"
	"litmus/models/booking"
	"litmus/store"
)

// What both doors read in the same way.

// ListInterviews reads a page of interviews by the query of GET /interviews.
func ListInterviews(ctx context.Context, s *store.Store, orgID string, in Input) (InterviewPage, error) {
	f, limit, cursor, err := in.InterviewList()
	if err != nil {
		return InterviewPage{}, err
	}
	var after *models.Position
	if cursor != "" {
		p, err := s.Secret().ReadInterviewsCursor(orgID, f, cursor)
		if err != nil {
			return InterviewPage{}, err
		}
		after = &p
	}
	rows, next, err := s.Interviews.List(ctx, orgID, f, after, limit)
	if err != nil {
		return InterviewPage{}, err
	}
	page, now := InterviewPage{Interviews: make([]Interview, len(rows))}, s.NowOf(orgID)
	for n, r := range rows {
		page.Interviews[n] = InterviewOf(r, now)
	}
	if next != nil {
		text := s.Secret().InterviewsCursor(orgID, f, *next)
		page.NextCursor = &text
	}
	return page, nil
}

// ReadInterview reads an interview, with the artifacts that the query includes.
func ReadInterview(ctx context.Context, s *store.Store, orgID, id string, in Input) (Interview, error) {
	want, queryErr := in.Include()
	row, err := s.Interviews.Interview(ctx, orgID, id)
	if err == nil {
		err = queryErr
	}
	out := InterviewOf(row, s.NowOf(orgID))
	if err == nil && len(want) > 0 {
		var a booking.Artifacts
		a, err = s.Bookings.Artifacts(ctx, orgID, id)
		out.Include(want, a)
	}
	return out, err
}

// PostingFirst returns the 404 of the posting that the call is about if it does not exist, else the error of another
// argument. The posting is looked up for it only where an argument is refused.
func PostingFirst(ctx context.Context, s *store.Store, orgID, postingID string, argument error) error {
	if err := s.Pipelines.CheckPosting(ctx, orgID, postingID); err != nil {
		return err
	}
	return argument
}

// InterviewFirst is [PostingFirst] for an interview.
func InterviewFirst(ctx context.Context, s *store.Store, orgID, id string, argument error) error {
	if err := s.Interviews.CheckInterview(ctx, orgID, id); err != nil {
		return err
	}
	return argument
}
