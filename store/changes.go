package store

import (
	"context"

	"gorm.io/gorm"

	"litmus/models"
)

// Reassign moves an interview to another interviewer; the email must be normalized. changed is false if it is that
// interviewer's already.
func (s *Store) Reassign(ctx context.Context, orgID, id, email string) (i InterviewRow, changed bool, err error) {
	return s.change(ctx, orgID, id, &email, func(tx *gorm.DB, i models.Interview) (models.Interview, bool, error) {
		f := models.ReassignFacts{Interview: i}
		var err error
		if f.Busy, err = readBlocking(tx, orgID, email, i.StartsAt, i.EndsAt); err != nil {
			return i, false, err
		}
		if f.Own, err = readOwn(tx, orgID, email); err != nil {
			return i, false, err
		}
		assigned, err := take[assignedRecord](of(tx, orgID).Where("posting_id = ? and email = ?", i.PostingID, email))
		if err != nil {
			return i, false, wrap("read posting's link", err)
		}
		if assigned != nil {
			f.Own.Posting = assigned.MeetingLink
		}
		now := s.Now()
		if f.ToStranger(email) { // decided once more below, when the admins are known
			if f.Admins, err = readAdmins(tx, orgID); err != nil {
				return i, false, err
			}
			if f.Letters, err = s.strangerLetters(tx, orgID, now); err != nil {
				return i, false, err
			}
		}
		i, changed, err := models.DecideReassign(f, email, s.policy, now)
		if err == nil && changed && f.ToStranger(email) {
			err = s.countStrangerLetter(tx, orgID, now)
		}
		return i, changed, err
	})
}

// Cancel cancels an interview; changed is false if it was canceled already.
func (s *Store) Cancel(ctx context.Context, orgID, id string) (i InterviewRow, changed bool, err error) {
	return s.change(ctx, orgID, id, nil, func(_ *gorm.DB, i models.Interview) (models.Interview, bool, error) {
		i, changed := models.DecideCancel(i, s.Now())
		return i, changed, nil
	})
}

// EndCall ends the call of an interview; changed is false if it had ended already.
func (s *Store) EndCall(ctx context.Context, orgID, id string) (i InterviewRow, changed bool, err error) {
	return s.change(ctx, orgID, id, nil, func(_ *gorm.DB, i models.Interview) (models.Interview, bool, error) {
		return models.DecideEndCall(i, s.Now())
	})
}

// lockReassign takes the locks for moving the interview to another interviewer: that interviewer's, and, shared, the
// posting's, so that its interviewers, links and slots do not change meanwhile.
func (s *Store) lockReassign(tx *gorm.DB, orgID, id, email string) error {
	if !s.dialect.postgres {
		return nil
	}
	// Only an import's posting changes, so the row need not be locked yet.
	row, err := take[interviewRecord](of(tx, orgID).Select("posting_id").Where("id = ?", id))
	if err != nil || row == nil {
		return wrap("read interview's posting", err) // [Store.change] returns NotFound if there is none
	}
	return wrap("lock", s.dialect.lockBeside(tx, availabilityKey(orgID, row.PostingID), interviewerKey(orgID, email)))
}

// change locks the interview's row, runs decide on it and writes the result. If interviewer is not nil it first takes
// the locks of [Store.lockReassign].
func (s *Store) change(ctx context.Context, orgID, id string, interviewer *string,
	decide func(*gorm.DB, models.Interview) (models.Interview, bool, error),
) (row InterviewRow, changed bool, err error) {
	err = s.tx(ctx, func(tx *gorm.DB) error {
		if interviewer != nil {
			if err := s.lockReassign(tx, orgID, id, *interviewer); err != nil {
				return err
			}
		}
		found, err := lockInterview(tx, orgID, id)
		if err != nil {
			return wrap("read interview", err)
		}
		if found == nil {
			return interviewNotFound(id)
		}
		if row.Interview, changed, err = decide(tx, *found); err != nil {
			return err
		}
		c, err := readCandidate(tx, Ref{orgID, row.CandidateID})
		if err != nil {
			return wrap("read candidate", err)
		}
		row.CandidateEmail, row.CandidateName = c.Email, c.Name
		if !changed {
			return nil
		}
		return wrap("update interview", updateInterview(tx, row.Interview))
	})
	return row, changed, err
}
