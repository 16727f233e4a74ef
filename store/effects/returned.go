package effects

import (
	"context"
	"slices"

	"gorm.io/gorm"

	"litmus/models/effect"
	"litmus/store/internal/db"
)

// Returned notes that a letter came back: it failed for good, with [effect.CodeReturned] and the status that the mail
// server gave, such as 5.1.1. From then on it counts as one that its recipient was never told, like one that was
// refused at once. tag is [effect.Entry.ReturnTag]. noted is false if no letter has that tag, or none any more, since
// another one took its entry over; noting it again changes nothing.
func (s *Store) Returned(ctx context.Context, tag, status string) (noted bool, err error) {
	id := effect.ReturnSubject(tag)
	if id == "" {
		return false, nil
	}
	err = s.db.Tx(ctx, func(tx *gorm.DB) error {
		var found []db.EffectRecord
		// A tag does not say whose it is, so each organization is asked along the indexes of its effects.
		if err := tx.Raw(`select e.* from organizations o join effects e on e.org_id = o.id and (e.interview_id = ?
			or e.candidate_id = ? or e.calendar_id = ? or e.sign_in_id = ? or e.news_id = ?)`, id, id, id, id, id).
			Scan(&found).Error; err != nil {
			return err
		}
		n := slices.IndexFunc(found, func(r db.EffectRecord) bool {
			return effect.Entry(r).HasReturnTag(s.db.Secret(), tag)
		})
		if n < 0 {
			return nil
		}
		e := effect.Entry(found[n])
		of, id, err := subjectOf(s.db.Dialect, e)
		if err != nil {
			return err
		}
		changed := of.entry(tx, e, id).Where("provider_id = ? and state in ?", e.ProviderID,
			[]string{effect.Intent, effect.Done}).
			Select("State", "Permanent", "Code", "Detail", "LeaseUntil", "UpdatedAt").
			Updates(db.EffectRecord{State: effect.Failed, Permanent: true, Code: effect.CodeReturned, Detail: status,
				UpdatedAt: s.timeOf(e)})
		noted = changed.RowsAffected == 1
		return changed.Error
	})
	return noted, db.Wrap("note a letter that came back", err)
}
