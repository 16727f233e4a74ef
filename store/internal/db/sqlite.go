package db

import (
	"context"
	"database/sql"
	"strings"
	"sync"

	"gorm.io/gorm"
	"gorm.io/gorm/callbacks"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/logger"
	"gorm.io/gorm/migrator"
	"gorm.io/gorm/schema"
)

// sqliteDialector teaches GORM the SQL of SQLite on connections of modernc.org/sqlite. The dialector that GORM's
// authors publish links a driver in C beside it. Tables are made by the migrations, so types and defaults of columns,
// which only GORM's own migrator asks for, are not here.
type sqliteDialector struct{}

var (
	_ gorm.Dialector                     = sqliteDialector{}
	_ gorm.SavePointerDialectorInterface = sqliteDialector{}
)

// sqliteORM is GORM for SQLite without a database: its callbacks, and what it finds out about the structs that hold
// rows. That is the same for every pool, and takes longer than the queries of a short command.
var sqliteORM = sync.OnceValues(func() (*gorm.DB, error) {
	return gorm.Open(sqliteDialector{}, gormConfig(queryLog{}))
})

// openSQLite returns GORM on the pool.
func openSQLite(pool *sql.DB, log logger.Interface) (*gorm.DB, error) {
	orm, err := sqliteORM()
	if err != nil {
		return nil, err
	}
	db := orm.Session(&gorm.Session{NewDB: true, Logger: log}) // has a configuration of its own, and shares the rest
	db.ConnPool = pool
	db.Statement = &gorm.Statement{DB: db, ConnPool: pool, Context: context.Background(),
		Clauses: map[string]clause.Clause{}}
	return db, nil
}

// Name implements [gorm.Dialector].
func (sqliteDialector) Name() string { return "sqlite" }

// Initialize implements [gorm.Dialector].
func (sqliteDialector) Initialize(db *gorm.DB) error {
	callbacks.RegisterDefaultCallbacks(db, &callbacks.Config{
		CreateClauses: []string{"INSERT", "VALUES", "ON CONFLICT", "RETURNING"},
		UpdateClauses: []string{"UPDATE", "SET", "FROM", "WHERE", "RETURNING"},
		DeleteClauses: []string{"DELETE", "FROM", "WHERE", "RETURNING"},
	})
	db.ClauseBuilders["FOR"] = func(clause.Clause, clause.Builder) {} // no row locks: there is one writer
	db.ClauseBuilders["LIMIT"] = buildLimit
	return nil
}

// buildLimit writes "LIMIT ? + 0". SQLite plans a statement with "LIMIT ?" for the bound number, and so compiles it
// anew each time that it is executed: 13 µs more for the smallest.
func buildLimit(c clause.Clause, b clause.Builder) {
	limit, ok := c.Expression.(clause.Limit)
	if !ok || limit.Limit == nil || limit.Offset != 0 { // nothing here skips rows
		c.Build(b)
		return
	}
	_, _ = b.WriteString("LIMIT ")
	b.AddVar(b, *limit.Limit)
	_, _ = b.WriteString(" + 0")
}

// BindVarTo implements [gorm.Dialector].
func (sqliteDialector) BindVarTo(w clause.Writer, _ *gorm.Statement, _ any) { _ = w.WriteByte('?') }

// QuoteTo implements [gorm.Dialector]: it writes a name, or names joined by dots.
func (sqliteDialector) QuoteTo(w clause.Writer, name string) {
	for n, part := range strings.Split(name, ".") {
		if n > 0 {
			_ = w.WriteByte('.')
		}
		_, _ = w.WriteString(`"` + strings.ReplaceAll(part, `"`, `""`) + `"`)
	}
}

// Explain implements [gorm.Dialector].
func (sqliteDialector) Explain(sql string, vars ...any) string {
	return logger.ExplainSQL(sql, nil, `'`, vars...)
}

// Migrator implements [gorm.Dialector]. Nobody uses it.
func (d sqliteDialector) Migrator(db *gorm.DB) gorm.Migrator {
	return migrator.Migrator{Config: migrator.Config{DB: db, Dialector: d}}
}

// DataTypeOf implements [gorm.Dialector]. Nobody uses it.
func (sqliteDialector) DataTypeOf(f *schema.Field) string { return string(f.DataType) }

// DefaultValueOf implements [gorm.Dialector]. Nobody uses it: no field has a default.
func (sqliteDialector) DefaultValueOf(*schema.Field) clause.Expression {
	return clause.Expr{SQL: "null"}
}

// SavePoint implements [gorm.SavePointerDialectorInterface]: see [store.Store.Together].
func (sqliteDialector) SavePoint(tx *gorm.DB, name string) error {
	return tx.Exec("savepoint " + name).Error
}

// RollbackTo implements [gorm.SavePointerDialectorInterface].
func (sqliteDialector) RollbackTo(tx *gorm.DB, name string) error {
	return tx.Exec("rollback to savepoint " + name).Error
}
