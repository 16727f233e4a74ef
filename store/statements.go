package store

import (
	"context"
	"database/sql"
	"sync"

	"gorm.io/gorm"
)

// statements is a pool of SQLite connections that keeps every statement prepared. The driver does not. GORM's cache
// prepares a statement again for every transaction if it was first prepared inside of one, which costs a quarter of the
// time of a booking. Here statements belong to the pool, and database/sql keeps them on each connection where they were
// used.
type statements struct {
	*sql.DB
	mu        sync.RWMutex
	kept      map[string]*sql.Stmt
	preparing sync.WaitGroup // preparations in the background
}

// maxStatements bounds the number of statements, because lists of different lengths make different texts.
const maxStatements = 500

var (
	_ gorm.ConnPool         = (*statements)(nil)
	_ gorm.ConnPoolBeginner = (*statements)(nil)
	_ gorm.TxCommitter      = (*statementsTx)(nil)
)

// prepared returns the statement for the text and prepares it if it is new. It returns nil if the statement cannot be
// kept or prepared. The text is then executed as it is, which returns the error.
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

// find returns the statement for the text, nil if there is none. first is true for the first caller with a new text,
// who has to prepare it; meanwhile others execute the text as it is.
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
	prepared := func(ctx context.Context, query string) *sql.Stmt { return s.preparedIn(ctx, tx, query) }
	return &statementsTx{tx, prepared}, nil
}

// GetDBConn gives GORM the underlying pool.
func (s *statements) GetDBConn() (*sql.DB, error) { return s.DB, nil }

// preparedIn returns the statement for a transaction of the pool, nil if it is not prepared yet. A transaction never
// waits for that: preparing needs a second connection, which may wait for this transaction.
func (s *statements) preparedIn(ctx context.Context, tx *sql.Tx, query string) *sql.Stmt {
	stmt, first := s.find(query)
	if first {
		s.preparing.Go(func() {
			stmt, err := s.DB.PrepareContext(context.WithoutCancel(ctx), query)
			if err == nil {
				s.mu.Lock()
				defer s.mu.Unlock()
				s.kept[query] = stmt
			}
		})
	}
	if stmt == nil {
		return nil
	}
	return tx.StmtContext(ctx, stmt)
}

// statementsTx is a transaction that executes a text by the statement that is prepared for it. If prepared returns nil
// the text is executed as it is, which returns the error of one that cannot be prepared.
type statementsTx struct {
	*sql.Tx
	prepared func(ctx context.Context, query string) *sql.Stmt
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
