package bookings

import (
	"context"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/effect"
	"litmus/store/candidates"
	"litmus/store/internal/db"
	"litmus/store/interviews"
)

// The previews decide as the acts do, on facts that are read in the same way, and write nothing (D11). Refusals are the
// acts' own.

// PreviewBooking is the preview of [Store.Book].
func (s *Store) PreviewBooking(ctx context.Context, org models.Organization,
	o booking.Order) (act.Preview, error) {
	ids := newIDs(o)
	var p act.Preview
	var refusal error
	err := s.db.Tx(ctx, func(tx *gorm.DB) error { // a writing one, since what is decided on is locked while it is read
		now := s.db.NowOf(org.ID)
		f, err := s.bookingFacts(tx, org, o, now)
		if err != nil {
			return err
		}
		var b booking.Booking
		if b, refusal = booking.Decide(o, f, s.db.Policy(), ids, now); refusal != nil {
			return nil
		}
		p, err = s.previewBooking(tx, o, f, b, now)
		return err
	})
	if err != nil {
		return act.Preview{}, db.Wrap("preview booking", err)
	}
	return p, refusal
}

// previewBooking is the preview of a decided booking, read in the transaction that decided it.
func (s *Store) previewBooking(tx *gorm.DB, o booking.Order, f booking.Facts, b booking.Booking,
	now time.Time) (act.Preview, error) {
	var ledger []effect.Entry
	var err error
	if f.Existing != nil {
		ledger, err = db.ReadEntries(tx, "org_id = ? and interview_id = ?", f.Existing.OrgID, f.Existing.ID)
	}
	return act.PreviewBooking(o, f, b, ledger, s.db.Policy(), now), db.Wrap("read ledger", err)
}

// PreviewReassign is the preview of [Store.Reassign].
func (s *Store) PreviewReassign(ctx context.Context, by act.By, orgID, id, email string) (act.Preview, error) {
	return s.previewChange(ctx, orgID, id, func(tx *gorm.DB, i models.Interview) (models.Interview, bool, error) {
		after, changed, _, _, err := s.decideReassign(tx, i, email, by.Reason)
		return after, changed, err
	})
}

// PreviewChange is the preview of [Store.Change].
func (s *Store) PreviewChange(ctx context.Context, orgID, id string, act booking.Act) (act.Preview, error) {
	return s.previewChange(ctx, orgID, id, s.decides(act))
}

// previewChange is the preview of [Store.change] with the same decide.
func (s *Store) previewChange(ctx context.Context, orgID, id string, decide decider) (p act.Preview, err error) {
	err = s.db.View(ctx, func(tx *gorm.DB) error {
		found, err := db.Take[db.InterviewRecord](db.Of(tx, orgID).Where("id = ?", id))
		if err != nil {
			return db.Wrap("read interview", err)
		}
		if found == nil {
			return interviews.InterviewNotFound(id)
		}
		before := models.Interview(*found)
		after, _, err := decide(tx, before)
		if err != nil {
			return err
		}
		if after, _, err = s.refill(tx, before, after); err != nil {
			return err
		}
		c, err := candidates.ReadCandidate(tx, models.Ref{OrgID: orgID, ID: before.CandidateID})
		if err != nil {
			return db.Wrap("read candidate", err)
		}
		p, err = s.previewOf(tx, before, after, c)
		return err
	})
	return p, err
}

// previewOf is the preview of a decided change of an interview, read in the transaction that decided it.
func (s *Store) previewOf(tx *gorm.DB, before, after models.Interview, c models.Candidate) (act.Preview, error) {
	org, err := db.ReadOrganization(tx, "id", before.OrgID)
	if err != nil {
		return act.Preview{}, err
	}
	ledger, err := db.ReadEntries(tx, "org_id = ? and interview_id = ?", before.OrgID, before.ID)
	now := s.db.NowOf(before.OrgID)
	if err != nil {
		return act.Preview{}, db.Wrap("read ledger", err)
	}
	p := act.PreviewChange(before, after, c, ledger, org.Approved, s.db.Policy(), now)
	p.Warnings, err = s.joined(tx, before, after)
	return p, err
}
