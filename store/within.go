package store

import (
	"time"

	"gorm.io/gorm"
)

// within is a store whose operations are parts of the transaction, by another clock.
func (s *Store) within(tx *gorm.DB, clock func() time.Time) *Store {
	one := &Store{read: tx, write: tx, keys: tx, dialect: s.dialect, secret: s.secret, policy: s.policy,
		limits: s.limits, clock: clock, busy: busyKept{most: maxBusyKept}, inOne: true}
	one.batch, one.audit = one.newBatcher(batchSize, 0, nil), one.newBatcher(auditSize, 0, writeAudit)
	return one
}
