package bookings

import (
	"context"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/booking"
	"litmus/models/timetable"
	"litmus/store/internal/db"
)

// refill gives the seats for which a change asks for somebody else to whoever is chosen, where the organization wants
// that by itself (P11): see [booking.DecideRefill]. It is part of the transaction of the change, so there is no time at
// which somebody has declined and the choice is still to come (ADR a-refusal-refills-in-its-own-transaction). Whoever
// decides takes the locks of [Store.lockRefill] before the interview's row.
func (s *Store) refill(tx *gorm.DB, before, after models.Interview) (_ models.Interview, changed bool, err error) {
	now := s.db.NowOf(after.OrgID)
	asked := booking.AskedFor(before, after, now)
	if len(asked) == 0 {
		return after, false, nil
	}
	hours, err := refillHours(tx, after.OrgID)
	if err != nil {
		return after, false, err
	}
	for _, email := range asked {
		if !booking.Refills(after, email, hours, now) {
			continue
		}
		f, err := s.panelFacts(tx, after, booking.PanelChange{Leaves: email, Joins: booking.Anybody}, 0)
		if err != nil {
			return after, false, err
		}
		next, refilled := booking.DecideRefill(f, email, s.db.Policy(), now)
		after, changed = next, changed || refilled
	}
	return after, changed, nil
}

// elsewhere is how far around an interview other times are looked for, and how many of them are told.
const (
	elsewhere      = 14 * 24 * time.Hour
	mostElsewheres = 3
)

// Elsewhere are the starts nearest to the interview's at which somebody could take the person's seat: see
// [booking.PanelFacts.Elsewhere]. They are read where a seat stays empty that is refilled by itself, and only to be
// shown.
func (s *Store) Elsewhere(ctx context.Context, i models.Interview, interviewer string) (starts []time.Time, err error) {
	err = s.db.View(ctx, func(tx *gorm.DB) error {
		f, err := s.panelFacts(tx, i, booking.PanelChange{Leaves: interviewer, Joins: booking.Anybody}, elsewhere)
		if err != nil {
			return err
		}
		now := s.db.NowOf(i.OrgID)
		from := i.StartsAt.Add(-elsewhere)
		if from.Before(now) {
			from = now
		}
		all := f.Elsewhere(interviewer, from, i.StartsAt.Add(elsewhere), now)
		for _, slot := range timetable.Nearest(all, i.StartsAt, mostElsewheres) {
			starts = append(starts, slot.StartAt)
		}
		return nil
	})
	return starts, err
}

// refillHours is up to how many hours before the start the organization has seats refilled by itself, 0 for never.
func refillHours(tx *gorm.DB, orgID string) (hours int, err error) {
	err = tx.Raw("select refill_hours from organizations where id = ?", orgID).Scan(&hours).Error
	return hours, db.Wrap("read who refills a seat", err)
}

// lockRefill takes the locks for a change that may ask for somebody else, if a seat is refilled by itself then: those
// of everybody who may be chosen.
func (s *Store) lockRefill(tx *gorm.DB, orgID, id string) error {
	if !s.db.Dialect.Postgres {
		return nil
	}
	if hours, err := refillHours(tx, orgID); err != nil || hours == 0 {
		return err
	}
	return s.lockJoining(tx, orgID, id, booking.Anybody)
}

// asking are the changes that may ask for somebody else, so that they take the locks of [Store.lockRefill].
var asking = []models.ChangeKind{models.ChangeReplacementAsked, models.ChangeDeclined}

// checkAsking returns an error if a change of that kind, which is none of them, asks for somebody else all the same:
// nobody could be chosen for the seat then.
func checkAsking(what models.ChangeKind, before, after models.Interview, now time.Time) error {
	if slices.Contains(asking, what) || len(booking.AskedFor(before, after, now)) == 0 {
		return nil
	}
	return fmt.Errorf("a change %q asks for somebody else, and has not locked who may be chosen", what)
}
