package effects

import (
	"context"
	"slices"
	"strings"

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
	// A tag does not say whose it is, so each organization is asked along the indexes of its effects, one for each sort
	// of subject.
	var parts []string
	var args []any
	for _, column := range []string{"interview_id", "candidate_id", "calendar_id", "sign_in_id", "news_id",
		"submission_id"} {
		parts = append(parts, "select e.* from effects e where e.org_id in (select o.id from organizations o) and e."+
			column+" = ?")
		args = append(args, id)
	}
	var found []db.EffectRecord
	if err := s.db.Read.WithContext(ctx).Raw(strings.Join(parts, " union all "), args...).Scan(&found).
		Error; err != nil {
		return false, db.Wrap("look for a letter that came back", err)
	}
	n := slices.IndexFunc(found, func(r db.EffectRecord) bool {
		return effect.Entry(r).HasReturnTag(s.db.Secret(), tag)
	})
	if n < 0 {
		return false, nil
	}
	e := effect.Entry(found[n])
	err = s.db.Tx(ctx, func(tx *gorm.DB) error {
		row, id, err := subjectOf(s.db.Dialect, e)
		if err != nil {
			return err
		}
		changed := row.entry(tx, e, id).Where("provider_id = ? and state in ?", e.ProviderID,
			[]string{effect.Intent, effect.Done}).
			Select("State", "Permanent", "Code", "Detail", "LeaseUntil", "UpdatedAt").
			Updates(db.EffectRecord{State: effect.Failed, Permanent: true, Code: effect.CodeReturned, Detail: status,
				UpdatedAt: s.timeOf(e)})
		if noted = changed.RowsAffected == 1; !noted || e.NewsID == "" {
			return changed.Error
		}
		return forgetNews(tx, e)
	})
	return noted, db.Wrap("note a letter that came back", err)
}
