package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"litmus/models"
)

// Options are what a store needs besides its address.
type Options struct {
	Secret  models.Secret    // seals stored credentials and signs cursors
	Policy  models.Policy    // in force for what is written
	Limits  models.Limits    // zero: [models.DefaultLimits]
	Now     func() time.Time // the one clock of decisions; nil: time.Now
	Queries func(sql string) // called for every statement, for tests that count them; nil: not called

	// how long changes that nobody waits for wait for others to share their commit; 0 for the usual
	Patience time.Duration

	Existing bool // a SQLite file that is not there is not made: opening it is [ErrNoDatabase]
}

// ErrNoDatabase says that there is no database to open.
var ErrNoDatabase = errors.New("there is no such database")

// Store is the product's database.
type Store struct {
	read, write *gorm.DB // one pool for PostgreSQL, two for SQLite
	keys        *gorm.DB // a small pool of its own: whoever reads much is in nobody's way to be let in
	dialect     dialect
	secret      models.Secret
	policy      models.Policy
	limits      models.Limits
	clock       func() time.Time
	batch       *batcher
	busy        busyKept
	audit       *batcher // what many write must not be in the way of the other small writes
	failures    failures
}

// Open connects to the database at url: postgres://… or sqlite:PATH. It does not migrate. The error names what is wrong
// with the address, never its password.
func Open(ctx context.Context, url string, o Options) (*Store, error) {
	d, err := dialectOf(url)
	if err != nil {
		return nil, err
	}
	if o.Existing && !d.exists(url) {
		return nil, ErrNoDatabase
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Limits == (models.Limits{}) {
		o.Limits = models.DefaultLimits()
	}
	s := &Store{dialect: d, secret: o.Secret, policy: o.Policy, limits: o.Limits, clock: o.Now,
		busy: busyKept{most: maxBusyKept}}
	config := func() *gorm.Config {
		return &gorm.Config{
			SkipDefaultTransaction: true,
			Logger:                 queryLog{o.Queries},
			NowFunc:                s.Now,
			DisableAutomaticPing:   true,
		}
	}
	if s.write, err = d.open(url, pool{writes: true}, config()); err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	s.read = s.write
	if d.splits() {
		if s.read, err = d.open(url, pool{}, config()); err != nil {
			return nil, fmt.Errorf("open database for reading: %w", err)
		}
	}
	if s.keys, err = d.open(url, pool{connections: keyConnections}, config()); err != nil {
		return nil, fmt.Errorf("open database for keys: %w", err)
	}
	s.batch = newBatcher(s, batchSize, cmp.Or(o.Patience, batchPatience))
	s.audit = newBatcher(s, auditSize, cmp.Or(o.Patience, auditPatience))
	return s, nil
}

// Now is the store's clock, in UTC milliseconds.
func (s *Store) Now() time.Time { return models.Instant(s.clock()) }

// Policy is the policy in force for what is written.
func (s *Store) Policy() models.Policy { return s.policy }

// Secret signs links and names what must not stand in the open.
func (s *Store) Secret() models.Secret { return s.secret }

// Close writes what is still collected and closes the connections.
func (s *Store) Close() error {
	s.audit.close()
	s.batch.close()
	var errs []error
	for _, g := range []*gorm.DB{s.write, s.read, s.keys} {
		if pool, ok := g.ConnPool.(*statements); ok {
			pool.preparing.Wait() // else a connection may be opened behind the last one that is closed
		}
		if db, err := g.DB(); err == nil {
			errs = append(errs, db.Close())
		}
	}
	return errors.Join(errs...)
}

// Ping reports whether the database answers and its schema is up to date.
func (s *Store) Ping(ctx context.Context) error {
	var version int64
	if err := s.read.WithContext(ctx).Raw("select max(version_id) from goose_db_version " +
		"where is_applied").Scan(&version).Error; err != nil {
		return fmt.Errorf("read the schema's version: %w", err)
	}
	if want := s.dialect.latest(); version < want {
		return fmt.Errorf("the database's schema is at version %d, this program needs %d: run litmus migrate",
			version, want)
	}
	return nil
}

// tx runs fn in one writing transaction. A transaction that the database gives up in favour of another is tried again,
// 3 times in all.
func (s *Store) tx(ctx context.Context, fn func(tx *gorm.DB) error) error {
	for try := 1; ; try++ {
		err := s.write.WithContext(ctx).Transaction(fn)
		if try == 3 || !s.dialect.mayRetry(err) {
			return s.dialect.explain(err)
		}
	}
}

// batchedTx runs fn in one writing transaction as [Store.tx] does. Where there is one writer, changes that arrive
// together share its commit. When ctx ends, batchedTx returns without waiting, and fn may run later all the same: what
// it writes to is not to be read then.
func (s *Store) batchedTx(ctx context.Context, fn func(tx *gorm.DB) error) error {
	if s.dialect.splits() {
		return s.batch.do(ctx, fn)
	}
	return s.tx(ctx, fn)
}

// view runs fn in one reading transaction, so that its queries see one state. PostgreSQL's is REPEATABLE READ.
func (s *Store) view(ctx context.Context, fn func(tx *gorm.DB) error) error {
	return s.read.WithContext(ctx).Transaction(fn, &sql.TxOptions{ReadOnly: true, Isolation: s.dialect.viewIsolation()})
}

// queryLog counts statements; it prints none, since they hold what people wrote.
type queryLog struct{ count func(string) }

func (l queryLog) LogMode(logger.LogLevel) logger.Interface { return l }
func (queryLog) Info(context.Context, string, ...any)       {}
func (queryLog) Warn(context.Context, string, ...any)       {}
func (queryLog) Error(context.Context, string, ...any)      {}
func (l queryLog) Trace(_ context.Context, _ time.Time, fc func() (string, int64), _ error) {
	if l.count != nil {
		q, _ := fc()
		l.count(q)
	}
}

// list renders values as a JSON-ready string list, never null.
func list(values []string) []string {
	if values == nil {
		return []string{}
	}
	return values
}

// placeholders returns "(?, ?), (?, ?)" for rows of n columns.
func placeholders(rows, n int) string {
	one := "(" + strings.TrimSuffix(strings.Repeat("?, ", n), ", ") + ")"
	return strings.TrimSuffix(strings.Repeat(one+", ", rows), ", ")
}
