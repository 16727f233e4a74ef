package scheduling

import (
	"context"
	"time"

	"litmus/models"
	"litmus/store"
)

// ChangeInterviewer gives a scheduled interview to another interviewer: see [store.Store.Reassign].
func (s *Service) ChangeInterviewer(ctx context.Context, by By, id, email string) (row store.InterviewRow, changed bool,
	err error) {
	row, changed, err = s.store.Reassign(ctx, by.By, by.Org.ID, id, email)
	switch {
	case err != nil || !changed:
	case row.MeetingLink == "" && row.LinkMaker != "": // the answer should have the new link
		warnings := row.Warnings
		s.follow(ctx, by.Answer, &row, true)
		row.Warnings = warnings
	default:
		s.wake(row.Interview)
	}
	return row, changed, err
}

// Cancel cancels an interview: see [store.Store.Cancel].
func (s *Service) Cancel(ctx context.Context, by By, id string) (row store.InterviewRow, changed bool, err error) {
	return s.changed(s.store.Cancel(ctx, by.By, by.Org.ID, id))
}

// CancelEach cancels the interviews that were shown, each by itself and as it was shown. One that changed since is left
// as it is: left counts them.
func (s *Service) CancelEach(ctx context.Context, by By) (canceled, left int, err error) {
	each := by
	for _, shown := range by.Shown {
		each.Shown = []store.Shown{shown}
		_, changed, err := s.Cancel(ctx, each, shown.ID)
		switch {
		case models.KindOf(err) == models.Conflict:
			left++
		case err != nil:
			return canceled, left, err
		case changed:
			canceled++
		}
	}
	return canceled, left, nil
}

// EndCall ends the call of an interview: see [store.Store.EndCall].
func (s *Service) EndCall(ctx context.Context, by By, id string) (row store.InterviewRow, changed bool, err error) {
	return s.changed(s.store.EndCall(ctx, by.By, by.Org.ID, id))
}

// IssueLink gives a pending external session a fresh link: see [store.Store.IssueLink].
func (s *Service) IssueLink(ctx context.Context, by By, id string) (token string, row store.InterviewRow, err error) {
	token, row, err = s.store.IssueLink(ctx, by.By, by.Org.ID, id)
	if err == nil {
		s.wake(row.Interview)
	}
	return token, row, err
}

// UseLink starts an external session for the browser with the cookie holder: see [store.Store.UseLink].
func (s *Service) UseLink(ctx context.Context, token, holder string) (row store.InterviewRow, changed bool, err error) {
	return s.changed(s.store.UseLink(ctx, token, holder))
}

// AskForReplacement asks the hiring team for another interviewer: see [store.Store.AskForReplacement].
func (s *Service) AskForReplacement(ctx context.Context, by By, id, why string) (row store.InterviewRow, changed bool,
	err error) {
	return s.changed(s.store.AskForReplacement(ctx, by.By, by.Org.ID, id, why))
}

// PreviewAskForReplacement is the preview of [Service.AskForReplacement], which depends on who asks.
func (s *Service) PreviewAskForReplacement(ctx context.Context, by By, id string) (models.Preview, error) {
	return s.store.PreviewAskForReplacement(ctx, by.By, by.Org.ID, id)
}

// WithdrawReplacement takes the request back: see [store.Store.WithdrawReplacement].
func (s *Service) WithdrawReplacement(ctx context.Context, by By, id string) (row store.InterviewRow, changed bool,
	err error) {
	return s.changed(s.store.WithdrawReplacement(ctx, by.By, by.Org.ID, id))
}

// Deliver stores what a notetaker recorded: see [store.Store.Deliver].
func (s *Service) Deliver(ctx context.Context, interview store.Ref, d store.Delivery) (bool, error) {
	row, ended, repeated, err := s.store.Deliver(ctx, interview, d)
	if err == nil && ended { // nothing more is owed, and its clock stops
		s.wake(row.Interview)
	}
	return repeated, err
}

// changed wakes the workflow of an interview that was changed.
func (s *Service) changed(row store.InterviewRow, changed bool, err error) (store.InterviewRow, bool, error) {
	if err == nil && changed {
		s.wake(row.Interview)
	}
	return row, changed, err
}

// WriteNotes saves the interviewer's notes: see [store.Store.WriteNotes].
func (s *Service) WriteNotes(ctx context.Context, by By, id, text string, seen *time.Time) error {
	return s.store.WriteNotes(ctx, by.By, store.Ref{OrgID: by.Org.ID, ID: id}, text, seen)
}

// PutArtifacts stores what an interview left: see [store.Store.PutArtifacts].
func (s *Service) PutArtifacts(ctx context.Context, by By, id string, a models.Artifacts) error {
	return s.store.PutArtifacts(ctx, by.By, store.Ref{OrgID: by.Org.ID, ID: id}, a)
}
