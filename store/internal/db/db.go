package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"litmus/models"
	"litmus/models/keyring"
)

// Options configure a store.
type Options struct {
	Secret  keyring.Secret   // encrypts stored credentials and signs links and cursors
	Policy  models.Policy    // applies to what is written
	Limits  models.Limits    // zero: [models.DefaultLimits]
	Now     func() time.Time // the one clock of decisions; nil: time.Now
	Queries func(sql string) // called for every statement; tests count them

	// Took is called after every statement with how long it took until its rows were read. Statements of different
	// transactions run side by side. The bench measures queries by it.
	Took func(sql string, took time.Duration)

	// Patience is how long changes that nobody waits for wait to share a commit; 0 means batchPatience.
	Patience time.Duration

	Existing bool // does not create a missing SQLite file: opening it is [ErrNoDatabase]

	// TestClock says that the time of organizations may have been moved, and [DB.Clocks] is called. Without it
	// [DB.Ping] fails for such a database with [ErrMovedClock].
	TestClock bool
}

// ErrNoDatabase says that the database to open does not exist.
var ErrNoDatabase = errors.New("there is no such database")

// DB is the database: its connections, its clock, and what every store does with them.
type DB struct {
	Read, Write *gorm.DB // one pool for PostgreSQL, two for SQLite
	Keys        *gorm.DB // a small pool of its own, so that other reads do not delay authentication
	Dialect     Dialect
	secret      keyring.Secret
	policy      models.Policy
	Limits      models.Limits
	clock       func() time.Time
	testClock   bool
	reading     sync.Mutex                               // of test clocks
	moved       atomic.Pointer[map[string]time.Duration] // test clocks, by organization; nil: none was moved
	inOne       bool                                     // it is one transaction, see [DB.Within]
	patience    time.Duration                            // 0: that of each batcher
	Batch       *Batcher
	Alone       *Batcher // each change in a transaction of its own: of rows that many candidates wait for
	Vacancies   Vacancies
}

// Open connects to the database at url: postgres://… or sqlite:PATH. It does not migrate. Errors about the address do
// not contain its password.
func Open(ctx context.Context, url string, o Options) (*DB, error) {
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
	s := &DB{Dialect: d, secret: o.Secret, policy: o.Policy, Limits: o.Limits, clock: o.Now, testClock: o.TestClock}
	log := queryLog{o.Queries, o.Took}
	if s.Write, err = d.open(url, pool{writes: true}, log); err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	s.Read = s.Write
	if d.splits() {
		if s.Read, err = d.open(url, pool{}, log); err != nil {
			return nil, fmt.Errorf("open database for reading: %w", err)
		}
	}
	if s.Keys, err = d.open(url, pool{connections: keyConnections}, log); err != nil {
		return nil, fmt.Errorf("open database for keys: %w", err)
	}
	s.patience = o.Patience
	s.Batch = s.NewBatcher(batchSize, batchPatience, nil)
	s.Alone = s.NewBatcher(1, batchPatience, nil)
	return s, nil
}

// Now returns the machine's time, in UTC milliseconds. What belongs to an organization follows [DB.NowOf].
func (s *DB) Now() time.Time { return models.Instant(s.clock()) }

// Policy returns the policy that applies to what is written.
func (s *DB) Policy() models.Policy { return s.policy }

// Secret returns the secret that signs links and makes pseudonyms.
func (s *DB) Secret() keyring.Secret { return s.secret }

// Close writes the collected changes and closes the connections.
func (s *DB) Close() error {
	s.Batch.Close()
	s.Alone.Close()
	var errs []error
	for _, g := range []*gorm.DB{s.Write, s.Read, s.Keys} {
		if db, err := g.DB(); err == nil {
			errs = append(errs, db.Close())
		}
	}
	return errors.Join(errs...)
}

// Ping reports whether the database answers, its schema is up to date, and its organizations have the time that this
// process has.
func (s *DB) Ping(ctx context.Context) error {
	version, want, err := s.Versions(ctx)
	if err != nil {
		return err
	}
	if version < want {
		return fmt.Errorf("the database's schema is at version %d, this program needs %d: run litmus migrate",
			version, want)
	}
	if s.testClock {
		return nil
	}
	return s.checkUnmoved(ctx)
}

// Versions returns the version of the database's schema, and the one that this program needs.
func (s *DB) Versions(ctx context.Context) (schema, needed int64, err error) {
	if err := s.Read.WithContext(ctx).Raw("select max(version_id) from goose_db_version where is_applied").
		Scan(&schema).Error; err != nil {
		return 0, 0, fmt.Errorf("read the schema's version: %w", err)
	}
	return schema, s.Dialect.latest(), nil
}

// Server asks the database which it is, and by how much its clock is ahead of now.
func (s *DB) Server(ctx context.Context, now func() time.Time) (version string, ahead time.Duration, err error) {
	q := "select 'SQLite ' || sqlite_version() as version, cast(unixepoch('subsec') * 1000000 as integer) as at"
	if s.Dialect.Postgres {
		q = "select 'PostgreSQL ' || current_setting('server_version') as version, " + micros("clock_timestamp()") +
			" as at"
	}
	var said struct {
		Version string
		At      int64
	}
	begun := now()
	if err := s.Read.WithContext(ctx).Raw(q).Scan(&said).Error; err != nil {
		return "", 0, fmt.Errorf("ask for the version: %w", err)
	}
	ended := now()
	return said.Version, time.UnixMicro(said.At).Sub(begun.Add(ended.Sub(begun) / 2)), nil
}

// Scrub takes out of the log of SQLite what the database does not hold any more. It leaves the rest to the next time
// while others read. PostgreSQL recycles its log by itself.
func (s *DB) Scrub(ctx context.Context) error {
	if s.Dialect.Postgres {
		return nil
	}
	return Wrap("empty the log", s.Write.WithContext(ctx).Exec("pragma wal_checkpoint(truncate)").Error)
}

// Connections returns the connections of each pool by its name.
func (s *DB) Connections() map[string]sql.DBStats {
	pools := map[string]*gorm.DB{"main": s.Write, "keys": s.Keys}
	if s.Dialect.splits() {
		pools = map[string]*gorm.DB{"write": s.Write, "read": s.Read, "keys": s.Keys}
	}
	out := map[string]sql.DBStats{}
	for name, pool := range pools {
		if db, err := pool.DB(); err == nil {
			out[name] = db.Stats()
		}
	}
	return out
}

// Tx runs fn in a writing transaction. If the database aborts it in favour of another it is tried again, three times in
// all.
func (s *DB) Tx(ctx context.Context, fn func(tx *gorm.DB) error) error {
	return s.retried(func() error { return s.Write.WithContext(ctx).Transaction(fn) })
}

func (s *DB) retried(transaction func() error) error {
	for try := 1; ; try++ {
		err := transaction()
		if try == 3 || !s.Dialect.mayRetry(err) {
			return s.Dialect.Explain(err)
		}
	}
}

// Statement runs fn, which writes with one statement. On PostgreSQL the statement is a transaction of its own and takes
// one round trip; with BEGIN and COMMIT it would take three. On SQLite it shares its commit with other small writes. If
// ctx ends, Statement returns without waiting, and fn may still run later.
func (s *DB) Statement(ctx context.Context, fn func(db *gorm.DB) error) error {
	if s.Dialect.splits() {
		return s.Batch.Do(ctx, fn)
	}
	return s.retried(func() error { return fn(s.Write.WithContext(ctx)) })
}

// BatchedTx runs fn in a writing transaction like [DB.Tx]. On SQLite, which has one writer, changes that arrive at
// the same time share its commit. If ctx ends, BatchedTx returns without waiting and fn may still run later, so the
// caller must not read variables that fn writes.
func (s *DB) BatchedTx(ctx context.Context, fn func(tx *gorm.DB) error) error {
	if s.Dialect.splits() {
		return s.Batch.Do(ctx, fn)
	}
	return s.Tx(ctx, fn)
}

// View runs fn in a reading transaction, so that its queries see the same state; on PostgreSQL it is REPEATABLE READ.
func (s *DB) View(ctx context.Context, fn func(tx *gorm.DB) error) error {
	return s.Read.WithContext(ctx).Transaction(fn, &sql.TxOptions{ReadOnly: true, Isolation: s.Dialect.viewIsolation()})
}

// Views runs each of fns in a reading transaction of its own, side by side: they share no state, and end with the first
// that fails. It is for pages whose parts need not be of one moment. None holds a connection while it waits for
// another, so many pages at once take turns and do not block each other.
func (s *DB) Views(ctx context.Context, fns ...func(tx *gorm.DB) error) error {
	if s.inOne {
		for _, fn := range fns {
			if err := s.View(ctx, fn); err != nil {
				return err
			}
		}
		return nil
	}
	all, ctx := errgroup.WithContext(ctx)
	for _, fn := range fns {
		all.Go(func() error { return s.View(ctx, fn) })
	}
	return all.Wait()
}

// gormConfig is how the store uses GORM.
func gormConfig(log logger.Interface) *gorm.Config {
	return &gorm.Config{SkipDefaultTransaction: true, Logger: log, DisableAutomaticPing: true}
}

// queryLog passes statements to Options.Queries and Options.Took. It logs none, since they contain personal data.
type queryLog struct {
	count func(string)
	took  func(string, time.Duration)
}

func (l queryLog) LogMode(logger.LogLevel) logger.Interface { return l }
func (queryLog) Info(context.Context, string, ...any)       {}
func (queryLog) Warn(context.Context, string, ...any)       {}
func (queryLog) Error(context.Context, string, ...any)      {}
func (l queryLog) Trace(_ context.Context, begun time.Time, fc func() (string, int64), _ error) {
	if l.count == nil && l.took == nil {
		return
	}
	took := time.Since(begun)
	q, _ := fc()
	if l.count != nil {
		l.count(q)
	}
	if l.took != nil {
		l.took(q, took)
	}
}

// List returns values, or an empty list for nil, which is [] in JSON.
func List(values []string) []string {
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
