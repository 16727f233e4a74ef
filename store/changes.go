package store

import (
	"context"
	"time"

	"gorm.io/gorm"

	"litmus/models"
)

// Reassign moves an interview to another interviewer; the email must be normalized, or [models.Anybody] for whoever
// else is free and whose turn it is. changed is false if it is that interviewer's already. Warnings of the row say what
// to look after all the same.
func (s *Store) Reassign(ctx context.Context, by By, orgID, id, email string) (i InterviewRow, changed bool,
	err error) {
	var toStranger bool
	var warnings []models.Warning
	decide := func(tx *gorm.DB, i models.Interview) (after models.Interview, changed bool, err error) {
		after, changed, toStranger, warnings, err = s.decideReassign(tx, i, email)
		return after, changed, err
	}
	i, changed, err = s.change(ctx, by, orgID, id, models.ChangeReassigned, &email, decide, func(tx *gorm.DB) error {
		if !toStranger {
			return nil
		}
		return s.countStrangerLetter(tx, orgID, s.NowOf(orgID))
	})
	i.Warnings = warnings
	return i, changed, err
}

// decideReassign gathers the facts of [models.DecideReassign] and decides. toStranger says that the letter counts as
// one to a stranger. ws are the warnings of the change.
func (s *Store) decideReassign(tx *gorm.DB, i models.Interview,
	email string) (after models.Interview, changed, toStranger bool, ws []models.Warning, err error) {
	f, now := models.ReassignFacts{Interview: i}, s.NowOf(i.OrgID)
	if email == models.Anybody {
		if email, err = s.anybodyElse(tx, i, now); err != nil {
			return i, false, false, nil, err
		}
	}
	if f.Busy, err = readBlocking(tx, i.OrgID, email, i.StartsAt, i.EndsAt); err != nil {
		return i, false, false, nil, err
	}
	own, off, err := s.readOwn(tx, i.OrgID, email, i.StartsAt)
	if err != nil {
		return i, false, false, nil, err
	}
	f.Own = own
	assigned, err := take[assignedRecord](of(tx, i.OrgID).Where("posting_id = ? and email = ?", i.PostingID, email))
	if err != nil {
		return i, false, false, nil, wrap("read posting's link", err)
	}
	if assigned != nil {
		f.Own.Posting = assigned.MeetingLink
	}
	if f.ToStranger(email) { // decided once more below, when the admins are known
		if f.Admins, err = readAdmins(tx, i.OrgID); err != nil {
			return i, false, false, nil, err
		}
		if f.Letters, err = s.strangerLetters(tx, i.OrgID, now); err != nil {
			return i, false, false, nil, err
		}
	}
	if after, changed, err = models.DecideReassign(f, email, s.policy, now); changed {
		ws = off.Warnings(after)
	}
	return after, changed, changed && f.ToStranger(email), ws, err
}

// Cancel cancels an interview; changed is false if it was canceled already.
func (s *Store) Cancel(ctx context.Context, by By, orgID, id string) (i InterviewRow, changed bool, err error) {
	return s.change(ctx, by, orgID, id, models.ChangeCanceled, nil, s.decideCancel, nil)
}

// EndCall ends the call of an interview; changed is false if it had ended already.
func (s *Store) EndCall(ctx context.Context, by By, orgID, id string) (i InterviewRow, changed bool, err error) {
	return s.change(ctx, by, orgID, id, models.ChangeCallEnded, nil, s.decideEndCall, nil)
}

func (s *Store) decideCancel(_ *gorm.DB, i models.Interview) (models.Interview, bool, error) {
	i, changed := models.DecideCancel(i, s.NowOf(i.OrgID))
	return i, changed, nil
}

func (s *Store) decideEndCall(_ *gorm.DB, i models.Interview) (models.Interview, bool, error) {
	return models.DecideEndCall(i, s.NowOf(i.OrgID))
}

// lockReassign takes the locks for moving the interview to another interviewer: that interviewer's, and, shared, the
// posting's, so that its interviewers, links and slots do not change meanwhile.
func (s *Store) lockReassign(tx *gorm.DB, orgID, id, email string) error {
	if !s.dialect.postgres {
		return nil
	}
	// Only an import's posting changes, so the row need not be locked yet.
	row, err := take[interviewRecord](of(tx, orgID).Select("posting_id", "starts_at").Where("id = ?", id))
	if err != nil || row == nil {
		return wrap("read interview's posting", err) // [Store.change] returns NotFound if there is none
	}
	if email == models.Anybody {
		return s.lockOffering(tx, orgID, models.BookingOrder{PostingID: row.PostingID, Start: row.StartsAt})
	}
	return wrap("lock", s.dialect.lockBeside(tx, availabilityKey(orgID, row.PostingID), interviewerKey(orgID, email)))
}

// anybodyElse gathers the facts of [models.Interview.AnybodyElse] and decides.
func (s *Store) anybodyElse(tx *gorm.DB, i models.Interview, now time.Time) (string, error) {
	g, err := s.gather(tx, slotQuery{orgID: i.OrgID, postingID: i.PostingID, duration: i.Duration(), from: i.StartsAt,
		to: i.StartsAt, booking: true})
	if err != nil {
		return "", wrap("read availability", err)
	}
	turns, err := s.readTurns(tx, i.OrgID, i.PostingID, &i, now)
	if err != nil {
		return "", err
	}
	return i.AnybodyElse(g.Availability, turns, now)
}

// decider decides on the locked row of an interview: what becomes of it, and whether that is a change.
type decider func(*gorm.DB, models.Interview) (after models.Interview, changed bool, err error)

// change locks the interview's row, runs decide on it and writes the result with its history; what says what is done.
// If interviewer is not nil it first takes the locks of [Store.lockReassign]. last, unless it is nil, is the last write
// of a change.
func (s *Store) change(ctx context.Context, by By, orgID, id string, what models.ChangeKind, interviewer *string,
	decide decider,
	last func(*gorm.DB) error) (row InterviewRow, changed bool, err error) {
	err = s.tx(ctx, func(tx *gorm.DB) error {
		if err := s.beginCommit(by, tx, orgID); err != nil {
			return err
		}
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
		if err := by.checkShown(*found); err != nil {
			return err
		}
		if err := s.commit(by, tx, orgID, Committed{InterviewID: id, CandidateID: row.CandidateID},
			func() (models.Preview, error) { return s.previewOf(tx, *found, row.Interview, c) }); err != nil {
			return err
		}
		if err := updateInterview(tx, row.Interview); err != nil {
			return wrap("update interview", err)
		}
		err = s.note(by, tx, orgID, models.InterviewChange(what, *found, row.Interview))
		if err != nil || last == nil {
			return err
		}
		return last(tx)
	})
	return row, changed, err
}
