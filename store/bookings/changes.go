package bookings

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/store/availability"
	"litmus/store/candidates"
	"litmus/store/internal/db"
	"litmus/store/interviews"
	"litmus/store/team"
)

// Reassign moves an interview to another interviewer; the email must be normalized, or [booking.Anybody] for whoever
// else is free and whose turn it is. changed is false if it is that interviewer's already. Warnings of the row say what
// to look after all the same.
func (s *Store) Reassign(ctx context.Context, by act.By,
	orgID, id, email string) (i interviews.InterviewRow, changed bool, err error) {
	var toStranger bool
	var warnings []models.Warning
	decide := func(tx *gorm.DB, i models.Interview) (after models.Interview, changed bool, err error) {
		after, changed, toStranger, warnings, err = s.decideReassign(tx, i, email, by.Reason)
		if changed {
			after.Hold(i, by.Undo, s.db.NowOf(orgID), s.db.Now())
		}
		return after, changed, err
	}
	lock := func(tx *gorm.DB) error { return s.lockJoining(tx, orgID, id, email) }
	i, changed, err = s.change(ctx, by, orgID, id, models.ChangeReassigned, lock, decide,
		s.countStranger(orgID, &toStranger))
	i.Warnings = warnings
	return i, changed, err
}

// countStranger counts a letter to a stranger where the decision found that there is one.
func (s *Store) countStranger(orgID string, found *bool) func(tx *gorm.DB) error {
	return func(tx *gorm.DB) error {
		if !*found {
			return nil
		}
		return s.team.CountStrangerLetter(tx, orgID, s.db.NowOf(orgID))
	}
}

// decideReassign gathers the facts of [booking.DecideReassign] and decides. toStranger says that the letter counts as
// one to a stranger. ws are the warnings of the change.
func (s *Store) decideReassign(tx *gorm.DB, i models.Interview, email string,
	why *models.Reason) (after models.Interview, changed, toStranger bool, ws []models.Warning, err error) {
	f, now := booking.ReassignFacts{Interview: i, Why: why}, s.db.NowOf(i.OrgID)
	chosen, seated := email == booking.Anybody, len(i.Panel) > 0
	if chosen && !seated {
		_, round, err := db.ReadRound(tx, i.OrgID, i.PostingID, i.RoundID)
		if err != nil {
			return i, false, false, nil, err
		}
		seated = round != nil && len(round.Seats) > 0
	}
	if chosen && seated { // the seat says who can have it, and nobody else of the panel moves
		c := booking.PanelChange{Leaves: i.InterviewerEmail, Joins: booking.Anybody}
		if after, changed, toStranger, err = s.decideChangePanel(tx, i, c, why); changed {
			ws, err = s.joined(tx, i, after)
		}
		return after, changed, toStranger, ws, err
	}
	if chosen {
		if email, err = s.anybodyElse(tx, i, now); err != nil {
			return i, false, false, nil, err
		}
	}
	if err = s.readJoining(tx, &f, email); err != nil {
		return i, false, false, nil, err
	}
	if chosen {
		f.Limits, f.Calendar = nil, nil
	}
	if f.ToStranger(email) { // decided once more below, when the admins are known
		if f.Admins, err = team.ReadAdmins(tx, i.OrgID); err != nil {
			return i, false, false, nil, err
		}
		if f.Letters, err = s.team.StrangerLetters(tx, i.OrgID, now); err != nil {
			return i, false, false, nil, err
		}
	}
	if after, changed, err = booking.DecideReassign(f, email, s.db.Policy(), now); changed {
		ws, err = s.joined(tx, i, after)
	}
	return after, changed, changed && f.ToStranger(email), ws, err
}

// Change carries out an act that needs nothing but the interview. changed is false if it is so already. The errors are
// the act's, and [models.NotFound] if the organization has no such interview.
func (s *Store) Change(ctx context.Context, by act.By, orgID, id string, act booking.Act) (
	i interviews.InterviewRow, changed bool, err error) {
	return s.change(ctx, by, orgID, id, act.Kind, nil, s.decides(act), nil)
}

// CancelByCandidate cancels an interview of the candidate, who was shown it at a start: see
// [booking.DecideCandidateCancel]. why is the reason, nil for none. It returns [models.NotFound] if the interview is
// not theirs.
func (s *Store) CancelByCandidate(ctx context.Context, candidate models.Ref, id string, shown time.Time,
	why *models.Reason) (i interviews.InterviewRow, changed bool, err error) {
	decide := func(tx *gorm.DB, i models.Interview) (models.Interview, bool, error) {
		if i.CandidateID != candidate.ID {
			return i, false, interviews.InterviewNotFound(id)
		}
		org, err := db.ReadOrganization(tx, "id", candidate.OrgID)
		if err != nil {
			return i, false, err
		}
		return booking.DecideCandidateCancel(i, org, shown, why, s.db.NowOf(candidate.OrgID))
	}
	return s.change(ctx, act.ByCandidate(candidate.ID), candidate.OrgID, id, models.ChangeCanceled, nil, decide, nil)
}

func (s *Store) decides(act booking.Act) decider {
	return func(_ *gorm.DB, i models.Interview) (models.Interview, bool, error) {
		return act.Decide(i, s.db.Policy(), s.db.NowOf(i.OrgID))
	}
}

// lockJoining takes the locks for naming somebody for the interview, or for choosing whom: theirs, and, shared, the
// posting's, so that its interviewers, links and slots do not change meanwhile, and the pools of the round's seats.
// Nobody joins if email is "".
func (s *Store) lockJoining(tx *gorm.DB, orgID, id, email string) error {
	if !s.db.Dialect.Postgres || email == "" {
		return nil
	}
	// Only an import's posting changes, and a change of the rest is refused, so the row need not be locked yet.
	row, err := db.Take[db.InterviewRecord](db.Of(tx, orgID).Select("posting_id", "round_id", "starts_at").
		Where("id = ?", id))
	if err != nil || row == nil {
		return db.Wrap("read interview's posting", err) // [Store.change] returns NotFound if there is none
	}
	if email == booking.Anybody {
		return s.lockOffering(tx, orgID, booking.Order{PostingID: row.PostingID, RoundID: row.RoundID,
			Start: row.StartsAt})
	}
	return db.Wrap("lock", s.db.Dialect.LockSeats(tx, db.AvailabilityKey(orgID, row.PostingID), orgID, row.RoundID,
		db.InterviewerKey(orgID, email)))
}

// anybodyElse gathers the facts of [booking.AnybodyElse] and decides.
func (s *Store) anybodyElse(tx *gorm.DB, i models.Interview, now time.Time) (string, error) {
	g, err := s.availability.Gather(tx, availability.SlotQuery{OrgID: i.OrgID, PostingID: i.PostingID,
		Duration: i.Duration(), From: i.StartsAt,
		To: i.StartsAt, Booking: true})
	if err != nil {
		return "", db.Wrap("read availability", err)
	}
	turns, err := s.availability.ReadTurns(tx, i.OrgID, i.PostingID, &i, now)
	if err != nil {
		return "", err
	}
	return booking.AnybodyElse(i, g.Availability, turns, now)
}

// decider decides on the locked row of an interview: what becomes of it, and whether that is a change.
type decider func(*gorm.DB, models.Interview) (after models.Interview, changed bool, err error)

// change locks the interview's row, runs decide on it and writes the result with its history; what says what is done.
// lock, unless it is nil, takes what must be locked before the row. last, unless it is nil, is the last write of a
// change.
func (s *Store) change(ctx context.Context, by act.By, orgID, id string, what models.ChangeKind,
	lock func(*gorm.DB) error, decide decider, last func(*gorm.DB) error) (row interviews.InterviewRow, changed bool,
	err error) {
	err = s.db.Tx(ctx, func(tx *gorm.DB) error {
		if err := s.db.BeginCommit(by, tx, orgID); err != nil {
			return err
		}
		if slices.Contains(asking, what) {
			if err := s.lockRefill(tx, orgID, id); err != nil {
				return err
			}
		}
		if lock != nil {
			if err := lock(tx); err != nil {
				return err
			}
		}
		found, err := interviews.LockInterview(tx, orgID, id)
		if err != nil {
			return db.Wrap("read interview", err)
		}
		if found == nil {
			return interviews.InterviewNotFound(id)
		}
		if err := found.CheckErasure(); err != nil {
			return err
		}
		if row.Interview, changed, err = decide(tx, *found); err != nil {
			return err // the row says why not
		}
		if err := checkAsking(what, *found, row.Interview, s.db.NowOf(orgID)); err != nil {
			return err
		}
		asked, refilled := row.Interview, false
		if row.Interview, refilled, err = s.refill(tx, *found, asked); err != nil {
			return err
		}
		if err := interviews.NamePanels(tx, orgID, &row.Interview); err != nil {
			return err
		}
		c, err := candidates.ReadCandidate(tx, models.Ref{OrgID: orgID, ID: row.CandidateID})
		if err != nil {
			return db.Wrap("read candidate", err)
		}
		row.CandidateEmail, row.CandidateName = c.Email, c.Name
		if !changed {
			return nil
		}
		if err := by.CheckShown(*found); err != nil {
			return err
		}
		if err := s.db.Commit(by, tx, orgID, act.Committed{InterviewID: id, CandidateID: row.CandidateID},
			func() (act.Preview, error) { return s.previewOf(tx, *found, row.Interview, c) }); err != nil {
			return err
		}
		if err := db.UpdateInterview(tx, row.Interview); err != nil {
			return db.Wrap("update interview", err)
		}
		err = s.db.Note(by, tx, orgID, models.InterviewChange(what, *found, asked))
		if err == nil && refilled {
			err = s.db.Note(act.By{}, tx, orgID, models.InterviewChange(models.ChangeRefilled, asked, row.Interview))
		}
		if err != nil || last == nil {
			return err
		}
		return last(tx)
	})
	return row, changed, err
}
