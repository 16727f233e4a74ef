package availability

import (
	"context"

	"gorm.io/gorm"

	"litmus/store/internal/db"
)

// Reseal seals the credentials anew that are still sealed under LITMUS_SECRET_OLD, and returns how many there were. One
// that neither secret opens is left as it is.
func (s *Store) Reseal(ctx context.Context) (n int, err error) {
	var rows []db.CalendarRecord
	if err := s.db.Read.WithContext(ctx).Find(&rows).Error; err != nil {
		return 0, db.Wrap("read credentials", err)
	}
	for _, old := range rows {
		account, err := s.openSealed(old.OrgID, old.Email, old.Sealed)
		if err != nil || s.db.Secret().Sealed(old.Sealed) {
			continue
		}
		err = s.db.Tx(ctx, func(tx *gorm.DB) error { // unless it was changed meanwhile
			done := tx.Model(&db.CalendarRecord{}).Where("org_id = ? and email = ? and fingerprint = ? and sealed = ?",
				old.OrgID, old.Email, old.Fingerprint, old.Sealed).Updates(map[string]any{
				"sealed":      s.sealAccount(old.OrgID, old.Email, account),
				"fingerprint": s.sealFingerprint(old.OrgID, old.Email, account)})
			n += int(done.RowsAffected)
			return done.Error
		})
		if err != nil {
			return n, db.Wrap("seal credentials anew", err)
		}
	}
	return n, nil
}

// SealedBefore counts the credentials that are not sealed under the present secret.
func (s *Store) SealedBefore(ctx context.Context) (n int, err error) {
	var rows []db.CalendarRecord
	err = s.db.Read.WithContext(ctx).Find(&rows).Error
	for _, r := range rows {
		if !s.db.Secret().Sealed(r.Sealed) {
			n++
		}
	}
	return n, db.Wrap("read credentials", err)
}
