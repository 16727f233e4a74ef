package store

import (
	"cmp"
	"context"
	"time"

	"gorm.io/gorm"

	"litmus/store/internal/db"
)

// InOneTransaction runs fn with a store whose operations are all part of one transaction, by another clock: when fn
// returns nil everything that it did is there at once, and nothing of it if it fails, if ctx ends or if the process is
// killed. One goroutine uses that store, which is of no use when fn has returned, and meanwhile nobody else writes by
// s: on SQLite they would wait for each other. It is for a database that nobody uses yet, since everybody else waits
// for what it has locked.
func (s *Store) InOneTransaction(ctx context.Context, clock func() time.Time, fn func(whole *Store) error) error {
	return db.Wrap("in one transaction",
		s.db.Dialect.Explain(s.db.Write.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
			// Transactions of operations are parts of this one. There is nothing to go back to within it: what fails is
			// the end of all of it.
			tx = tx.Session(&gorm.Session{NewDB: true, Context: ctx, DisableNestedTransaction: true})
			whole := compose(s.db.Within(tx, clock))
			if err := fn(whole); err != nil {
				return err
			}
			if err := cmp.Or(whole.db.Batch.Failed, whole.db.Alone.Failed); err != nil {
				return err
			}
			return whole.Audit.Failed()
		})))
}
