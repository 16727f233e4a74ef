package db

import (
	"time"

	"gorm.io/gorm"
)

// Within is a database whose operations are parts of the transaction, by another clock.
func (s *DB) Within(tx *gorm.DB, clock func() time.Time) *DB {
	one := &DB{Read: tx, Write: tx, Keys: tx, Dialect: s.Dialect, secret: s.secret, policy: s.policy,
		Limits: s.Limits, clock: clock, inOne: true}
	one.Batch, one.Alone = one.NewBatcher(batchSize, 0, nil), one.NewBatcher(1, 0, nil)
	return one
}
