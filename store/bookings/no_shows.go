package bookings

import (
	"context"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/store/internal/db"
)

// MarkNoShow writes that somebody did not come to an interview, or takes it back, as [booking.DecideNoShow] decides. It
// returns [models.Invalid] for an order that cannot be read, and [models.NotFound] if the organization has no such
// interview.
func (s *Store) MarkNoShow(ctx context.Context, by act.By, ref models.Ref, o booking.NoShow) (changed bool, err error) {
	if o, err = booking.ParseNoShow(o); err != nil {
		return false, err
	}
	mark := func(tx *gorm.DB, i models.Interview) (models.Interview, bool, error) {
		var after models.Interview
		if after, changed, err = booking.DecideNoShow(i, o, s.db.NowOf(ref.OrgID)); err != nil || !changed {
			return i, false, err
		}
		set := map[string]any{"no_show": after.NoShow, "no_show_note": after.NoShowNote}
		if len(after.Panel) > 0 {
			set["panel"] = db.JSONText(after.Panel)
		}
		row := db.Of(tx.Model(&db.InterviewRecord{}), ref.OrgID).Where("id = ?", ref.ID)
		if err := row.Updates(set).Error; err != nil {
			return i, false, db.Wrap("mark no-show", err)
		}
		return i, false, s.db.Note(by, tx, ref.OrgID, booking.NoShowChange(i, after, o))
	}
	_, _, err = s.change(ctx, by, ref.OrgID, ref.ID, models.ChangeNoShow, nil, mark, nil) // not changed: no revision
	return changed && err == nil, err
}
