package erasures

import (
	"context"

	"litmus/store/internal/db"
)

// Reseal seals the keys of hashes anew that are still sealed under LITMUS_SECRET_OLD, and returns how many there were.
func (s *Store) Reseal(ctx context.Context) (n int, err error) {
	var rows []keyRecord
	if err := s.db.Read.WithContext(ctx).Find(&rows).Error; err != nil {
		return 0, db.Wrap("read the keys of erasures", err)
	}
	for _, r := range rows {
		k, err := s.open(r)
		if err != nil || s.db.Secret().Sealed(r.Sealed) {
			continue
		}
		r.Sealed = s.db.Secret().Seal([]byte(keyOwner+k.id), k.bytes)
		if err := s.db.Write.WithContext(ctx).Select("sealed").Updates(&r).Error; err != nil {
			return n, db.Wrap("seal a key anew", err)
		}
		n++
	}
	return n, nil
}

// SealedBefore counts the keys that are not sealed under the present secret.
func (s *Store) SealedBefore(ctx context.Context) (n int, err error) {
	var rows []keyRecord
	err = s.db.Read.WithContext(ctx).Find(&rows).Error
	for _, r := range rows {
		if !s.db.Secret().Sealed(r.Sealed) {
			n++
		}
	}
	return n, db.Wrap("read the keys of erasures", err)
}
