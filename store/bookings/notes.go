package bookings

import (
	"context"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
)

// WriteNotes stores the notes of an interview as [booking.DecideNotes] decides. seen is the [booking.NotesVersion] of
// the notes that the form showed, nil if it showed none. It returns [models.Invalid] for a text that is too long,
// [models.Conflict] if others were written since, and [models.NotFound] if the organization has no such interview.
func (s *Store) WriteNotes(ctx context.Context, by act.By, ref models.Ref, text string, seen *time.Time) error {
	text, err := booking.ParseNotes(text)
	if err != nil {
		return err
	}
	write := func(tx *gorm.DB, i models.Interview) (models.Interview, bool, error) {
		stored, err := readArtifacts(tx, ref)
		if err != nil {
			return i, false, err
		}
		notes, changed, err := booking.DecideNotes(i, stored.InterviewerNotes, text, seen, s.db.NowOf(ref.OrgID))
		if err != nil || !changed {
			return i, false, err
		}
		return i, false, s.putArtifacts(by, tx, ref, booking.Artifacts{InterviewerNotes: notes})
	}
	_, _, err = s.change(ctx, by, ref.OrgID, ref.ID, models.ChangeArtifactsStored, nil, write, nil)
	return err
}
