package store

import (
	"context"
	"database/sql"
	"time"

	"gorm.io/gorm"
)

// Whole runs fn with a store whose operations are all part of one transaction, by another clock: when fn returns nil
// everything that it did is there at once, and nothing of it if it fails, if ctx ends or if the process is killed
// (decision 326). One goroutine uses that store, which is of no use when fn has returned, and meanwhile nobody else
// writes by s: on SQLite they would wait for each other. It is for a database that nobody uses yet, since everybody
// else waits for what it has locked.
func (s *Store) Whole(ctx context.Context, clock func() time.Time, fn func(whole *Store) error) error {
	return wrap("in one transaction", s.dialect.explain(s.write.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		// Transactions of operations are parts of this one. There is nothing to go back to within it: what fails is
		// the end of all of it.
		tx = tx.Session(&gorm.Session{NewDB: true, Context: ctx, DisableNestedTransaction: true})
		if t, ok := tx.Statement.ConnPool.(*statementsTx); ok {
			// The pool could not prepare statements before this ends, and needs few of them afterwards.
			tx.Statement.ConnPool = &statementsTx{t.Tx, preparedUntilEnd(t.Tx)}
		}
		whole := &Store{read: tx, write: tx, keys: tx, dialect: s.dialect, secret: s.secret, policy: s.policy,
			limits: s.limits, clock: clock, busy: busyKept{most: maxBusyKept}}
		whole.batch, whole.audit = &batcher{store: whole, atOnce: true}, &batcher{store: whole, atOnce: true}
		if err := fn(whole); err != nil {
			return err
		}
		if err := whole.batch.failed; err != nil {
			return err
		}
		return whole.audit.failed
	})))
}

// preparedUntilEnd prepares the statements of a long transaction on SQLite within it, and keeps them until it ends. It
// returns nil for one that cannot be prepared, or is one too many.
func preparedUntilEnd(tx *sql.Tx) func(context.Context, string) *sql.Stmt {
	kept := map[string]*sql.Stmt{}
	return func(ctx context.Context, query string) *sql.Stmt {
		if stmt := kept[query]; stmt != nil || len(kept) >= maxStatements {
			return stmt
		}
		stmt, err := tx.PrepareContext(ctx, query)
		if err != nil {
			return nil
		}
		kept[query] = stmt
		return stmt
	}
}
