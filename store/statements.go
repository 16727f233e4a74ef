package store

import (
	"context"
	"database/sql"
	"sync"

	"gorm.io/gorm"
)

// statements is a pool of SQLite connections that keeps every statement prepared. The driver keeps none of its own, and
// GORM's cache prepares anew for every transaction what was first prepared inside of one, which costs a quarter of a
// booking. Here a statement belongs to the pool, and database/sql keeps it on each connection it was used on.
type statements struct {
	*sql.DB
	mu        sync.RWMutex
	kept      map[string]*sql.Stmt
	preparing sync.WaitGroup // beside transactions
}

// maxStatements bounds what is kept: lists of changing length make ever new texts.
const maxStatements = 500

var (
	_ gorm.ConnPool         = (*statements)(nil)
	_ gorm.ConnPoolBeginner = (*statements)(nil)
	_ gorm.TxCommitter      = (*statementsTx)(nil)
)

// prepared returns the kept statement of the text, preparing it first; nil where it is not to be kept or cannot be
// prepared: the text is then executed as it is, and says itself what is wrong.
func (s *statements) prepared(ctx context.Context, query string) *sql.Stmt {
	if stmt, first := s.find(query); stmt != nil || !first {
		return stmt
	}
	stmt, err := s.DB.PrepareContext(context.WithoutCancel(ctx), query)
	if err != nil {
		stmt = nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept[query] = stmt
	return stmt
}

// find returns the kept statement. first is true for whoever asks for a new text first, who prepares it; until that is
// done the others execute the text as it is.
func (s *statements) find(query string) (stmt *sql.Stmt, first bool) {
	s.mu.RLock()
	stmt, known := s.kept[query]
	s.mu.RUnlock()
	if known {
		return stmt, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if stmt, known = s.kept[query]; known || len(s.kept) >= maxStatements {
		return stmt, false
	}
	s.kept[query] = nil
	return nil, true
}

func (s *statements) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	if stmt := s.prepared(ctx, query); stmt != nil {
		return stmt.ExecContext(ctx, args...)
	}
	return s.DB.ExecContext(ctx, query, args...)
}

func (s *statements) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if stmt := s.prepared(ctx, query); stmt != nil {
		return stmt.QueryContext(ctx, args...)
	}
	return s.DB.QueryContext(ctx, query, args...)
}

func (s *statements) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	if stmt := s.prepared(ctx, query); stmt != nil {
		return stmt.QueryRowContext(ctx, args...)
	}
	return s.DB.QueryRowContext(ctx, query, args...)
}

// BeginTx begins a transaction whose statements are the kept ones.
func (s *statements) BeginTx(ctx context.Context, o *sql.TxOptions) (gorm.ConnPool, error) {
	tx, err := s.DB.BeginTx(ctx, o)
	if err != nil {
		return nil, err
	}
	return &statementsTx{tx, s}, nil
}

// GetDBConn gives GORM the pool below.
func (s *statements) GetDBConn() (*sql.DB, error) { return s.DB, nil }

type statementsTx struct {
	*sql.Tx
	pool *statements
}

// prepared returns the kept statement for this transaction, nil when it is not kept yet. A transaction never waits for
// one to be prepared: that takes a second connection, which may be waiting for this transaction.
func (t *statementsTx) prepared(ctx context.Context, query string) *sql.Stmt {
	stmt, first := t.pool.find(query)
	if first {
		t.pool.preparing.Go(func() {
			stmt, err := t.pool.DB.PrepareContext(context.WithoutCancel(ctx), query)
			if err == nil {
				t.pool.mu.Lock()
				defer t.pool.mu.Unlock()
				t.pool.kept[query] = stmt
			}
		})
	}
	if stmt == nil {
		return nil
	}
	return t.StmtContext(ctx, stmt)
}

func (t *statementsTx) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	if stmt := t.prepared(ctx, query); stmt != nil {
		return stmt.ExecContext(ctx, args...)
	}
	return t.Tx.ExecContext(ctx, query, args...)
}

func (t *statementsTx) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if stmt := t.prepared(ctx, query); stmt != nil {
		return stmt.QueryContext(ctx, args...)
	}
	return t.Tx.QueryContext(ctx, query, args...)
}

func (t *statementsTx) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	if stmt := t.prepared(ctx, query); stmt != nil {
		return stmt.QueryRowContext(ctx, args...)
	}
	return t.Tx.QueryRowContext(ctx, query, args...)
}
