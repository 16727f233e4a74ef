package bookings

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/effect"
	"litmus/store/availability"
	"litmus/store/internal/db"
	"litmus/store/interviews"
	"litmus/store/team"
)

// Sighting is what a reading of a calendar found of an interview's copy.
type Sighting struct {
	InterviewID string
	Revision    int64     // of the interview when it was looked for
	Begun       time.Time // when the reading began
	Seen        []booking.SeenCopy
}

// mayDecline reports whether what was seen may count as that the owner declined, so that somebody else is chosen: in
// the calendar of a room also that the copy is gone.
func (s Sighting) mayDecline(calendar availability.Connected) bool {
	return calendar.RoomID != "" && len(s.Seen) == 0 ||
		slices.ContainsFunc(s.Seen, func(c booking.SeenCopy) bool { return c.Response == models.Declined })
}

// NoteCopy decides on what was found in the calendar: see [booking.DecideDrift]. did is what was changed. It is "" if
// nothing is new or if what was found says nothing of the present: the interview has changed since, its copy is being
// written, or the calendar was connected anew.
func (s *Store) NoteCopy(ctx context.Context, calendar availability.Connected, seen Sighting) (did models.ChangeKind,
	err error) {
	err = s.db.Tx(ctx, func(tx *gorm.DB) error {
		did = ""
		orgID := calendar.OrgID
		if seen.mayDecline(calendar) {
			if err := s.lockRefill(tx, orgID, seen.InterviewID); err != nil {
				return err
			}
		}
		if current, err := availability.LockConnected(s.db.Dialect, tx, calendar); err != nil || !current {
			return err
		}
		found, err := interviews.LockInterview(tx, orgID, seen.InterviewID)
		if err != nil || found == nil || found.CheckErasure() != nil {
			return err
		}
		ledger, err := db.ReadEntries(tx, "org_id = ? and interview_id = ? and target = ?", orgID, found.ID,
			effect.EventTarget(calendar.Email))
		if err != nil {
			return err
		}
		held, _ := effect.CopySettled(*found, calendar.Email, ledger, seen.Begun)
		if found.Revision != seen.Revision || !found.HasCopy(calendar.Email) || held == nil {
			return nil
		}
		facts := booking.DriftFacts{AnswerFacts: booking.AnswerFacts{Interview: *found}, Owner: calendar.Email,
			Written: held.Revision, Seen: seen.Seen}
		now := s.db.NowOf(orgID)
		if facts.Members, err = team.ReadMembers(tx, orgID, ""); err != nil {
			return err
		}
		if facts.Asks, err = s.replacementAsks(tx, orgID, models.Actor{Kind: models.ActorMember,
			ID: calendar.Email}, now); err != nil {
			return err
		}
		after, what, by, changed := booking.DecideDrift(facts, now)
		if !changed {
			return nil
		}
		did = what
		refilled, is, err := s.refill(tx, *found, after)
		if err != nil {
			return err
		}
		if err := db.UpdateInterview(tx, refilled); err != nil {
			return err
		}
		if what != "" {
			err = s.db.Note(act.By{Actor: by}, tx, orgID, models.InterviewChange(what, *found, after))
		}
		if err == nil && is {
			err = s.db.Note(act.By{}, tx, orgID, models.InterviewChange(models.ChangeRefilled, after, refilled))
		}
		return err
	})
	return did, db.Wrap("note what became of a copy", err)
}
