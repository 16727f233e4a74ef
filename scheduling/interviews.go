package scheduling

import (
	"context"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/store/bookings"
	"litmus/store/interviews"
)

// ChangeInterviewer gives a scheduled interview to another interviewer: see [bookings.Store.Reassign].
func (s Bookings) ChangeInterviewer(ctx context.Context, by By,
	id, email string) (row interviews.InterviewRow, changed bool, err error) {
	row, changed, err = s.store.Bookings.Reassign(ctx, by.By, by.Org.ID, id, email)
	s.linked(ctx, by, &row, changed, err)
	return row, changed, err
}

// linked wakes the workflow of an interview that other people hold since, and waits for its new meeting link, which the
// answer should have.
func (s Bookings) linked(ctx context.Context, by By, row *interviews.InterviewRow, changed bool, err error) {
	switch {
	case err != nil || !changed:
	case row.MeetingLink == "" && row.LinkMaker != "":
		warnings := row.Warnings
		s.follow(ctx, by.Answer, row, true)
		row.Warnings = warnings
	default:
		s.wake(ctx, row.Interview)
	}
}

// ChangePanel changes who is in an interview's panel: see [bookings.Store.ChangePanel].
func (s Bookings) ChangePanel(ctx context.Context, by By, id string,
	c booking.PanelChange) (row interviews.InterviewRow, changed bool, err error) {
	row, changed, err = s.store.Bookings.ChangePanel(ctx, by.By, by.Org.ID, id, c)
	s.linked(ctx, by, &row, changed, err)
	return row, changed, err
}

// ChangePanel is the preview of [Bookings.ChangePanel].
func (p Previews) ChangePanel(ctx context.Context, by By, id string, c booking.PanelChange) (act.Preview, error) {
	return p.store.Bookings.PreviewChangePanel(ctx, by.By, by.Org.ID, id, c)
}

// ChangeInterviewer is the preview of [Bookings.ChangeInterviewer].
func (p Previews) ChangeInterviewer(ctx context.Context, by By, id, email string) (act.Preview, error) {
	return p.store.Bookings.PreviewReassign(ctx, by.By, by.Org.ID, id, email)
}

// Cancel cancels an interview: see [booking.DecideCancel].
func (s Bookings) Cancel(ctx context.Context, by By, id string) (row interviews.InterviewRow, changed bool, err error) {
	return s.changed(ctx)(s.store.Bookings.Change(ctx, by.By, by.Org.ID, id, booking.CancelBecause(by.Reason)))
}

// Cancel is the preview of [Bookings.Cancel].
func (p Previews) Cancel(ctx context.Context, by By, id string) (act.Preview, error) {
	return p.store.Bookings.PreviewChange(ctx, by.Org.ID, id, booking.CancelBecause(by.Reason))
}

// CancelByCandidate cancels a candidate's interview for them: see [bookings.Store.CancelByCandidate].
func (s Bookings) CancelByCandidate(ctx context.Context, candidate models.Ref, id string, shown time.Time,
	why *models.Reason) (row interviews.InterviewRow, changed bool, err error) {
	return s.changed(ctx)(s.store.Bookings.CancelByCandidate(ctx, candidate, id, shown, why))
}

// Undo takes the last change of an interview back while nobody was told of it: see [bookings.Store.Undo].
func (s Bookings) Undo(ctx context.Context, by By, id string) (interviews.InterviewRow, error) {
	row, err := s.store.Bookings.Undo(ctx, by.By, by.Org.ID, id)
	if err == nil {
		s.wake(ctx, row.Interview)
	}
	return row, err
}

// CancelEach cancels the interviews that were shown, each by itself and as it was shown. One that changed since is left
// as it is: left counts them.
func (s Bookings) CancelEach(ctx context.Context, by By) (canceled, left int, err error) {
	canceled, refused, err := each(by, func(by By, id string) (bool, error) {
		_, changed, err := s.Cancel(ctx, by, id)
		return changed, err
	})
	return canceled, len(refused), err
}

// HandOver carries out the takeovers of the interviews that were shown, each by itself and as it was shown. One that is
// refused, such as since it changed meanwhile, is left as it is: refused says why, by its id.
func (s Bookings) HandOver(ctx context.Context, by By, takeovers []booking.Takeover) (done int,
	refused map[string]error, err error) {
	takeover := map[string]booking.Takeover{}
	for _, t := range takeovers {
		takeover[t.InterviewID] = t
	}
	return each(by, func(by By, id string) (bool, error) {
		switch t := takeover[id]; {
		case t.Leaves():
			return false, nil
		case !t.Moves():
			_, _, err := s.ChangeInterviewer(ctx, by, id, t.Email)
			return true, err
		default:
			return true, s.move(ctx, by, t)
		}
	})
}

// move moves an interview in its own round.
func (s Bookings) move(ctx context.Context, by By, t booking.Takeover) error {
	row, err := s.store.Interviews.Interview(ctx, by.Org.ID, t.InterviewID)
	if err != nil {
		return err
	}
	_, err = s.Book(ctx, by, t.Order(row.Interview))
	return err
}

// each does something with the interviews that were shown, one after another. changed counts those that it changed, and
// refused says why others were left, by their ids.
func each(by By, do func(by By, id string) (changed bool, err error)) (changed int, refused map[string]error,
	err error) {
	one, refused := by, map[string]error{}
	for _, shown := range by.Shown {
		one.Shown = []act.Shown{shown}
		did, err := do(one, shown.ID)
		switch models.KindOf(err) {
		case models.Conflict, models.NotFound, models.Throttled, models.Unavailable, models.Invalid:
			refused[shown.ID] = err
			continue
		}
		if err != nil {
			return changed, refused, err
		}
		if did {
			changed++
		}
	}
	return changed, refused, nil
}

// EndCall ends the call of an interview: see [booking.DecideEndCall].
func (s Bookings) EndCall(ctx context.Context, by By, id string) (row interviews.InterviewRow, changed bool,
	err error) {
	return s.changed(ctx)(s.store.Bookings.Change(ctx, by.By, by.Org.ID, id, booking.EndCall))
}

// EndCall is the preview of [Bookings.EndCall].
func (p Previews) EndCall(ctx context.Context, by By, id string) (act.Preview, error) {
	return p.store.Bookings.PreviewChange(ctx, by.Org.ID, id, booking.EndCall)
}

// IssueLink gives a pending external session a fresh link: see [bookings.Store.IssueLink].
func (s Bookings) IssueLink(ctx context.Context, by By, id string) (token string, row interviews.InterviewRow,
	err error) {
	token, row, err = s.store.Bookings.IssueLink(ctx, by.By, by.Org.ID, id)
	if err == nil {
		s.wake(ctx, row.Interview)
	}
	return token, row, err
}

// IssueLink is the preview of [Bookings.IssueLink]. The link of its row after that is of no use.
func (p Previews) IssueLink(ctx context.Context, by By, id string) (act.Preview, error) {
	return p.store.Bookings.PreviewChange(ctx, by.Org.ID, id, booking.IssueLink(""))
}

// UseLink starts an external session for the browser with the cookie holder: see [bookings.Store.UseLink].
func (s Bookings) UseLink(ctx context.Context, token, holder string) (row interviews.InterviewRow, changed bool,
	err error) {
	return s.changed(ctx)(s.store.Bookings.UseLink(ctx, token, holder))
}

// AskForReplacement asks the hiring team for somebody else in the place of the interviewer: see
// [bookings.Store.AskForReplacement].
func (s Bookings) AskForReplacement(ctx context.Context, by By,
	id, interviewer, why string) (row interviews.InterviewRow, changed bool, err error) {
	return s.changed(ctx)(s.store.Bookings.AskForReplacement(ctx, by.By, by.Org.ID, id, interviewer, why))
}

// AskForReplacement is the preview of [Bookings.AskForReplacement], which depends on who asks.
func (p Previews) AskForReplacement(ctx context.Context, by By, id, interviewer string) (act.Preview, error) {
	return p.store.Bookings.PreviewAskForReplacement(ctx, by.By, by.Org.ID, id, interviewer)
}

// WithdrawReplacement takes the request back: see [booking.DecideWithdrawReplacement].
func (s Bookings) WithdrawReplacement(ctx context.Context, by By, id, interviewer string) (row interviews.InterviewRow,
	changed bool, err error) {
	return s.changed(ctx)(s.store.Bookings.Change(ctx, by.By, by.Org.ID, id,
		booking.WithdrawReplacement(interviewer, by.Who().ID)))
}

// Answer notes what somebody who interviews answered: see [booking.DecideReply].
func (s Bookings) Answer(ctx context.Context, orgID, id string, given booking.Given) (row interviews.InterviewRow,
	changed bool, err error) {
	return s.changed(ctx)(s.store.Bookings.Answer(ctx, orgID, id, given))
}

// PutCopyBack has the event in the owner's calendar written as the interview is: see [booking.PutCopyBack].
func (s Bookings) PutCopyBack(ctx context.Context, by By, id, owner string) (row interviews.InterviewRow,
	changed bool, err error) {
	return s.changed(ctx)(s.store.Bookings.Change(ctx, by.By, by.Org.ID, id, booking.PutCopyBack(owner)))
}

// Deliver stores what a notetaker recorded: see [bookings.Store.Deliver].
func (s Bookings) Deliver(ctx context.Context, interview models.Ref, d bookings.Delivery) (bool, error) {
	row, ended, repeated, err := s.store.Bookings.Deliver(ctx, interview, d)
	if err == nil && ended { // nothing more is owed, and its clock stops
		s.wake(ctx, row.Interview)
	}
	return repeated, err
}

// changed wakes the workflow of an interview that was changed.
func (s Bookings) changed(ctx context.Context) func(interviews.InterviewRow, bool, error) (interviews.InterviewRow,
	bool, error) {
	return func(row interviews.InterviewRow, changed bool, err error) (interviews.InterviewRow, bool, error) {
		if err == nil && changed {
			s.wake(ctx, row.Interview)
		}
		return row, changed, err
	}
}
