package bookings

import (
	"context"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/store/availability"
	"litmus/store/internal/db"
	"litmus/store/interviews"
)

// Undo takes the last change of an interview back while its effects are held: see [booking.DecideUndo]. by names the
// revision that the change made.
//
// An effect's intent is written under the lock of the row, and only if the row is still at the revision that owes it
// (see [effects.Store.Intend]). So either the intent is there and the change stands, or the change is taken back and
// nothing of it ever leaves.
func (s *Store) Undo(ctx context.Context, by act.By, orgID, id string) (interviews.InterviewRow, error) {
	row, _, err := s.change(ctx, by, orgID, id, models.ChangeTakenBack,
		func(tx *gorm.DB) error { return s.lockUndo(tx, orgID, id) },
		func(tx *gorm.DB, i models.Interview) (models.Interview, bool, error) {
			after, err := s.decideUndo(tx, by, i)
			return after, err == nil, err
		}, nil)
	return row, err
}

// lockUndo takes the locks of a booking at the former start with the former interviewer.
func (s *Store) lockUndo(tx *gorm.DB, orgID, id string) error {
	// The row is locked after these. If it is another one by then, it is not what the form showed.
	i, err := db.Take[db.InterviewRecord](db.Of(tx, orgID).Where("id = ?", id))
	if err != nil || i == nil || i.Held == nil {
		return db.Wrap("read interview", err) // [Store.change] and the rule say why not
	}
	was := i.Held.Before
	return s.lockBooking(tx, orgID, booking.Order{PostingID: was.PostingID, Start: was.StartsAt,
		InterviewerEmail: was.InterviewerEmail})
}

// decideUndo gathers the facts of [booking.DecideUndo] and decides.
func (s *Store) decideUndo(tx *gorm.DB, by act.By, i models.Interview) (models.Interview, error) {
	if err := by.CheckShown(i); err != nil {
		return i, err
	}
	now, machine := s.db.NowOf(i.OrgID), s.db.Now()
	f := booking.UndoFacts{Interview: i}
	if i.HeldUntil(machine) != nil {
		was := i.Held.Before
		ledger, err := db.ReadEntries(tx, "org_id = ? and interview_id = ? and revision = ?", i.OrgID, i.ID, i.Revision)
		if err != nil {
			return i, db.Wrap("read ledger", err)
		}
		f.Begun = len(ledger) > 0
		g, err := s.availability.Gather(tx, availability.SlotQuery{OrgID: i.OrgID, PostingID: was.PostingID,
			Duration: was.Duration(), From: was.StartsAt, To: was.StartsAt, Booking: true, Named: was.InterviewerEmail})
		if err != nil {
			return i, db.Wrap("read availability", err)
		}
		f.Available, f.Busy = g.Availability, g.Bookings[was.InterviewerEmail]
	}
	return booking.DecideUndo(f, now, machine)
}
